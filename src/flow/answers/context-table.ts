import type { Acknowledgement } from "../../core/ports/flow-reader.ts";
import type { Effect } from "../definition/flow-definition.ts";
import { stageOf, type Turn } from "../draft/draft.ts";
import { standingQuestions } from "../draft/standing-questions.ts";
import { isJustWarned } from "../modes/hold-sale.ts";

/** An answer that says nothing but itself: "sí", "ok", "gracias", "no", "2". */
export type BareAnswer = Acknowledgement | "number";

/** What the customer answers: our last question, else the stage of the sale. */
type Situation =
  /** We asked nothing. */
  | "nothing"
  /** We asked nothing, and the talk about the shop's goods goes on. */
  | "talk"
  /** "Shall we?": in our last message, or in one of the two before it. */
  | "buy"
  | "buy_earlier"
  /** "Do you mean …?" */
  | "meaning"
  | "same_data"
  | "delivery"
  /** Data is being collected. */
  | "data"
  | "pack"
  /** The summary waits for its yes, asked in our last message or earlier. */
  | "confirm"
  | "confirm_earlier"
  /** Behind the shop's answer to an illness: a bare yes may be said to that. */
  | "warned"
  /**
   * The summary is wrong, and we asked for the right value: a yes to that does not confirm the
   * order.
   */
  | "correction"
  | "ordered"
  /** A timer has placed the order. */
  | "keep_order"
  | "person";

/**
 * - `rest`: silence, and after a while we take the sale up again (requirement A22)
 * - `silence`: nothing follows
 * - `read`: the answer alone means nothing here; its words are read like any others
 * - `which_pack`, `ask_confirmation`, `ask_data`, `ask_delivery`: our question is put (again)
 * - `say_missing`: once some of the data is there, what is missing is said
 * - `next_step`: the next step once what an order needs is there; silence before that
 * - `take_over`: the data that we knew is true
 * - an effect, and how sure it is: it happens
 */
export type Meaning =
  | "rest"
  | "silence"
  | "read"
  | "which_pack"
  | "ask_confirmation"
  | "ask_data"
  | "ask_delivery"
  | "take_over"
  | "say_missing"
  | "next_step"
  | { readonly effect: Effect; readonly confidence: number };

const sure = (effect: Effect, confidence = 95): Meaning => ({ effect, confidence });

/**
 * Every bare answer to every question of ours (requirements A11, A21; scenarios 19–25). A missing
 * cell does not compile.
 */
// biome-ignore format: a table is read in columns
const TABLE: Readonly<Record<Situation, Readonly<Record<BareAnswer, Meaning>>>> = {
  nothing:         { yes: "rest",                   fine: "rest",                       courtesy: "rest",             no: "read",                no_thanks: "read",             number: "read" },
  talk:            { yes: "rest",                   fine: "rest",                       courtesy: "rest",             no: "read",                no_thanks: "read",             number: sure("choose_pack", 88) },
  buy:             { yes: sure("start_collecting"), fine: sure("start_collecting", 88), courtesy: "rest",             no: sure("close", 90),     no_thanks: sure("close"),      number: sure("choose_pack", 90) },
  buy_earlier:     { yes: sure("start_collecting"), fine: sure("start_collecting", 70), courtesy: "rest",             no: sure("close", 75),     no_thanks: sure("close"),      number: sure("choose_pack", 88) },
  meaning:         { yes: sure("start_collecting", 90), fine: "rest",                       courtesy: "rest",             no: "read",                no_thanks: "read",             number: sure("choose_pack", 88) },
  same_data:       { yes: "take_over",              fine: "take_over",                  courtesy: "ask_data",         no: "ask_data",            no_thanks: "read",             number: "read" },
  delivery:        { yes: "ask_delivery",           fine: "silence",                    courtesy: "silence",          no: "ask_delivery",        no_thanks: "read",             number: "read" },
  data:            { yes: "say_missing",            fine: "next_step",                  courtesy: "silence",          no: "silence",             no_thanks: "read",             number: sure("choose_pack", 90) },
  pack:            { yes: "which_pack",             fine: "which_pack",                 courtesy: "silence",          no: sure("close", 75),     no_thanks: sure("close"),      number: sure("choose_pack") },
  confirm:         { yes: sure("confirm"),          fine: sure("confirm", 88),          courtesy: "ask_confirmation", no: sure("postpone", 90),  no_thanks: sure("close"),      number: sure("choose_pack") },
  confirm_earlier: { yes: sure("confirm"),          fine: "ask_confirmation",           courtesy: "ask_confirmation", no: sure("postpone", 88),  no_thanks: sure("close"),      number: sure("choose_pack") },
  warned:          { yes: "ask_confirmation",       fine: "ask_confirmation",           courtesy: "ask_confirmation", no: sure("postpone", 88),  no_thanks: sure("close"),      number: sure("choose_pack") },
  correction:      { yes: "silence",                fine: "silence",                    courtesy: "silence",          no: "ask_confirmation",    no_thanks: "ask_confirmation", number: "read" },
  ordered:         { yes: "silence",                fine: "silence",                    courtesy: "silence",          no: "silence",             no_thanks: "silence",          number: "read" },
  keep_order:      { yes: sure("confirm"),          fine: "silence",                    courtesy: "silence",          no: sure("close", 85),     no_thanks: sure("close"),      number: sure("choose_pack") },
  person:          { yes: "silence",                fine: "silence",                    courtesy: "silence",          no: "silence",             no_thanks: "silence",          number: "silence" },
};

export function meaningOf(turn: Turn, answer: BareAnswer): Meaning {
  return TABLE[situationOf(turn)][answer];
}

function situationOf(turn: Turn): Situation {
  const { flow, input } = turn;
  const { now, lately } = standingQuestions(turn);
  const stage = stageOf(flow, input.session.mode);
  if (stage === "handoff") return "person";
  if (now.includes("same_data")) return "same_data";
  if (now.includes("delivery") && stage !== "confirmed" && stage !== "provisional") return "delivery";
  switch (stage) {
    case "collect":
      return "data";
    case "offer":
      return "pack";
    case "summary":
      if (now.includes("correction")) return "correction";
      if (now.includes("confirm")) return "confirm";
      return isJustWarned(turn) ? "warned" : "confirm_earlier";
    case "confirmed":
      return "ordered";
    case "provisional":
      return "keep_order";
    default:
      if (now.includes("buy")) return "buy";
      if (now.includes("meaning")) return "meaning";
      if (lately.includes("buy")) return "buy_earlier";
      return stage === "talk" ? "talk" : "nothing";
  }
}
