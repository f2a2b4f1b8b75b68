import { stemsOf } from "../knowledge/spanish-stems.ts";
import { storedText } from "../stored-text.ts";
import type { ArtifactOf, Draft } from "./artifact.ts";
import type { Plan } from "./contracts.ts";
import { clausesOf, directives, findDirectives } from "./directives.ts";
import { matches, phrases } from "./phrases.ts";
import { readConstraints } from "./read-constraints.ts";

const CHANGES = directives(`
  ajustar cambiar modificar actualizar corregir adaptar quitar agregar anadir reorganizar acortar alargar mover eliminar reemplazar subir bajar sumar poner
  borrar recortar ampliar incluir
`);
const CHANGES_IN_ENGLISH = phrases(`adjust, change, update`);
const POINTS_BACK = phrases(`
  ese, esa, este, esta, eso, lo anterior, el anterior, que me diste, que hicimos, que me hiciste, lo, por semana, semana, horas, dias
  hora, dia, mas corto, mas largo, al plan, del plan, ultimo paso, primer paso, el paso, lunes, martes, miercoles, jueves, viernes, sabado, domingo, that, it
`);
const NAMES_PLAN = phrases(`plan, rutina, cronograma, horario, itinerario`);
const LEAST = 0.75;

/** How surely a text asks to change the plan that was made (requirement F9). */
export function revisionConfidence(text: string): number {
  const has = (list: Parameters<typeof matches>[1]) => matches(text, list).length > 0;
  const changes = has(CHANGES_IN_ENGLISH) || findDirectives(clausesOf(text), CHANGES).length > 0;
  const hundredths = (changes ? 55 : 0) + (has(POINTS_BACK) ? 25 : 0) + (has(NAMES_PLAN) ? 20 : 0);
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
  const said = readConstraints(text);
  const added = (said.length > 0 ? said : ownWords(text)).filter(
    (constraint) => !last.content.constraints.includes(constraint),
  );
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

const FEWEST_WORDS = 3;
const NOTHING: ReadonlySet<string> = new Set();

/** A change that no rule reads as a limit is kept as the customer said it: "cámbiele el paso 3, mejor el viernes". */
function ownWords(text: string): string[] {
  const saysWhat = stemsOf(text, NOTHING).length >= FEWEST_WORDS;
  return saysWhat ? [storedText(text.replaceAll(/\s+/gu, " ").trim(), 300)] : [];
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
