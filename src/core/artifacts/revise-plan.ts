import type { ArtifactOf, Draft } from "./artifact.ts";
import type { Plan } from "./contracts.ts";
import { matches, phrases } from "./phrases.ts";
import { readConstraints } from "./read-constraints.ts";

const CHANGES = phrases(`
  ajusta, ajustalo, ajustame, ajuste, cambia, cambialo, cambiame, cambie, modifica, modificalo, actualiza, actualizalo, corrige, adapta
  adaptalo, quita, agrega, agregale, añade, añadele, reorganiza, acorta, alarga, adjust, change, update
`);
const POINTS_BACK = phrases(`
  ese, esa, este, esta, eso, lo anterior, el anterior, que me diste, que hicimos, que me hiciste, lo, por semana, semana, horas, dias
  hora, dia, mas corto, mas largo, that, it
`);
const NAMES_PLAN = phrases(`plan, rutina, cronograma, horario, itinerario`);
const LEAST = 0.75;

/** How surely a text asks to change the plan that was made (requirement F9). */
export function revisionConfidence(text: string): number {
  const has = (list: Parameters<typeof matches>[1]) => matches(text, list).length > 0;
  const hundredths = (has(CHANGES) ? 55 : 0) + (has(POINTS_BACK) ? 25 : 0) + (has(NAMES_PLAN) ? 20 : 0);
  return hundredths / 100;
}

/**
 * The last plan with the constraints of this message; its steps stay. null when the text asks for no change, adds none, or
 * the plan is too old: the caller then makes a new plan.
 */
export function revisePlan(
  text: string,
  last: ArtifactOf<"plan">,
  { now, maxAgeMinutes }: { readonly now: Date; readonly maxAgeMinutes: number },
): Draft<"plan"> | null {
  if (revisionConfidence(text) < LEAST) return null;
  if (now.getTime() - Date.parse(last.created_at) > maxAgeMinutes * 60_000) return null;
  const added = readConstraints(text).filter((constraint) => !last.content.constraints.includes(constraint));
  if (added.length === 0) return null;
  // The newest limits hold: the oldest give way.
  const content = { ...last.content, constraints: [...last.content.constraints, ...added].slice(-12) };
  return {
    type: "plan",
    content,
    citations: [],
    confidence: 0.79,
    revises: { artifactId: last.artifact_id, difference: differenceOf(last.content, content) },
  };
}

/** What changed between two plans, in one line a change: the same for the same plans. */
export function differenceOf(before: Plan, after: Plan): string {
  const changes = (["steps", "constraints", "risks"] as const).flatMap((part) => [
    ...after[part].filter((one) => !before[part].includes(one)).map((one) => `+ ${part}: ${one}`),
    ...before[part].filter((one) => !after[part].includes(one)).map((one) => `- ${part}: ${one}`),
  ]);
  if (before.objective !== after.objective) changes.unshift(`objective: ${before.objective} → ${after.objective}`);
  return changes.length === 0 ? "no change" : changes.join("\n");
}
