import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import { extractFields } from "../extract/extract-fields.ts";
import { type Extracted, FIELD_KINDS } from "../extract/field-kinds.ts";
import { FOLDS, foldsOf } from "../linear/folds.ts";
import { type JudgedChange, leastSure } from "../linear/least-sure.ts";
import type { Crf } from "./crf.ts";
import { type Entity, entitiesOf, entitiesOfRules, everyEntity, keyOf } from "./entities.ts";
import { type Change, type EntityModel, everyChange } from "./entity-model.ts";
import { describeTokens } from "./features.ts";
import { fitCrf, type LabelledLine } from "./fit-crf.ts";
import { ENTITY_LABELS, readMarks, type Span } from "./marked-text.ts";
import { hearEntities, type SeenText, seeText } from "./read-entities.ts";
import { createTokenScorer } from "./score-tokens.ts";
import type { Asked } from "./token-features.ts";

/** A text whose words are marked. */
export interface MarkedText {
  readonly asked: Asked;
  /** What is known when it comes. */
  readonly known: Extracted;
  readonly marked: string;
  /** The hand that wrote it. */
  readonly origin: string;
}

interface Row extends MarkedText {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly extraction: ReturnType<typeof extractFields>;
  readonly seen: SeenText;
}

/** A feature that few places have says nothing of others. */
const SEEN_AT_LEAST = 3;
/** So many features are kept: with all 43,000 of Somnio the model is no better, and five times as large. */
const MOST_FEATURES = 9_000;

/**
 * Trains what puts right who receives a parcel, and where. The rules read each text first, and what they read is part of what the
 * model sees: so it learns where they are wrong. The same texts in any order give the same model. A change is made from the probability on at which changes put right two texts (or four) for
 * each that they spoil, on hands that the judging model has not read.
 */
export function trainEntities(texts: readonly MarkedText[]): EntityModel {
  const rows = inOrder(texts).map(readRow);
  const folds = foldsOf(rows.map(({ origin }) => ({ label: 0, origin })));
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const model = learnFrom(rows.filter((_, at) => folds[at] !== fold));
    return rows.filter((_, at) => folds[at] === fold).flatMap((row) => judge(model, row));
  }).flat();
  const from = everyEntity((entity) =>
    everyChange((change) =>
      leastSure(
        judged.filter((one) => one.entity === entity && one.change === change),
        MENDED_FOR_EACH_SPOILED[change],
      ),
    ),
  );
  const metrics = everyEntity((entity) => {
    const own = judged.filter((one) => one.entity === entity);
    const isChanged = ({ change, probability }: Judged) => change !== null && probability >= from[entity][change];
    return {
      byRules: own.filter(({ isRightByRules }) => isRightByRules).length,
      withModel: own.filter((one) => (isChanged(one) ? one.isRight : one.isRightByRules)).length,
    };
  });
  return { ...pruned(learnFrom(rows), rows), from, metrics, texts: rows.length, dataHash: entityTextsHash(texts) };
}

/** Two trainings on texts with the same hash give the same model. */
export function entityTextsHash(texts: readonly MarkedText[]): string {
  return sha256(JSON.stringify(inOrder(texts)));
}

/** The order of a file changes nothing. */
function inOrder(texts: readonly MarkedText[]): MarkedText[] {
  const keys = new Map(texts.map((one) => [one, JSON.stringify([one.origin, one.asked, one.marked, one.known])]));
  return [...texts].sort((one, other) => ((keys.get(one) ?? "") < (keys.get(other) ?? "") ? -1 : 1));
}

function readRow(row: MarkedText): Row {
  const { text, spans } = readMarks(row.marked);
  const extraction = readByRules(text, row);
  return { ...row, text, spans, extraction, seen: seeText(text, extraction, row) };
}

/** What the rules read, as in a conversation that has come so far. */
export function readByRules(text: string, { asked, known }: Pick<MarkedText, "asked" | "known">): Row["extraction"] {
  const missing = FIELD_KINDS.filter(
    (kind) => known[kind] === undefined && kind !== "id_number" && kind !== "directions",
  );
  return extractFields(text, { known, isAsked: asked === "data", missing });
}

/** In how many places each feature stands. */
function countFeatures(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { seen } of rows)
    for (const feature of describeTokens(seen.seen).flat()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

type Learnt = Pick<EntityModel, "features" | "crf" | "score">;

function learnt(features: readonly string[], crf: Crf): Learnt {
  return { features, crf, score: createTokenScorer(features, crf) };
}

function learnFrom(rows: readonly Row[]): Learnt {
  const known = [...countFeatures(rows)].filter(([, times]) => times >= SEEN_AT_LEAST).map(([feature]) => feature);
  if (known.length === 0)
    throw new RecadoError("bad_training_data", "there are no marked texts, or none that share a feature");
  const ids = new Map(known.sort().map((feature, id) => [feature, id]));
  const lines = rows.map((row) => labelled(row, ids));
  const crf = fitCrf(lines, known.length, ENTITY_LABELS.length);
  return learnt(known, crf);
}

function labelled({ seen: { tokens, seen }, spans }: Row, ids: ReadonlyMap<string, number>): LabelledLine {
  const labels = Uint8Array.from(tokens, ({ start, end }) => {
    const own = spans.find((span) => start >= span.start && end <= span.end);
    return ENTITY_LABELS.indexOf(own?.label ?? "o");
  });
  return { tokens: describeTokens(seen).map((one) => one.flatMap((feature) => ids.get(feature) ?? [])), labels };
}

interface Judged extends JudgedChange {
  readonly entity: Entity;
  readonly change: Change | null;
}

function judge(model: Learnt, row: Row): Judged[] {
  const { entities, proposals } = hearEntities(model, row.text, row.extraction, row.known, row.seen);
  const truth = entitiesOf(row.text, row.seen.tokens, row.spans);
  const ruled = entitiesOfRules(row.extraction);
  return (Object.keys(proposals) as Entity[]).map((entity) => {
    const right = keyOf(entity, truth[entity].values, row.known);
    const proposal = proposals[entity];
    return {
      entity,
      change: proposal?.change ?? null,
      probability: proposal?.probability ?? 1,
      isRight: keyOf(entity, entities[entity].values, row.known) === right,
      isRightByRules: keyOf(entity, ruled[entity], row.known) === right,
    };
  });
}

/** What was known was mostly said back already, and what was read was mostly right. */
const MENDED_FOR_EACH_SPOILED: Readonly<Record<Change, number>> = { fill: 2, amend: 4, replace: 2, divide: 2, drop: 4 };

/** Keeps the features that say most: by their largest weight, and by the root of how often they stand in a text. */
function pruned({ features, crf }: Learnt, rows: readonly Row[]): Learnt {
  const { labels, matrix } = crf;
  const counts = countFeatures(rows);
  const weightsOf = (id: number): Float32Array => matrix.subarray(id * labels, (id + 1) * labels);
  const kept = features
    .map((feature, id) => {
      const largest = weightsOf(id).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
      return { feature, id, says: largest * Math.sqrt(counts.get(feature) ?? 0) };
    })
    .sort((one, other) => other.says - one.says || one.id - other.id)
    .slice(0, MOST_FEATURES)
    .sort((one, other) => one.id - other.id);
  const left = new Float32Array(kept.length * labels);
  for (const [at, { id }] of kept.entries()) left.set(weightsOf(id), at * labels);
  const names = kept.map(({ feature }) => feature);
  return learnt(names, { ...crf, matrix: left });
}
