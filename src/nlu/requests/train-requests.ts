import { CONTRACT_NAMES, type ContractName } from "../../core/artifacts/contracts.ts";
import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import { compareText } from "../linear/compare-text.ts";
import { learnFeatures, placeText } from "../linear/feature-space.ts";
import { type Example, fitSoftmax } from "../linear/fit-softmax.ts";
import { FOLDS, foldsOf } from "../linear/folds.ts";
import type { LabelledText } from "../linear/linear-classifier.ts";
import { countRequestFeatures } from "./count-request-features.ts";
import { NO_REQUEST, REQUEST_LABELS, type RequestMetrics, type RequestModel, requestMargins } from "./request-model.ts";

export interface RequestTexts {
  /** Requests under the name of their contract, and texts near them under `none`. */
  readonly requests: readonly LabelledText[];
  /** What people write otherwise: it asks for nothing, and sets the bar. */
  readonly chat: readonly ChatText[];
}

export interface ChatText {
  readonly text: string;
  /** The number of texts that this one stands for: in training, and where the bar is set. */
  readonly standsFor: number;
}

/** The bar lets this share of the chat be heard as a request: the bound of the whole gate is 0.5 %, and rules alone take 0.04 %. */
const FALSE_ALARMS = 0.004;

interface Row {
  readonly text: string;
  readonly label: number;
  /** 0: no chat. */
  readonly standsFor: number;
}

/** What a model that has not seen a text says of it. */
interface Judged extends Row {
  readonly contract: ContractName;
  readonly margin: number;
}

/**
 * Trains the model that hears requests: a softmax over the contracts and none. How surely it must hear one is learnt from
 * chat that the judging model has not seen. The same texts in any order give the same model.
 *
 * @throws RecadoError `bad_training_data` for a label that is no contract.
 */
export function trainRequests({ requests, chat }: RequestTexts): RequestModel {
  const rows = [
    ...requests.map(({ text, label }): Row => ({ text, label: numberOf(label), standsFor: 0 })),
    ...chat.map(({ text, standsFor }): Row => ({ text, label: 0, standsFor })),
  ].sort((one, other) => one.label - other.label || compareText(one.text, other.text));
  // A whole hand left out would make a weaker judge than the model that ships, and the bar too low.
  const folds = foldsOf(rows.map(({ label }) => ({ label })));
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold): Judged[] => {
    const model = modelOf(rows.filter((_row, at) => folds[at] !== fold));
    const held = rows.filter((_row, at) => folds[at] === fold);
    return held.map((row) => ({ ...row, ...nearest(model, row.text) }));
  });
  const bar = barOf(judged.filter(({ standsFor }) => standsFor > 0));
  return { ...modelOf(rows), bar, dataHash: requestTextsHash({ requests, chat }), metrics: measure(judged, bar) };
}

/** Two trainings on texts with the same hash give the same model. */
export function requestTextsHash({ requests, chat }: RequestTexts): string {
  const rows = requests.map(({ label, text, origin = "" }) => JSON.stringify([label, text, origin]));
  const said = chat.map(({ text, standsFor }) => JSON.stringify([text, standsFor]));
  return sha256(JSON.stringify([rows.sort(), said.sort()]));
}

/** A model learns from each `every`-th distinct text; the others are left to measure it. */
export function shareOfChat(
  texts: readonly string[],
  every: number,
): { readonly learnt: string[]; readonly left: string[] } {
  const distinct = [...new Set(texts)];
  return {
    learnt: distinct.filter((_, at) => at % every === 0),
    left: distinct.filter((_, at) => at % every !== 0),
  };
}

function numberOf(label: string): number {
  const number = REQUEST_LABELS.findIndex((one) => one === label);
  if (number === -1) {
    throw new RecadoError("bad_training_data", `"${label}" is no label here; there are: ${REQUEST_LABELS.join(", ")}`);
  }
  return number;
}

function modelOf(rows: readonly Row[]): Pick<RequestModel, "space" | "weights"> {
  const counts = rows.map(({ text }) => countRequestFeatures(text));
  const space = learnFeatures(counts);
  const examples = rows.map(({ label }, at): Example => {
    return { label, vector: placeText(space, counts[at] ?? countRequestFeatures("")).vector };
  });
  return { space, weights: fitSoftmax(examples, space.features.length, REQUEST_LABELS.length) };
}

/** The contract that a text reads most like, and its margin over none. */
function nearest({ weights, space }: Pick<RequestModel, "space" | "weights">, text: string) {
  const margins = requestMargins(weights, placeText(space, countRequestFeatures(text)).vector);
  const margin = Math.max(...margins);
  return { contract: CONTRACT_NAMES[margins.indexOf(margin)] ?? CONTRACT_NAMES[0], margin };
}

/** The margin that not more than the allowed share of the chat exceeds. */
function barOf(chat: readonly Judged[]): number {
  const falling = [...chat].sort((one, other) => other.margin - one.margin);
  let left = FALSE_ALARMS * chat.reduce((sum, { standsFor }) => sum + standsFor, 0);
  const first = falling.find(({ standsFor }) => {
    left -= standsFor;
    return left < 0;
  });
  return first?.margin ?? 0;
}

function measure(judged: readonly Judged[], bar: number): RequestMetrics {
  const isHeard = ({ margin }: Judged) => margin > bar;
  const heardAs = (name: ContractName) => {
    const own = judged.filter(({ label }) => REQUEST_LABELS[label] === name);
    return own.filter((one) => one.contract === name && isHeard(one)).length / Math.max(1, own.length);
  };
  const [research, extract, plan] = CONTRACT_NAMES.map(heardAs);
  const near = judged.filter(({ label, standsFor }) => REQUEST_LABELS[label] === NO_REQUEST && standsFor === 0);
  const total = judged.reduce((sum, { standsFor }) => sum + standsFor, 0);
  const alarms = judged.filter(isHeard).reduce((sum, { standsFor }) => sum + standsFor, 0);
  return {
    heard: { research_brief: research ?? 0, doc_extract: extract ?? 0, plan: plan ?? 0 },
    nearMisses: near.filter(isHeard).length / Math.max(1, near.length),
    falseAlarms: alarms / Math.max(1, total),
  };
}
