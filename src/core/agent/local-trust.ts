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
  return wilsonUpperBound(right, audited, LOCAL_TRUST.z) < LOCAL_TRUST.floor ? "fallen" : "holds";
}

/** The highest share that `right` of `of` is still compatible with (Wilson's score interval). */
export function wilsonUpperBound(right: number, of: number, z: number): number {
  const share = right / of;
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return (share + (z * z) / (2 * of) + spread) / (1 + (z * z) / of);
}

/**
 * The key of a stop of an agent's own answers. Without a trained model its rules answer, so the key
 * is its version.
 */
export function nameLocalModel({ localModel, version }: Pick<Agent, "localModel" | "version">): string {
  return localModel ?? `version ${version}`;
}
