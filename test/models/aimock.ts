import { type FixtureFileResponse, LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";

/** A server that we did not write, with the APIs of both adapters, for the tests of one file. */
export function useAimock(): LLMock {
  const mock = new LLMock({ port: 0, logLevel: "silent", chunkSize: 7 });
  beforeAll(async () => {
    await mock.start();
  });
  beforeEach(() => {
    mock.reset();
  });
  afterAll(() => mock.stop());
  return mock;
}

/** The words of an API for an answer that is none. */
export interface FinishReasons {
  readonly refusal: string;
  readonly truncated: string;
}
export const CLAUDE_REASONS: FinishReasons = { refusal: "refusal", truncated: "max_tokens" };
export const CHAT_REASONS: FinishReasons = { refusal: "content_filter", truncated: "length" };

/** Says these replies, one a request. */
export function say(mock: LLMock, replies: readonly ScriptedReply[], reasons: FinishReasons): void {
  for (const [sequenceIndex, reply] of replies.entries()) {
    mock.on({ predicate: () => mock.getRequests().length === sequenceIndex }, fixtureOf(reply, reasons));
  }
}

function fixtureOf(reply: ScriptedReply, reasons: FinishReasons): FixtureFileResponse {
  if (typeof reply === "string") return { content: reply };
  if ("json" in reply) return { content: JSON.stringify(reply.json) };
  if ("fails" in reply) {
    if (reply.httpStatus !== undefined) {
      return { status: reply.httpStatus, error: { type: reply.code ?? "api_error", message: "no" } };
    }
    const finishReason = reply.fails === "refusal" ? reasons.refusal : reasons.truncated;
    return { content: reply.said ?? "Lo que", finishReason };
  }
  const toolCalls = reply.calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }));
  return reply.text === undefined ? { toolCalls } : { content: reply.text, toolCalls };
}
