import { FIRST_VISIT_TEMPLATES } from "./first-visit-templates.ts";
import { GREETING } from "./intents.ts";
import { REPEAT_VISIT_TEMPLATES } from "./repeat-visit-templates.ts";
import type { Template } from "./template.ts";

/** A turn says at most this much (requirement A27). */
export const MAX_TEMPLATES = 3;
export const MAX_INTENTS = 3;

export const TEMPLATES: readonly Template[] = [...FIRST_VISIT_TEMPLATES, ...REPEAT_VISIT_TEMPLATES];

const RANK: Readonly<Record<Template["priority"], number>> = { CORE: 0, COMPLEMENTARIA: 1, OPCIONAL: 2 };

export interface Said {
  /** Intents seen before this turn: they decide between first visit and repeat (L-14). */
  readonly intents: ReadonlySet<string>;
  /** Ids of templates sent in the session, oldest first. */
  readonly templates: readonly string[];
}

/**
 * The templates that answer `intents`, in the order in which they are said: first the best of each intent, then the
 * most important of the rest, at most `limit`. The greeting opens, whatever else is said.
 */
export function chooseTemplates(intents: readonly string[], said: Said, limit = MAX_TEMPLATES): Template[] {
  const asked = intents.slice(0, MAX_INTENTS);
  const pools = asked.map((intent) => poolOf(intent, said, asked.length === 1));
  const heads = pools.flatMap((pool) => pool.slice(0, 1));
  const rest = pools.flatMap((pool) => pool.slice(1)).sort((one, other) => RANK[one.priority] - RANK[other.priority]);
  return [...heads, ...rest]
    .slice(0, limit)
    .sort((one, other) => Number(other.intent === GREETING) - Number(one.intent === GREETING));
}

/**
 * What may still be said about one intent, the most important first. A repeated question gets one text: one that was
 * not sent yet, else, when it is all that was asked, the repeat text that was sent longest ago.
 */
function poolOf(intent: string, said: Said, isAskedAlone: boolean): Template[] {
  const isFirstVisit = !said.intents.has(intent);
  const own = TEMPLATES.filter((template) => template.intent === intent).sort(
    (one, other) => RANK[one.priority] - RANK[other.priority] || one.order - other.order,
  );
  const unsent = own.filter((template) => !said.templates.includes(template.id));
  const first = unsent.filter((template) => template.visitType === "primera_vez");
  if (isFirstVisit && first.length > 0) return first;
  const repeats = own.filter((template) => template.visitType === "siguientes");
  const fresh = unsent.filter((template) => template.visitType === "siguientes");
  if (fresh.length > 0) return fresh.slice(0, 1);
  // A greeting before an answer may be left out; a question may not.
  if (intent === GREETING && !isAskedAlone) return [];
  const sentAt = (template: Template): number => said.templates.lastIndexOf(template.id);
  return [...repeats].sort((one, other) => sentAt(one) - sentAt(other)).slice(0, 1);
}
