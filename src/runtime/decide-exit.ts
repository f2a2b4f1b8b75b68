import { type Departure, departure, isPatient, notLater } from "../core/outbound/human-delay.ts";
import type { Parking } from "../core/ports/mailbox.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import type { Turned, TurnResult } from "./run-turn.ts";

/** What becomes of a turn that was thought. */
export type Exit =
  /** The session is closed, and the turn is thought once more in a new one. */
  | { readonly kind: "starts_anew" }
  /**
   * The conversation is let go until `parking.until`. `joins`: a newer message is answered together
   * with this turn.
   */
  | {
      readonly kind: "parks";
      readonly parking: Parking;
      readonly delayMs: number;
      readonly joins: boolean;
      readonly leaves: Departure | null;
    }
  | {
      readonly kind: "commits";
      readonly commit: TurnResult["commit"];
      readonly typedUntil: Date;
      readonly leaves: Departure | null;
    };

/** What decides beside the turn's own result. */
export interface ExitConditions {
  readonly turn: ClaimedTurn;
  readonly now: Date;
  /** How often newer messages have joined this turn. */
  readonly merges: number;
  readonly maxMerges: number;
  /** When the reply was to leave before a newer message joined; null before the first reply. */
  readonly former: Departure | null;
  /** How fast replies are typed. */
  readonly speed: number;
}

export function decideExit(turned: Turned, conditions: ExitConditions): Exit {
  const { now, merges, maxMerges } = conditions;
  switch (turned.kind) {
    case "starts_anew":
      return { kind: "starts_anew" };
    case "waits": {
      const parking = { ...turned.parking, steps: turned.steps, refuseIfNewer: merges < maxMerges };
      return { kind: "parks", parking, delayMs: msUntil(parking.until, now), joins: true, leaves: null };
    }
    case "limited": {
      // A limit delays and costs no attempt. A newer message joins when the turn goes on, where
      // anything may.
      const { kind: _, ...limited } = turned;
      const delayMs = Math.max(0, msUntil(limited.until, now));
      return { kind: "parks", parking: { ...limited, refuseIfNewer: false }, delayMs, joins: false, leaves: null };
    }
    case "thought":
      return decideReply(turned.result, conditions);
  }
}

/**
 * A reply that is still being typed waits, and can answer what comes meanwhile. One that follows a
 * deed goes out.
 */
function decideReply(
  result: TurnResult,
  { turn, now, merges, maxMerges, former, speed }: ExitConditions,
): Extract<Exit, { kind: "parks" | "commits" }> {
  const { commit, spokenAt, typingMs, deeds, trials } = result;
  // A reply to no message counts from the beginning of its run.
  const typed = departure(spokenAt.length > 0 ? spokenAt : [turn.run.createdAt], { typingMs, speed });
  const leaving = former === null ? typed : notLater(typed, former);
  const leaves = typingMs > 0 ? leaving : null;
  const mayMerge =
    (merges === 0 || (merges < maxMerges && isPatient(spokenAt, now))) && !deeds.some((deed) => deed.isExternal);
  const refuseIfNewer = commit.refuseIfNewer && mayMerge;
  const until = leaving.at;
  const delayMs = msUntil(until, now);
  if (delayMs <= 0) return { kind: "commits", commit: { ...commit, refuseIfNewer }, typedUntil: until, leaves };
  const parking = { until, refuseIfNewer, steps: commit.steps, toolCalls: trials };
  return { kind: "parks", parking, delayMs, joins: true, leaves };
}

function msUntil(instant: Date, now: Date): number {
  return instant.getTime() - now.getTime();
}
