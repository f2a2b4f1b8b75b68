import { foldLetters } from "../plain-text.ts";
import type { Draft } from "./artifact.ts";
import { readConstraints } from "./read-constraints.ts";

const LIST_LINE = /^(?:[-*•]|\d{1,2}[.)])[ \t]+(\S.*)$/u;
const HEADING = /^[*_#\s]{0,8}([\p{L} ]{3,40}?)[*_\s]{0,4}:[*_\s]{0,4}(.{0,500})$/u;
const OBJECTIVE =
  /\b(?:plan|rutina|cronograma|itinerario|horario|estrategia|planear|planificar|organizar|pasos) (?:de |para |semanal |diario )?(.{3,300})$/iu;

const SECTIONS: Readonly<Record<string, "steps" | "constraints" | "risks" | "objective">> = {
  pasos: "steps",
  plan: "steps",
  restricciones: "constraints",
  limites: "constraints",
  riesgos: "risks",
  objetivo: "objective",
  meta: "objective",
};

/**
 * Reads a plan from an answer that lists its steps, or from a request that lists them itself. A text without a list makes none.
 */
export function makePlan(
  query: string,
  answer: string,
): { kind: "made"; draft: Draft<"plan"> } | { kind: "not_made"; reason: string } {
  const read = readSections(answer);
  const steps = read.steps.length > 0 ? read.steps : statedSteps(query);
  if (steps.length === 0) return { kind: "not_made", reason: "no_steps" };
  return {
    kind: "made",
    draft: {
      type: "plan",
      content: {
        objective: (read.objective ?? objectiveOf(query)).slice(0, 500),
        steps: steps.slice(0, 12).map((step) => step.slice(0, 400)),
        constraints: [...new Set([...readConstraints(query), ...read.constraints])]
          .slice(0, 12)
          .map((one) => one.slice(0, 300)),
        risks: read.risks.slice(0, 10).map((risk) => risk.slice(0, 300)),
        extra_sections: read.extra,
      },
      citations: [],
      confidence: 0.74,
    },
  };
}

interface Sections {
  objective: string | null;
  readonly steps: string[];
  readonly constraints: string[];
  readonly risks: string[];
  readonly extra: { title: string; content: string }[];
}

/** Lists before any heading are steps; a heading that we do not know opens an extra section. */
function readSections(answer: string): Sections {
  const read: Sections = { objective: null, steps: [], constraints: [], risks: [], extra: [] };
  let into: "steps" | "constraints" | "risks" | "objective" | { title: string; lines: string[] } = "steps";
  const extras: { title: string; lines: string[] }[] = [];
  const lines = answer.split(/\r?\n/u).map((one) => one.trim());
  // A plan has no sources: an address in it was never fetched and may not exist.
  for (const line of lines.filter((one) => !/https?:|www\./iu.test(one))) {
    const heading = LIST_LINE.test(line) ? null : HEADING.exec(line);
    if (heading !== null) {
      const [, title = "", rest = ""] = heading;
      const known = SECTIONS[foldLetters(title.trim())];
      const extra = { title: title.trim().slice(0, 120), lines: rest === "" ? [] : [rest] };
      if (known === undefined) extras.push(extra);
      into = known ?? extra;
      if (known === "objective" && rest.trim() !== "") {
        read.objective = rest.trim();
        // The objective is one line: what is listed below it are the steps.
        into = "steps";
      }
      continue;
    }
    const item = LIST_LINE.exec(line)?.[1]?.trim();
    if (typeof into === "object") {
      if (line !== "") into.lines.push(item ?? line);
    } else if (into === "objective") {
      read.objective ??= line === "" ? null : (item ?? line);
      if (read.objective !== null) into = "steps";
    } else if (item !== undefined) read[into].push(item);
  }
  const filled = extras.filter(({ lines }) => lines.length > 0).slice(0, 12);
  read.extra.push(...filled.map(({ title, lines }) => ({ title, content: lines.join("\n").slice(0, 2_000) })));
  return read;
}

/** `…: primero esto, luego aquello y al final lo otro`, or lines with numbers, in the customer's own words. */
function statedSteps(query: string): string[] {
  const listed = query.split(/\r?\n/u).flatMap((line) => LIST_LINE.exec(line.trim())?.[1]?.trim() ?? []);
  if (listed.length > 0) return listed;
  const after = query
    .split(/:[ \t]/u)
    .slice(1)
    .join(": ");
  const parts = after.split(/,| y luego | luego | despu[eé]s | y (?=\p{L}+[aei]r )/u).map((part) => part.trim());
  const steps = parts.filter((part) => part.length >= 3).map((part) => part.replace(/[.]$/u, ""));
  return steps.length >= 2 ? steps : [];
}

function objectiveOf(query: string): string {
  const line = query.split(/\r?\n/u)[0]?.trim() ?? "";
  const wanted = OBJECTIVE.exec(line.split(/:[ \t]|:$/u)[0] ?? line)?.[1];
  return wanted ?? (line === "" ? query.trim() : line);
}
