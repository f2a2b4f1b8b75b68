import type { Acknowledgement } from "../core/ports/flow-reader.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  justSaid,
  type RuleResult,
  say,
  signal,
  stageOf,
  type Turn,
  wordless,
} from "./draft.ts";
import { carryOut } from "./effects.ts";
import type { Effect, Stage } from "./flow-definition.ts";

/**
 * What a message that only acknowledges means:
 * - `intent`: perhaps an answer to "shall we?"; if no rule says so, it is only politeness
 * - `rest`: silence, and after a while we take the conversation up again (requirement A22)
 * - `nothing`: silence
 */
type Meaning = "intent" | "rest" | "nothing" | "which_pack" | "confirms" | "perhaps_confirms" | "ask_again";

/** "Sí" in every stage. A cell that is missing does not compile. */
const MEANING: Readonly<Record<Stage, Readonly<Record<Acknowledgement, Meaning>>>> = {
  welcome: { yes: "intent", fine: "intent", courtesy: "rest" },
  talk: { yes: "intent", fine: "intent", courtesy: "rest" },
  collect: { yes: "nothing", fine: "nothing", courtesy: "nothing" },
  offer: { yes: "which_pack", fine: "which_pack", courtesy: "nothing" },
  summary: { yes: "confirms", fine: "perhaps_confirms", courtesy: "ask_again" },
  confirmed: { yes: "nothing", fine: "nothing", courtesy: "nothing" },
  provisional: { yes: "confirms", fine: "nothing", courtesy: "nothing" },
  handoff: { yes: "nothing", fine: "nothing", courtesy: "nothing" },
};

export function heedAcknowledgement(turn: Turn, draft: Draft): RuleResult {
  const said = strongest(turn);
  if (said === null || draft.captured.length > 0 || draft.steps.length > 0) return goOn(draft);
  return heedAs(turn, { ...draft, intentInfo: wordless("acknowledgment") }, said);
}

/** `named` has the name under which the acknowledgement is recorded. */
export function heedAs(turn: Turn, named: Draft, said: Acknowledgement): RuleResult {
  switch (MEANING[stageOf(turn.flow, named.mode)][said]) {
    case "intent":
      return asksToBuy(turn) ? goOn({ ...named, intentInfo: null }) : rest(named, said);
    case "rest":
      return rest(named, said);
    case "nothing":
      return decided(named, `only an acknowledgement (${said}): stay silent`);
    case "which_pack":
      return decided(say(named, "whichPack"), "a yes that names no pack: which one is asked");
    case "confirms":
      return confirm(turn, named, 95);
    case "perhaps_confirms":
      // "ok" alone is no order; right after the question for it, it is (requirement B5, a second look).
      return justSaid(turn, "summary", "askConfirmation") ? confirm(turn, named, 88) : askAgain(turn, named);
    case "ask_again":
      return askAgain(turn, named);
  }
}

function rest(draft: Draft, said: Acknowledgement): RuleResult {
  return decided(signal(draft, "start", "silence"), `only an acknowledgement (${said}): stay silent`);
}

function askAgain(turn: Turn, draft: Draft): RuleResult {
  return justSaid(turn, "askConfirmation")
    ? decided(draft, "asked for the confirmation already: stay silent")
    : decided(say(draft, "askConfirmation"), "unclear whether it is confirmed: asked once");
}

function confirm(turn: Turn, draft: Draft, confidence: number): RuleResult {
  const [intent, definition] =
    Object.entries(turn.flow.intents).find(([, one]) => one.effect === ("confirm" satisfies Effect)) ?? [];
  if (intent === undefined || definition === undefined) return goOn(draft);
  const info = { intent, confidence, alternatives: [{ intent: "acknowledgment", confidence: 100 - confidence }] };
  const seen = because(
    { ...draft, intentInfo: { ...info, reasoning: "a yes to our question" }, seen: [...draft.seen, intent] },
    `a yes to our question: ${intent}`,
  );
  return decided(carryOut(turn, seen, { intent, definition }));
}

/** Whether the classifier, who knows our last messages, takes it for more than politeness. */
function asksToBuy({ flow, reading }: Turn): boolean {
  const info = reading?.intent;
  return info != null && info.confidence >= flow.bands.reanalyse && flow.intents[info.intent]?.effect !== "inform";
}

function strongest({ reading }: Turn): Acknowledgement | null {
  const messages = reading?.messages ?? [];
  if (messages.length === 0 || messages.some(({ acknowledgement }) => acknowledgement === null)) return null;
  for (const kind of ["yes", "fine"] as const) {
    if (messages.some(({ acknowledgement }) => acknowledgement === kind)) return kind;
  }
  return "courtesy";
}
