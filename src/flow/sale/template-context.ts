import type { Locale } from "../../core/locale/locale.ts";
import { escapeMarkup } from "../../core/outbound/markup.ts";
import type { FieldDefinition } from "../definition/field-definition.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import type { Draft, Turn } from "../draft/draft.ts";
import { measureCompleteness } from "./completeness.ts";
import { knownFields } from "./known-fields.ts";
import { orderLines, sayLines, totalOf } from "./order-lines.ts";
import { sayable, shippingAddress, VARIABLE, variablesIn } from "./shipping-address.ts";

/**
 * The variables that a template may use beside the agent's own fields, each with one meaning
 * everywhere (L-10).
 */
export const CONTEXT_VARIABLES = [
  "nombre_completo",
  "pack",
  "precio",
  "campos_faltantes",
  "datos_leidos",
  "direccion_envio",
  "datos_conocidos",
  "tiempo_estimado",
  "opciones",
] as const;

/** Every variable with a source: those above, the fields, and `precio_<pack>` for each pack. */
export function knownVariables(flow: FlowDefinition): string[] {
  return [...CONTEXT_VARIABLES, ...flow.fields.map(({ name }) => name), ...flow.packs.map(({ id }) => `precio_${id}`)];
}

export type Context = Readonly<Record<string, string | undefined>>;

/**
 * The values after this turn. A variable without a value is absent, and its template stays back. Few templates say what takes
 * time to put together, so that is done where it is asked for.
 */
export function templateContext(turn: Turn, draft: Draft): Context {
  const { flow } = turn;
  const { data } = draft;
  const lines = orderLines(flow, data, draft.pack);
  return {
    ...Object.fromEntries(flow.fields.map(({ name, show }) => [name, shown(sayable(data[name]), show, flow.locale)])),
    ...pricesOf(flow),
    nombre_completo: fullName(flow, data),
    pack: flow.lines === undefined ? lines[0]?.pack.name : sayLines(lines),
    precio: lines.length === 0 ? undefined : flow.formatPrice(totalOf(flow, lines)),
    get campos_faltantes() {
      return askedFor(flow, measureCompleteness(flow, data).missing);
    },
    get datos_leidos() {
      return readLine(flow, data);
    },
    get direccion_envio() {
      return sayable(shippingAddress(flow, data));
    },
    get datos_conocidos() {
      return knownLine(turn);
    },
    get tiempo_estimado() {
      return flow.deliveryTime(data) ?? undefined;
    },
    get opciones() {
      return optionsLine(turn);
    },
  };
}

const prices = new WeakMap<FlowDefinition, Context>();

/** What the packs of a shop cost, written once. */
function pricesOf(flow: FlowDefinition): Context {
  const known = prices.get(flow);
  if (known !== undefined) return known;
  const written = Object.fromEntries(flow.packs.map(({ id, price }) => [`precio_${id}`, flow.formatPrice(price)]));
  prices.set(flow, written);
  return written;
}

/** undefined when nothing is missing. A reader that reads one answer at a time is asked for one. */
function askedFor(flow: FlowDefinition, missing: readonly string[]): string | undefined {
  const asked = flow.reader.asksOneByOne === true ? missing.slice(0, 1) : missing;
  return asked.length === 0 ? undefined : asked.map((name) => `• ${labelOf(flow, name)}`).join("\n");
}

/** null when a variable has no value: a hole never leaves (invariant 12). */
export function fillTemplate(text: string, context: Context): string | null {
  const isWhole = variablesIn(text).every((name) => (context[name] ?? "") !== "");
  return isWhole ? text.replace(VARIABLE, (_, name: string) => inText(name, context[name] ?? "")) : null;
}

/** Our own list of missing fields is our markup; all other values are people's words. */
function inText(name: string, value: string): string {
  return name === "campos_faltantes" ? value : escapeMarkup(value.replace(/(?<!\s)\s*\n\s*/g, " ").trim());
}

function shown(value: string | undefined, show: FieldDefinition["show"], locale: Locale): string | undefined {
  return value === undefined || show === undefined ? value : show(value, locale);
}

function labelOf(flow: FlowDefinition, field: string): string {
  return flow.fields.find(({ name }) => name === field)?.label ?? field;
}

function fullName(flow: FlowDefinition, data: Readonly<Record<string, string>>): string | undefined {
  const { given, surname } = flow.nameFields;
  const parts = [given, surname]
    .map((name) => (name === null ? undefined : sayable(data[name])))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** What has been read so far, field by field, in the order in which it is asked for. */
function readLine(flow: FlowDefinition, data: Readonly<Record<string, string>>): string | undefined {
  const parts = flow.fields.flatMap(({ name, show }) => shown(sayable(data[name]), show, flow.locale) ?? []);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** The free values that a read offers for a refused one. */
function optionsLine({ flow, refused }: Turn): string | undefined {
  if (refused === undefined || refused.options.length === 0) return undefined;
  const show = flow.fields.find(({ name }) => name === refused.field)?.show;
  return refused.options.map((option) => shown(option, show, flow.locale)).join(", ");
}

function knownLine(turn: Turn): string | undefined {
  const data = knownFields(turn);
  const parts = [fullName(turn.flow, data), sayable(shippingAddress(turn.flow, data))].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(", ");
}
