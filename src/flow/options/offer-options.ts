import * as z from "zod";
import { plainText } from "../../core/plain-text.ts";
import type { MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import type { FieldDefinition, FieldOptions } from "../definition/field-definition.ts";
import { stageOf, type Turn, toldIn } from "../draft/draft.ts";
import { fieldOfOption, optionId } from "./option-id.ts";

/** A list of WhatsApp holds ten rows. */
const MOST = 10;
const answer = z.object({ options: z.array(z.string().min(1).max(100)) });

/**
 * The values that the shop offers for the fields that are still to be told: the ones it named, or
 * those that its own read answers. A customer who taps one, or writes its words, has told it. A tap
 * is read by its id, also of a field that is told already; one on a value that is offered no longer
 * is refused, and the free ones are said.
 */
export function offerOptions(turn: Turn): Turn | Promise<Turn> {
  const { reading, input, flow } = turn;
  if (reading === null || stageOf(flow, input.session.mode) === "handoff") return turn;
  const tap = tapOf(turn, reading);
  const told = toldIn(reading);
  // What the words of a tap seem to tell of its field counts only by its id.
  const data = { ...input.session.datosCapturados, ...told, ...(tap === null ? {} : { [tap.field]: "" }) };
  const isTold = (field: string) => (data[field] ?? "") !== "";
  const open = flow.fields.flatMap(({ name, show, options }) =>
    options === undefined || isTold(name) || !(options.with ?? []).every(isTold) ? [] : [{ name, show, options }],
  );
  const read = (offered: readonly Offered[]) => withOptions(turn, reading, { offered, tap, data });
  if (open.length === 0 && tap === null) return turn;
  if (open.every(({ options }) => options.tool === undefined)) {
    return read(open.map((one) => ({ ...one, values: one.options.values ?? [] })));
  }
  return Promise.all(open.map(async (one) => ({ ...one, values: await valuesOf(turn, one.options, data) }))).then(read);
}

interface Tap {
  readonly field: string;
  readonly id: string;
}

/** The one option that was tapped; null where there were more words beside it, or an id that is none of ours. */
function tapOf({ flow, input }: Turn, { messages }: Reading): Tap | null {
  const [tap, ...others] = input.taps ?? [];
  if (tap === undefined || others.length > 0 || messages.length > 1) return null;
  const field = fieldOfOption(flow, tap.payload);
  return field === null ? null : { field, id: tap.payload };
}

/** Null: the shop's side does not answer. The field is then asked for in words alone. */
async function valuesOf(
  { input }: Turn,
  { tool, values = [], with: needed = [] }: FieldOptions,
  data: Readonly<Record<string, string>>,
): Promise<readonly string[] | null> {
  if (tool === undefined) return values;
  const found = await input.tools.read(tool, Object.fromEntries(needed.map((field) => [field, data[field] ?? ""])));
  const read = found.ok ? answer.safeParse(found.output) : null;
  return read?.success === true ? [...new Set(read.data.options)].slice(0, MOST) : null;
}

interface Offered {
  readonly name: string;
  readonly show: FieldDefinition["show"] | undefined;
  readonly values: readonly string[] | null;
}

interface Offer {
  readonly offered: readonly Offered[];
  readonly tap: Tap | null;
  readonly data: Readonly<Record<string, string>>;
}

function withOptions(turn: Turn, reading: Reading, { offered, tap, data }: Offer): Turn {
  const options = Object.fromEntries(offered.map(({ name, values }) => [name, values ?? []]));
  const [message, ...more] = reading.messages;
  if (message === undefined || more.length > 0) return { ...turn, options };
  if (tap !== null) return withTap({ ...turn, options }, reading, message, { offered, tap, data });
  const text = plainText(message.text);
  const chosen = offered.flatMap(({ name, show, values }) => {
    const value = values?.find(
      (one) => plainText(one) === text || (show !== undefined && plainText(show(one, turn.flow.locale)) === text),
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  const [choice] = chosen;
  if (choice === undefined || chosen.length > 1) return { ...turn, options };
  return { ...turn, options, reading: tells(reading, message, { [choice[0]]: choice[1] }) };
}

function withTap(
  turn: Turn,
  reading: Reading,
  message: MessageReading,
  { offered, tap, data }: Offer & { tap: Tap },
): Turn {
  const { field, id } = tap;
  const mine = offered.find(({ name }) => name === field);
  // The shop's side is down: the words are read as if they had been written.
  if (mine !== undefined && mine.values === null) return turn;
  const value = mine?.values?.find((one) => optionId(turn.flow, field, one, data) === id);
  if (value !== undefined) return { ...turn, reading: tells(reading, message, { [field]: value }) };
  const notice = turn.flow.fields.find(({ name }) => name === field)?.validate?.refused ?? null;
  const refused = { field, notice, options: mine?.values ?? [] };
  return { ...turn, reading: tells(reading, message, {}), refused };
}

/** A message that tells these fields and nothing else. */
function tells(reading: Reading, message: MessageReading, fields: Readonly<Record<string, string>>): Reading {
  const raw = Object.fromEntries(Object.keys(fields).map((field) => [field, message.text]));
  const told: MessageReading = {
    ...message,
    ...{ messageClass: "datos", confidence: 100, doubts: [], acknowledgement: null, bareNumber: null },
    ...{ fields, raw },
  };
  return { ...reading, messages: [told], intent: null, secondLook: null, isSettled: true };
}
