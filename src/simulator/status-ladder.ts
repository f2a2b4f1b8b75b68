import type { FaultBoard, Occasion } from "./fault-board.ts";

export interface Rung {
  readonly status: "sent" | "delivered" | "read" | "failed";
  readonly code: number | null;
  readonly hasOpaque: boolean;
  /** The wait before it is made. */
  readonly delayMs: number;
}

/**
 * The reports that will be made about one message, in order: sent, delivered, read, unless faults
 * change that.
 */
export function statusLadder(faults: FaultBoard, occasion: Occasion): readonly Rung[] {
  if (faults.strike("no_statuses", occasion) !== null) return [];
  const delayMs = faults.strike("delay_statuses", occasion)?.delayMs ?? 0;
  const rung = (status: Rung["status"]): Rung => ({ status, code: null, hasOpaque: true, delayMs });
  const failure = ({ code, withoutOpaque }: { code: number; withoutOpaque: boolean }): Rung => ({
    ...rung("failed"),
    code,
    hasOpaque: !withoutOpaque,
  });

  const failed = faults.strike("failed", occasion);
  if (failed !== null) return [failure(failed)];
  const failedLater = faults.strike("failed_after_sent", occasion);
  if (failedLater !== null) return [rung("sent"), failure(failedLater)];

  let statuses: Rung["status"][] = ["sent", "delivered", "read"];
  if (faults.strike("read_without_delivered", occasion) !== null) statuses = ["sent", "read"];
  if (faults.strike("missing_sent", occasion) !== null) statuses = statuses.filter((status) => status !== "sent");
  else if (faults.strike("late_sent", occasion) !== null) statuses = [...statuses.slice(1), "sent"];
  return statuses.map(rung);
}
