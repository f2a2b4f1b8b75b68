import { describeDuration, readDuration } from "./duration.ts";
import type { Expectation } from "./scenario.ts";
import type { Observation } from "./scenario-player.ts";

/** One expectation that was not met: what, and both sides as a person would write them. */
export interface Unmet {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** Holds what is expected against what came of it. Empty: all of it is so. */
export function compareStep(expected: Expectation, observed: Observation): Unmet[] {
  return Object.entries(sidesOf(expected, observed)).flatMap(([what, [wanted, actual]]) =>
    isSame(wanted, actual) ? [] : [{ what, expected: describe(wanted), actual: describe(actual) }],
  );
}

type Sides = readonly [expected: unknown, actual: unknown];

/**
 * Both sides of each expectation that is named; the data field by field, so that a difference is no
 * longer than it is.
 */
function sidesOf(expected: Expectation, observed: Observation): Record<string, Sides> {
  const { data = {}, ...others } = expected;
  const actual = actualOf(expected, observed);
  const sides = Object.entries(others).map(([what, wanted]) => [what, [wanted, Reflect.get(actual, what)]] as const);
  const fields = Object.entries(data).map(
    ([name, wanted]) => [`data.${name}`, [wanted, observed.session.datosCapturados[name] ?? null]] as const,
  );
  return Object.fromEntries([...sides, ...fields]);
}

function actualOf(
  expected: Expectation,
  { turns, session, timer, orders, tasks, isBotOn }: Observation,
): Record<Exclude<keyof Expectation, "data">, unknown> {
  const decisions = turns.flatMap(({ decision }) => decision ?? []);
  const last = decisions.at(-1);
  const said = turns.flatMap(({ decision, isWindowClosed }) => (isWindowClosed ? [] : (decision?.messages ?? [])));
  const ids = said.map(({ templateId }) => templateId ?? "—");
  const texts = turns.flatMap(({ heard }) => heard);
  return {
    mode: session.mode,
    intent: last?.intentInfo?.intent ?? null,
    confidence: withinBand(expected.confidence, last?.intentInfo?.confidence),
    pack: session.packSeleccionado,
    signals: decisions.flatMap(({ timerSignals = [] }) => timerSignals.map(({ type }) => type)),
    level: timer?.level ?? null,
    dueIn: dueIn(expected.dueIn, timer?.dueInSeconds),
    templates: ids.map(groupOf),
    templateIds: ids,
    texts: matchTexts(expected.texts, texts),
    replies: texts.length,
    pending: (session.pendientes ?? []).map(groupOf),
    orders: orders.map((order, index) => onlyNamed(expected.orders?.[index], order)),
    tools: decisions.flatMap(({ tools }) => tools.map(({ tool }) => tool)),
    tasks: tasks.map(({ priority, title }, index) => {
      const wanted = expected.tasks?.[index];
      const isAsExpected = wanted?.title !== undefined && matches(wanted.title, title);
      return onlyNamed(wanted, { priority, title: isAsExpected ? wanted.title : title });
    }),
    handoff: decisions.some(({ handoff }) => handoff !== null),
    session: session.status,
    bot: isBotOn ? "on" : "off",
    windowClosed: turns.some(({ isWindowClosed }) => isWindowClosed),
    fired: turns.filter(({ isTimer }) => isTimer).length,
    tokens: decisions.reduce((sum, { totalTokens }) => sum + totalTokens, 0),
  };
}

/**
 * `somnio.precio.primera_vez.1` is of the group `precio`; an id that is not put together so stands
 * for itself.
 */
export function groupOf(templateId: string): string {
  return templateId.split(".")[1] ?? templateId;
}

/** Keeps only what the expectation names of an order; an order without an expectation stays whole. */
function onlyNamed(wanted: object | undefined, actual: object): object {
  if (wanted === undefined) return actual;
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, Reflect.get(actual, name)]));
}

/** A text that matches is shown as its pattern, so that both sides are equal then. */
function matchTexts(patterns: readonly string[] = [], texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const pattern = patterns[index];
    return pattern !== undefined && matches(pattern, text) ? pattern : text;
  });
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, "iu").test(text);
}

/** A number within the band is shown as the band. */
function withinBand(band: Expectation["confidence"], actual: number | undefined): unknown {
  if (band === undefined || actual === undefined) return actual ?? null;
  return actual >= band[0] && actual <= band[1] ? band : actual;
}

/** In whole seconds, and shown in the words of the expectation where it is the same time. */
function dueIn(wanted: string | undefined, seconds: number | undefined): string | null {
  if (seconds === undefined) return null;
  const rounded = Math.max(0, Math.round(seconds));
  return wanted !== undefined && readDuration(wanted) === rounded ? wanted : describeDuration(rounded);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Writes a value as a person would: `none`, `a, b`, `pack 2x, total 129900`. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(describeItem).join(", ");
  return typeof value === "object" ? describeItem(value) : String(value);
}

function describeItem(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value).replaceAll("\n", "⏎");
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${describe(inner)}`)
    .join(", ")} }`;
}
