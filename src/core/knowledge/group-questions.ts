import type { UnansweredQuestion } from "../answers/desk/unanswered.ts";
import type { Doubt } from "../answers/knowledge.ts";
import { stemsOf } from "./spanish-stems.ts";

/** How much of their words two messages share when they ask the same. */
const ALIKE = 0.6;
const MOST_SHOWN_CONVERSATIONS = 5;
export const MOST_LABELLED_RUNS = 50;
const MOST_GUESSES = 3;
/** A guess below this says nothing. */
const LEAST_GUESS = 10;

type Asked = Pick<
  Doubt,
  "message" | "conversationId" | "createdAt" | "runId" | "intent" | "confidence" | "alternatives"
>;

interface Group {
  readonly stems: ReadonlySet<string>;
  readonly asked: Asked[];
}

/**
 * Messages that no template and no entry answered, those in near-equal words as one question. The
 * most asked is first; one in words near those of a dismissed question is left out. Long numbers and addresses of mail are masked: the shop needs the question,
 * not whose it was.
 */
export function groupQuestions(newestFirst: readonly Asked[], dismissed: readonly string[] = []): UnansweredQuestion[] {
  const unwanted = dismissed.map((text) => new Set(stemsOf(text, NONE)));
  const groups: Group[] = [];
  for (const asked of newestFirst) {
    const stems = new Set(stemsOf(asked.message, NONE));
    if (stems.size === 0 || unwanted.some((one) => alike(one, stems) >= ALIKE)) continue;
    const known = groups.find((group) => alike(group.stems, stems) >= ALIKE);
    if (known === undefined) groups.push({ stems, asked: [asked] });
    else known.asked.push(asked);
  }
  return groups
    .flatMap(({ asked }) => {
      const [newest] = asked;
      if (newest === undefined) return [];
      const conversationIds = [...new Set(asked.map(({ conversationId }) => conversationId))];
      return [
        {
          text: masked(newest.message),
          times: asked.length,
          customers: conversationIds.length,
          lastAskedAt: newest.createdAt,
          conversationIds: conversationIds.slice(0, MOST_SHOWN_CONVERSATIONS),
          runIds: [...new Set(asked.map(({ runId }) => runId))].slice(0, MOST_LABELLED_RUNS),
          guesses: guessesOf(asked),
        },
      ];
    })
    .sort((one, other) => other.customers - one.customers || other.times - one.times);
}

/** `hola+precio` is `precio`. What was not understood is no guess. */
function guessesOf(asked: readonly Asked[]): string[] {
  const weights = new Map<string, number>();
  for (const { intent, confidence, alternatives } of asked) {
    for (const guess of [{ intent, confidence }, ...alternatives]) {
      const name = guess.intent.split("+").at(-1) ?? "";
      if (name === "fallback" || name.startsWith("knowledge.") || guess.confidence < LEAST_GUESS) continue;
      weights.set(name, (weights.get(name) ?? 0) + guess.confidence);
    }
  }
  return [...weights.keys()]
    .sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0))
    .slice(0, MOST_GUESSES);
}

const NONE: ReadonlySet<string> = new Set();

function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((stem) => other.has(stem)).length;
  return (2 * common) / (one.size + other.size);
}

function masked(message: string): string {
  return message.replace(/[^\s@]{1,64}@[^\s@]{1,255}/gu, "…").replace(/\d(?:[ .-]?\d){4,}/gu, "…");
}
