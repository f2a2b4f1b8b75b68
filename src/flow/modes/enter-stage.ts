/** The ways into each stage, with the words on entering. Several rules lead to the same door. */

import { because, type Draft, say, signal, type Turn } from "../draft/draft.ts";
import { takeAskedPlace } from "../sale/asked-place.ts";
import { captureFields } from "../sale/capture-fields.ts";
import { isPickedUp, isReadyToOffer, measureCompleteness } from "../sale/completeness.ts";
import { hasKnownData, knownFields } from "../sale/known-fields.ts";
import { packSpokenOf } from "../sale/pack-spoken-of.ts";
import { moveMode } from "./move-mode.ts";

/** The customer buys: asks for data, or takes the next step at once when enough of it is there. */
export function enterPurchase(turn: Turn, started: Draft): Draft {
  const isKnown = hasKnownData(turn);
  const isAsBefore = isKnown && turn.reading?.messages.some((one) => one.isAsBefore === true) === true;
  const draft = isAsBefore ? withKnownData(turn, started, "they say it themselves: the same data as before") : started;
  if (isReadyToOffer(turn.flow, draft)) return enterOffer(turn, draft);
  const collecting = enterCollect(turn, draft);
  if (isKnown && !isAsBefore) return say(collecting, "knownData");
  return say(collecting, draft.pack === null ? "askData" : "packNoted");
}

/** What we know of the customer holds for this purchase too; what they told in it comes first. */
export function withKnownData(turn: Turn, draft: Draft, reason: string): Draft {
  return because(captureFields(draft, { ...knownFields(turn), ...draft.data }, []), reason);
}

/**
 * The customer says that they are done, by a yes or by choosing a pack, while data is collected. What an order cannot do
 * without is all that may hold them up; null: it is missing.
 */
export function goOnWithYes(turn: Turn, draft: Draft): Draft | null {
  const { hasCritical, hasMinimum } = measureCompleteness(turn.flow, draft.data);
  if (!hasCritical) return null;
  const spokenOf = draft.pack ?? packSpokenOf(turn);
  if (spokenOf !== draft.pack)
    return enterSummary(
      turn,
      because({ ...draft, pack: spokenOf }, `a yes, and pack ${spokenOf} was spoken of before`),
    );
  return draft.pack !== null || hasMinimum ? enterOffer(turn, draft) : null;
}

/** Collects, for the door or for the office, as the data says. Says nothing. */
export function enterCollect(turn: Turn, draft: Draft): Draft {
  const { collect, collectPickup } = turn.flow.purposes;
  const mode = isPickedUp(turn.flow, draft.data) ? (collectPickup ?? collect) : collect;
  const { draft: moved } = moveMode(turn, draft, [mode]);
  return signal(takeAskedPlace(turn, moved), "start", "data is being collected");
}

/** Shows the packs, or the summary when one is chosen already. Asks for missing data instead. */
export function enterOffer(turn: Turn, draft: Draft): Draft {
  return draft.pack === null ? showOffer(turn, draft, false) : enterSummary(turn, draft);
}

/** Shows the packs, whatever was chosen before. */
export function showOffer(turn: Turn, draft: Draft, isForced: boolean): Draft {
  const { offer } = turn.flow.purposes;
  const move = moveMode(turn, draft, [...doorTo(turn, draft), offer], isForced);
  if (move.kind === "held") return askForMissing(turn, draft);
  return signal(say(move.draft, "offer"), "start", "the packs are offered");
}

export function enterSummary(turn: Turn, draft: Draft): Draft {
  const { offer, summary } = turn.flow.purposes;
  const move = moveMode(turn, draft, draft.mode === summary ? [summary] : [...doorTo(turn, draft), offer, summary]);
  if (move.kind === "held") return askForMissing(turn, draft);
  // A customer who told everything at once needs no list to choose from.
  const chosen = { ...move.draft, steps: move.draft.steps.filter((step) => step !== "offer") };
  return saySummary(chosen);
}

/** The summary, and the wait for its yes. */
export function saySummary(draft: Draft): Draft {
  return signal(say(draft, "summary"), "start", "a pack waits for its confirmation");
}

/** Keeps a pack while the missing data is asked for. */
function askForMissing(turn: Turn, draft: Draft): Draft {
  const collecting = enterCollect(turn, because(draft, "data is missing: it is asked for"));
  return say(collecting, draft.pack === null ? "missingData" : "packNoted");
}

/** From conversation the offer is reached through collecting. */
function doorTo({ flow }: Turn, { mode, data }: Draft): string[] {
  const { offer, collect, collectPickup } = flow.purposes;
  if (mode === offer || flow.transitions[mode]?.[offer] === true) return [];
  return [isPickedUp(flow, data) ? (collectPickup ?? collect) : collect];
}
