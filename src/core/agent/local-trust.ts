import { wilsonInterval } from "../wilson.ts";
import type { Agent } from "./agent.ts";

/**
 * When answers that no language model was asked for are trusted no more. A few of them are audited (asked of a model, or of
 * a person, after the fact); what that says of the last week decides.
 */
export const LOCAL_TRUST = {
  /** Precision that local answers must not fall below. */
  floor: 0.93,
  /** Fewer audits than these say nothing. */
  least: 30,
  days: 7,
  /**
   * One-sided 90 %. A stop by chance costs model calls; a missed stop costs customers wrong
   * answers.
   */
  z: 1.2816,
} as const;

export interface AuditCount {
  readonly audited: number;
  readonly right: number;
}

/** `fallen`: even the best that the audits allow lies below the floor. */
export type Trust = "too_few" | "holds" | "fallen";

export function judgeTrust({ audited, right }: AuditCount): Trust {
  if (audited < LOCAL_TRUST.least) return "too_few";
  const [, highest] = wilsonInterval(right, audited, LOCAL_TRUST.z);
  return highest < LOCAL_TRUST.floor ? "fallen" : "holds";
}

/**
 * The key of a stop of an agent's own answers. Without a trained model its rules answer, so the key
 * is its version.
 */
export function nameLocalModel({ localModel, version }: Pick<Agent, "localModel" | "version">): string {
  return localModel ?? `version ${version}`;
}
