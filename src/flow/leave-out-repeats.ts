import type { FlowReader } from "../core/ports/flow-reader.ts";
import { type DecidedTurn, decideTurn } from "./decide-turn.ts";
import { lastWords, type Turn, WORDS_IN_MIND } from "./draft/draft.ts";

/**
 * A text that was said in part is read whole, if a reader can (requirement A28, level 3), and the
 * turn is decided once more without it.
 */
export function leaveOutRepeats(
  turn: Turn,
  decided: DecidedTurn,
  judge: FlowReader["judgeRepeats"],
): DecidedTurn | Promise<DecidedTurn> {
  const { doubtful } = decided;
  if (doubtful.length === 0 || judge === undefined) return decided;
  const texts = doubtful.map(({ text }) => text);
  return judge(texts, lastWords(turn, WORDS_IN_MIND)).then(
    (verdicts) => {
      const repeats = new Set(
        doubtful.flatMap(({ templateId }, index) => (verdicts[index] === true ? [templateId] : [])),
      );
      return repeats.size === 0 ? decided : decideTurn({ ...turn, repeats });
    },
    // Better said twice than not at all.
    () => decided,
  );
}
