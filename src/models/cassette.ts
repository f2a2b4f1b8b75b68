import { createHash } from "node:crypto";
import * as z from "zod";
import type { Model, ModelAnswer, ModelRequest } from "../core/ports/model/model.ts";

/** An answer of a model, under the hash of what it was asked. One line of a cassette. */
export const CassetteLine = z.object({
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** For people who read the file; the key alone finds it. */
  asked: z.string(),
  answer: z.custom<ModelAnswer>((value) => typeof value === "object" && value !== null && "content" in value),
});
export type CassetteLine = z.output<typeof CassetteLine>;

/** What was asked, whichever model it was: who plays a cassette configures none. How long a caller would wait changes no answer. */
function requestKey({ model: _, timeoutMs: __, ...request }: ModelRequest): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}

/** Passes every question on, and hands each answer to `write` once. What fails is not kept: it may succeed next time. */
export function recordingModel(model: Model, write: (line: CassetteLine) => void): Model {
  const known = new Set<string>();
  return {
    capabilities: (name) => model.capabilities(name),
    async complete(request, signal) {
      const outcome = await model.complete(request, signal);
      const key = requestKey(request);
      if (outcome.kind === "answered" && !known.has(key)) {
        known.add(key);
        write({ key, asked: lastWords(request), answer: outcome.answer });
      }
      return outcome;
    },
  };
}

export interface CassetteModel extends Model {
  /** Questions that were asked, and those among them that the cassette does not have. */
  readonly counts: () => { readonly asked: number; readonly missing: number };
}

/**
 * A model that gives the answers of a cassette, and calls no service. A question that it does not have fails as
 * `never`/`not_recorded`: the agent goes on as it does without a model.
 */
export function cassetteModel(lines: readonly CassetteLine[]): CassetteModel {
  const answers = new Map(lines.map(({ key, answer }) => [key, answer]));
  let asked = 0;
  let missing = 0;
  return {
    capabilities: () => ({ images: true, documents: true, structuredOutput: true, contextTokens: null }),
    counts: () => ({ asked, missing }),
    async complete(request) {
      asked += 1;
      const answer = answers.get(requestKey(request));
      if (answer !== undefined) return { kind: "answered", answer };
      missing += 1;
      const failure = {
        kind: "never",
        code: "not_recorded",
        httpStatus: null,
        retryAfterMs: null,
        usage: null,
      } as const;
      return { kind: "failed", failure };
    },
  };
}

const MOST_SHOWN = 200;

function lastWords({ messages }: ModelRequest): string {
  const parts = messages.at(-1)?.content ?? [];
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  return text.replace(/\s+/g, " ").slice(-MOST_SHOWN).trim();
}
