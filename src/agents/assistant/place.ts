import type { AgentInput } from "../../core/agent/agent.ts";
import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { readZone } from "../../core/time/zone-words.ts";

export const localeOf = ({ locale = DEFAULT_LOCALE }: AgentInput): Locale => locale;

/** The zone that the customer told of themselves; null when they told none, and the workspace's counts. */
export function ownZone({ memory }: AgentInput): string | null {
  const told = memory?.profile?.timezone ?? null;
  return told === null ? null : readZone(told);
}

/** The zone in which the customer's days and hours are meant. */
export function zoneOf(input: AgentInput): string {
  return ownZone(input) ?? input.timeZone ?? packOf(localeOf(input)).timeZone;
}

/** What the reader of times is told of the customer. */
export const whenOf = (input: AgentInput) => ({ now: input.now, zone: zoneOf(input) });
