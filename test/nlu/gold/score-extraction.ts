import { readFileSync } from "node:fs";
import { plainText } from "../../../src/core/plain-text.ts";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted, FieldKind } from "../../../src/nlu/extract/field-kinds.ts";

/** The columns of the gold files name fields in short. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  n: "given_name",
  a: "surname",
  t: "phone",
  d: "address",
  b: "neighbourhood",
  c: "city",
  dp: "department",
  e: "email",
  ce: "id_number",
  i: "directions",
};

export interface GoldRow {
  readonly text: string;
  readonly isAsked: boolean;
  readonly known: Extracted;
  readonly missing: readonly FieldKind[];
  readonly expected: Extracted;
}

/** `context<TAB>message<TAB>expected`; the head of `tuned.tsv` says what a context may be. */
export function readGold(file: string): GoldRow[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [context = "", text = "", expected = ""] = line.split("\t");
      const [word, rest = ""] = context.split(/ (.*)/);
      return {
        text: text.replaceAll("\\n", "\n"),
        isAsked: word !== "libre",
        known: word === "sabe" ? fieldsOf(rest, ",") : {},
        missing: word === "falta" ? rest.split(",").map(kindOf) : [],
        expected: fieldsOf(expected, "|"),
      };
    });
}

function fieldsOf(list: string, separator: string): Extracted {
  const pairs = list.split(separator).filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [short = "", value = ""] = pair.split(/=(.*)/).map((part) => part.trim());
      return [kindOf(short), value];
    }),
  );
}

function kindOf(short: string): FieldKind {
  const kind = KINDS[short.trim()];
  if (kind === undefined) throw new Error(`the gold file names a field "${short}" that there is not`);
  return kind;
}

export interface FieldScore {
  right: number;
  wrong: number;
  missed: number;
}

export interface Mistake {
  readonly text: string;
  readonly kind: FieldKind;
  readonly expected: string | undefined;
  readonly got: string | undefined;
}

export interface GoldScore {
  readonly fields: Readonly<Record<FieldKind, FieldScore>>;
  readonly mistakes: readonly Mistake[];
  /** Messages of which every field is right, and nothing else is told. */
  readonly wholeMessages: number;
}

export function scoreExtraction(rows: readonly GoldRow[]): GoldScore {
  const fields = Object.fromEntries(Object.values(KINDS).map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }]));
  const mistakes: Mistake[] = [];
  let wholeMessages = 0;
  for (const { text, isAsked, known, missing, expected } of rows) {
    const got = extractFields(text, { known, isAsked, missing }).fields;
    const before = mistakes.length;
    for (const kind of Object.values(KINDS)) {
      const score = fields[kind] as FieldScore;
      const [want, has] = [expected[kind], got[kind]];
      if (want === undefined && has === undefined) continue;
      const isRight = want !== undefined && has !== undefined && isSame(kind, want, has);
      if (isRight) score.right += 1;
      if (has !== undefined && !isRight) score.wrong += 1;
      if (want !== undefined && !isRight) score.missed += 1;
      if (!isRight) mistakes.push({ text, kind, expected: want, got: has });
    }
    if (mistakes.length === before) wholeMessages += 1;
  }
  return { fields: fields as Record<FieldKind, FieldScore>, mistakes, wholeMessages };
}

/** Phone, e-mail and cédula to the letter; the rest but for accents, capitals and the spelling of "apartamento". */
function isSame(kind: FieldKind, want: string, has: string): boolean {
  if (kind === "phone" || kind === "email" || kind === "id_number") return want === has;
  const [wanted, told] = [bare(want), bare(has)];
  if (kind !== "directions") return wanted === told;
  // How far a description of a door goes is a matter of taste.
  return (told.includes(wanted) || wanted.includes(told)) && told.length > wanted.length / 2;
}

function bare(value: string): string {
  return plainText(value)
    .replace(/\b(?:apto|apt)\b/g, "apartamento")
    .replace(/\bof\b/g, "oficina")
    .replaceAll(" ", "");
}

export function precisionOf({ right, wrong }: FieldScore): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

export function recallOf({ right, missed }: FieldScore): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}
