import type * as z from "zod";
import { nearestName } from "../../core/nearest-name.ts";
import { FAULT_KINDS } from "../../simulator/fault-kinds.ts";
import {
  actionShape,
  expectationShape,
  fileShape,
  scenarioShape,
  startingPointShape,
  stepShape,
} from "./scenario-schema.ts";

export type Path = readonly (string | number)[];

/** Something that a scenario file says and that cannot be meant. `path` leads to it, a key that is unknown included. */
export interface ScenarioFault {
  readonly path: Path;
  readonly sentence: string;
}

/** The faults of an issue, in sentences: `step 3: \`wiat\` is no action; did you mean \`wait\`?` */
export function faultsOf(issue: z.core.$ZodIssue, file: unknown): ScenarioFault[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "invalid_union") {
    const inner = closest(issue.errors);
    if (inner !== null && path.at(-2) !== "fault")
      return faultsOf({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, file);
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], sentence: `${placeOf(path)}${unknownKey(path, key)}` }));
  }
  if (issue.code === "invalid_union" && path.at(-2) === "fault") {
    const kind = String(valueAt(file, path));
    const nearest = nearestName(kind, FAULT_KINDS);
    return [
      { path, sentence: `${placeOf(path)}\`${kind}\` is no fault of the simulator; did you mean \`${nearest}\`?` },
    ];
  }
  if (path.at(-2) === "steps" && issue.code === "custom") {
    return [{ path, sentence: `${placeOf(path)}${issue.message}` }];
  }
  const given = valueAt(file, path);
  const subject = path.length === 0 ? "the file " : `${nameWithin(path)} `;
  const sentence =
    given === undefined && path.length > 0
      ? `${subject}is missing: it ${issue.message}`
      : `${subject}${issue.message}${describeGiven(given)}`;
  return [{ path, sentence: `${placeOf(path)}${sentence}` }];
}

/** The alternative of a union that matched furthest: the author meant that one. */
function closest(alternatives: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | null {
  const deep = alternatives.flat().filter((issue) => issue.path.length > 0 || issue.code === "unrecognized_keys");
  return deep.toSorted((one, other) => other.path.length - one.path.length)[0] ?? null;
}

/** What is known at a place, and what an unknown word there would have been. */
function vocabularyAt(path: Path): { readonly known: readonly string[]; readonly what: string } | null {
  if (path.includes("fault")) return null;
  const parent = path.findLast((part) => typeof part === "string");
  if (parent === undefined) return { known: Object.keys(fileShape), what: "part of a scenario file" };
  if (parent === "expect") return { known: Object.keys(expectationShape), what: "expectation" };
  if (parent === "steps") return { known: Object.keys(stepShape), what: "action" };
  if (parent === "scenarios") return { known: Object.keys(scenarioShape), what: "part of a scenario" };
  if (parent === "from" || path[0] === "startingPoints") {
    return { known: Object.keys(startingPointShape), what: "part of a starting point" };
  }
  return null;
}

function unknownKey(path: Path, key: string): string {
  const vocabulary = vocabularyAt(path);
  if (vocabulary === null) return `\`${key}\` is not known here`;
  const { known, what } = vocabulary;
  if (what === "action" && key in expectationShape && !(key in actionShape)) {
    return `\`${key}\` is expected, so it stands below \`expect:\``;
  }
  if (what === "expectation" && key in actionShape && !(key in expectationShape)) {
    return `\`${key}\` is an action, so it stands beside \`expect:\`, not below it`;
  }
  return `\`${key}\` is no ${what}; did you mean \`${nearestName(key, known)}\`?`;
}

/** `step 3: `, `step 3, expect: `, `from: `: how a person would say where it is, within its scenario. */
function placeOf(path: Path): string {
  const step = numberAfter(path, "steps");
  const parts = [
    ...(step === null ? [] : [`step ${step}`]),
    ...(step !== null && path.includes("expect") ? ["expect"] : []),
    ...(step === null && path.includes("from") ? ["from"] : []),
    ...(path[0] === "startingPoints" && path.length > 1 ? [`starting point "${path[1]}"`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")}: `;
}

/** `orders.1.total` of a path that goes on below `expect`. */
function nameWithin(path: Path): string {
  const from = path.findLastIndex((part) => OPENINGS.has(part));
  const own = path.slice(from + 1).filter((part, index) => !(index === 0 && typeof part === "number"));
  return `\`${(own.length === 0 ? path.slice(-1) : own).join(".")}\``;
}

const OPENINGS: ReadonlySet<string | number> = new Set(["expect", "from", "steps", "scenarios", "startingPoints"]);

function numberAfter(path: Path, name: string): number | null {
  const at = path.indexOf(name);
  const index = at === -1 ? undefined : path[at + 1];
  return typeof index === "number" ? index + 1 : null;
}

function valueAt(file: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    file,
  );
}

function describeGiven(value: unknown): string {
  if (value === undefined) return "";
  const text = JSON.stringify(value);
  return `, not ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`;
}
