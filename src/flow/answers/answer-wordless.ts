import { type Draft, decided, goOn, keepSilent, type RuleResult, type Turn, wordless } from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { wordsForFiles } from "./answer-files.ts";
import { heedAs } from "./answer-from-context.ts";
import { mayBeSlip, showsReceipt } from "./payment-slip.ts";

const STICKER = "sticker_standby";
/** A sticker is answered at most this often (requirement D8). */
const STICKER_PAUSE_MS = 60 * 60 * 1_000;

/** Messages without words: a short reply, no change of mode, no timer. */
export function answerWordless(turn: Turn, draft: Draft): RuleResult {
  const { input, flow } = turn;
  if (flow.media.image === "handoff" && input.media?.includes("image") === true) return showToPerson(turn, draft);
  if (showsReceipt(input)) return showToPerson(turn, draft);
  if (mayBeSlip(turn, draft)) return showToPerson(turn, draft);
  // A picture's text gave data.
  if (turn.reading !== null && input.message.trim() === "") return goOn(draft);
  if (input.message.trim() !== "" && input.inputClass !== "STICKER_STANDBY" && input.inputClass !== "UNSUPPORTED") {
    return goOn(draft);
  }
  switch (input.inputClass) {
    case "STICKER_STANDBY":
      if (flow.media.sticker === "gesture")
        return heedAs(turn, { ...draft, intentInfo: wordless(STICKER) }, "courtesy");
      return flow.media.sticker === "ignore" || isAnsweredLately(turn)
        ? decided(keepSilent({ ...draft, intentInfo: wordless(STICKER) }, "sticker"))
        : answer(draft, STICKER, flow.texts.sticker);
    case "UNSUPPORTED":
      return answer(draft, "unsupported", flow.texts.unsupported);
    case "RICH_INPUT":
    case "RICH_INPUT_TOOL_INTENT":
      return answer(draft, "rich_input", wordsForFiles(turn) ?? flow.texts.richInput);
    default:
      return decided(keepSilent({ ...draft, intentInfo: wordless("empty") }, "nothing"));
  }
}

/** A proof of payment or a broken jar: a person looks at it, whatever is written beside it. */
function showToPerson(turn: Turn, draft: Draft): RuleResult {
  const seen = { ...draft, intentInfo: wordless("image") };
  const { handoff, unknownIntent } = turn.flow;
  return decided(handOver(turn, seen, handoff.picture ?? unknownIntent, "a picture that a person should look at"));
}

function answer(draft: Draft, intent: string, text: string): RuleResult {
  return decided({ ...draft, intentInfo: wordless(intent), plainText: text }, `${intent}: say that we read text`);
}

function isAnsweredLately({ input, flow }: Turn): boolean {
  return input.history.some(
    (turn) =>
      turn.role === "assistant" &&
      turn.content.includes(flow.texts.sticker) &&
      input.now.getTime() - turn.createdAt.getTime() < STICKER_PAUSE_MS,
  );
}
