import { errorText } from "../core/errors.ts";
import type { ConversationId } from "../core/ids.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Question } from "../core/ports/model/turn-model.ts";
import type { Outgrown, Summaries, SummaryJob } from "../core/ports/summaries.ts";
import type { ModelGate } from "./model-gate.ts";

export interface SummariserDependencies {
  readonly summaries: Summaries;
  readonly modelGate: Pick<ModelGate, "askInBackground">;
  readonly questionFor: (job: SummaryJob) => Question;
  readonly logger: Logger;
}

export interface Summariser {
  /** Puts it in the queue and returns at once. */
  consider(conversation: Outgrown): void;
  /**
   * Ends the one under way. Waiting ones are considered again with the next turn of their
   * conversation.
   */
  stop(): Promise<void>;
}

/** Longer than a model may take to answer. */
const CLAIM_MS = 90_000;
const AGAIN_AFTER_MS = 10 * 60_000;
/** A longer queue is cut: the rest comes back by itself. */
const LONGEST_QUEUE = 1_000;
/** A prompt only asks; this code decides what is kept. */
const LONGEST_SUMMARY = 2_000;

/**
 * Makes the running summaries of conversations, one at a time, beside the turns. A turn that has
 * asked a model reports when a summary is due, and a claim in the database decides which process
 * makes it. There is no table of jobs: if a process dies with its queue, the next turn of the
 * conversation queues it elsewhere.
 */
export function createSummariser({ summaries, modelGate, questionFor, logger }: SummariserDependencies): Summariser {
  const queue = new Map<ConversationId, Outgrown>();
  let working: Promise<void> | null = null;
  let isStopping = false;

  async function workOff(): Promise<void> {
    for (const [id, conversation] of queue) {
      if (isStopping) return;
      queue.delete(id);
      try {
        await summarise(conversation);
      } catch (error) {
        logger.error({ conversation_id: id, error: errorText(error) }, "a conversation could not be summed up");
      }
    }
  }

  async function summarise(conversation: Outgrown): Promise<void> {
    const job = await summaries.claim(conversation, CLAIM_MS);
    if (job === null) return;
    const question = questionFor(job);
    const asked = await modelGate.askInBackground({ ...conversation, question });
    const text = asked.kind === "answered" ? asked.answer.text.trim() : "";
    if (asked.kind !== "answered" || text === "") {
      await summaries.postpone(job, AGAIN_AFTER_MS);
      return;
    }
    const summary = {
      text: [...text].slice(0, LONGEST_SUMMARY).join(""),
      model: asked.answer.model,
      promptVersion: `${question.prompt.id}@${question.prompt.version}`,
    };
    await summaries.save(job, summary);
  }

  return {
    consider(conversation) {
      if (isStopping || queue.size >= LONGEST_QUEUE) return;
      queue.set(conversation.conversationId, conversation);
      working ??= workOff().finally(() => {
        working = null;
      });
    },
    async stop() {
      isStopping = true;
      await working;
    },
  };
}
