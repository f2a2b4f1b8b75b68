import { type Document, isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import { faultsOf, type Path, type ScenarioFault } from "./scenario-fault.ts";
import { fileSchema, type WrittenFile } from "./scenario-schema.ts";

/** A sentence about a line of a file: `selling.yaml:12: scenario "23", step 1: …`. */
export interface LocatedFault {
  readonly line: number;
  readonly sentence: string;
}

export type ReadFile =
  | { readonly kind: "read"; readonly file: WrittenFile; lineOf(path: Path): number }
  | { readonly kind: "faulty"; readonly faults: readonly LocatedFault[] };

/** Reads the text of a scenario file: what it says, or every fault of it with its line. */
export function readScenarioFile(text: string): ReadFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => ({
      line: lineAt(pos[0]),
      sentence: `this is no YAML: ${message.split(" at line ")[0]}`,
    }));
    return { kind: "faulty", faults };
  }
  const cut = keepAsWritten(document).map((offset) => ({
    line: lineAt(offset),
    sentence: "a text ends where ` #` begins a comment: put the text in quotes, or the comment on a line of its own",
  }));
  if (cut.length > 0) return { kind: "faulty", faults: cut };
  const lineOf = (path: Path): number => lineAt(offsetOf(document, path));
  const value: unknown = document.toJS({ maxAliasCount: 10_000 });
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return { kind: "read", file: parsed.data, lineOf };
  const faults = withoutEchoes(parsed.error.issues.flatMap((issue) => faultsOf(issue, value)))
    .map(({ path, sentence }) => ({ line: lineOf(path), sentence: `${scenarioName(value, path)}${sentence}` }))
    .toSorted((one, other) => one.line - other.line);
  return { kind: "faulty", faults };
}

/** A word that is misspelt leaves its step empty: one sentence is enough. */
function withoutEchoes(faults: readonly ScenarioFault[]): ScenarioFault[] {
  const within = (path: Path, place: Path) =>
    path.length > place.length && place.every((part, at) => path[at] === part);
  return faults.filter(({ path }) => path.at(-2) !== "steps" || !faults.some((other) => within(other.path, path)));
}

/** Where people write words: `says: 2` means the text "2", and a phone keeps its zeros. */
const WORDS = new Set("says button words operatorSays said texts data known id title shippingAddress note".split(" "));

/** Makes texts of what YAML took for numbers. Returns where a text was cut off by a comment: `Calle 45 #12-30`. */
function keepAsWritten(document: Document): number[] {
  const cut: number[] = [];
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || !WORDS.has(String(pair.key.value)) || !isNode(pair.value)) return;
      visit(pair.value, {
        Scalar(key, scalar) {
          if (key === "key") return;
          const isText = typeof scalar.value === "number" || typeof scalar.value === "boolean";
          if (isText && scalar.source !== undefined) scalar.value = scalar.source;
          if (scalar.type === "PLAIN" && typeof scalar.comment === "string") cut.push(scalar.range?.[0] ?? 0);
        },
      });
    },
  });
  return [...new Set(cut)];
}

/** Where in the text a path leads; the nearest thing around it where nothing stands there itself. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === name);
      const key = isPair(pair) && isScalar(pair.key) ? pair.key : null;
      if (key?.range) return key.range[0];
    }
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && (node as Node).range) return (node as Node).range?.[0] ?? 0;
  }
  return 0;
}

/** `scenario "23", `: which of the file it is, by its id where it has one. */
function scenarioName(file: unknown, path: Path): string {
  const index = path[0] === "scenarios" ? path[1] : undefined;
  if (typeof index !== "number" || typeof file !== "object" || file === null) return "";
  const scenarios: unknown = Reflect.get(file, "scenarios");
  const scenario: unknown = Array.isArray(scenarios) ? scenarios[index] : undefined;
  const id: unknown = typeof scenario === "object" && scenario !== null ? Reflect.get(scenario, "id") : undefined;
  return typeof id === "string" ? `scenario "${id}", ` : `scenario ${index + 1}, `;
}
