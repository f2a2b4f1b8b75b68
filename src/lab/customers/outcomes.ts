import { foldLetters } from "../../core/plain-text.ts";
import { NOT_AVAILABLE } from "../../nlu/extract/field-kinds.ts";
import { normaliseAddress } from "../../nlu/extract/read-address.ts";
import { findPlace } from "../../nlu/places/find-place.ts";
import { groupOf } from "../memory/compare-step.ts";
import type { Observation } from "../memory/scenario-player.ts";

/** What a customer's words led to, by name: intents, template groups and the words of `OUTCOMES`. */
export type Outcomes = ReadonlySet<string>;

/** The state that an outcome is a change of. */
export type Before = Pick<Observation, "session" | "orders"> | null;

/** From this confidence on an agent acts on what it understood; below it asks what was meant. */
const UNDERSTOOD = 60;

/**
 * `person`: a person takes over. `silence`: the customer hears nothing. `unclear`: the agent answers
 * and has understood nothing surely. `order`, `pack`, `pack:2x`, `data`, `field:city`: what is new.
 * `holds` are the fields that only the agent writes (`saleHolds`); they are no `data`.
 */
export function outcomesOf(
  { turns, session, orders }: Observation,
  before: Before,
  holds: readonly string[],
): Outcomes {
  const decisions = turns.flatMap(({ decision }) => decision ?? []);
  const info = decisions.flatMap(({ intentInfo }) => intentInfo ?? []);
  const said = decisions.flatMap(({ messages }) => messages.flatMap(({ templateId }) => templateId ?? []));
  const isHandedOver = decisions.some(({ handoff }) => handoff !== null);
  const isSilent = turns.every(({ heard }) => heard.length === 0);
  const isUnclear = decisions.length > 0 && info.every(({ confidence }) => confidence < UNDERSTOOD);
  const fields = Object.entries(session.datosCapturados).filter(
    ([name, value]) => value !== before?.session.datosCapturados[name],
  );
  const pack = session.packSeleccionado ?? null;
  const isPackNew = pack !== null && pack !== (before?.session.packSeleccionado ?? null);
  return new Set([
    // What is understood and not answered is no answer.
    ...(isSilent ? [] : info.flatMap(({ intent }) => [intent, ...intent.split("+")])),
    ...said.flatMap((id) => [id, groupOf(id)]),
    ...fields.map(([name]) => `field:${name}`),
    ...(fields.some(([name]) => !holds.includes(name)) ? ["data"] : []),
    ...(isPackNew ? ["pack", `pack:${pack}`] : []),
    ...(orders.length > (before?.orders.length ?? 0) ? ["order"] : []),
    ...(isHandedOver ? ["person"] : []),
    ...(isSilent ? ["silence"] : []),
    ...(isUnclear && !isSilent ? ["unclear"] : []),
  ]);
}

/** Any entry is enough; an entry that is a list needs all of it. */
export function isAnyOf(wanted: readonly (string | readonly string[])[], outcomes: Outcomes): boolean {
  return wanted.some((entry) => [entry].flat().every((name) => outcomes.has(name)));
}

/** The names of the fields whose value is not the wanted one. */
export function misread(
  wanted: Readonly<Record<string, string | null>>,
  read: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => (isSameValue(value, read[name]) ? [] : [name]));
}

/** Digits of a phone number without its country. */
const SUBSCRIBER_DIGITS = 10;

/** Case, accents, punctuation, the country of a phone number and "cra" for "Carrera" make no other value. */
function isSameValue(wanted: string | null, read: string | undefined): boolean {
  // Who says that they have none has told no value.
  if (wanted === null) return read === undefined || read === NOT_AVAILABLE;
  if (read === undefined) return false;
  const plain = (value: string) => foldLetters(value).replace(/[^a-z0-9@]/gu, "");
  if (plain(normaliseAddress(wanted)) === plain(normaliseAddress(read))) return true;
  const [one, other] = [plain(wanted), plain(read)];
  // "Buga" is Guadalajara de Buga.
  const [meant, told] = [findPlace(wanted), findPlace(read)];
  if (meant !== null && meant.city === told?.city) return true;
  const isPhone = [one, other].every((value) => /^\d{10,}$/u.test(value));
  return isPhone ? one.slice(-SUBSCRIBER_DIGITS) === other.slice(-SUBSCRIBER_DIGITS) : one === other;
}
