import * as z from "zod";
import { plainText } from "../../core/plain-text.ts";
import type { MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import type { FieldDefinition, FieldOptions } from "../definition/flow-definition.ts";
import { stageOf, type Turn, toldIn } from "../draft.ts";

/** A list of WhatsApp holds ten rows. */
const MOST = 10;
const answer = z.object({ options: z.array(z.string().min(1).max(100)) });

/**
 * The values that the shop offers for the fields that are still to be told: the ones it named, or
 * those that its own read answers. A customer who taps one, or writes its words, has told it.
 */
export function offerOptions(turn: Turn): Turn | Promise<Turn> {
  const { reading, input, flow } = turn;
  if (reading === null || stageOf(flow, input.session.mode) === "handoff") return turn;
  const told = toldIn(reading);
  const data = { ...input.session.datosCapturados, ...told };
  const isTold = (field: string) => (data[field] ?? "") !== "";
  const open = flow.fields.flatMap(({ name, show, options }) =>
    options === undefined || isTold(name) || !(options.with ?? []).every(isTold) ? [] : [{ name, show, options }],
  );
  if (open.length === 0) return turn;
  if (open.every(({ options }) => options.tool === undefined)) {
    return withOptions(
      turn,
      reading,
      open.map((one) => ({ ...one, values: one.options.values ?? [] })),
    );
  }
  return Promise.all(open.map(async (one) => ({ ...one, values: await valuesOf(turn, one.options, data) }))).then(
    (offered) => withOptions(turn, reading, offered),
  );
}

/** Empty when the shop's side gives none: the field is then asked for in words alone. */
async function valuesOf(
  { input }: Turn,
  { tool, values = [], with: needed = [] }: FieldOptions,
  data: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  if (tool === undefined) return values;
  const found = await input.tools.read(tool, Object.fromEntries(needed.map((field) => [field, data[field] ?? ""])));
  const read = found.ok ? answer.safeParse(found.output) : null;
  return read?.success === true ? [...new Set(read.data.options)].slice(0, MOST) : [];
}

interface Offered {
  readonly name: string;
  readonly show: FieldDefinition["show"] | undefined;
  readonly values: readonly string[];
}

function withOptions(turn: Turn, reading: Reading, offered: readonly Offered[]): Turn {
  const options = Object.fromEntries(offered.map(({ name, values }) => [name, values]));
  const [message, ...more] = reading.messages;
  const text = plainText(message?.text ?? "");
  const chosen = offered.flatMap(({ name, show, values }) => {
    const value = values.find(
      (one) => plainText(one) === text || (show !== undefined && plainText(show(one, turn.flow.locale)) === text),
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  const [choice] = chosen;
  if (message === undefined || more.length > 0 || choice === undefined || chosen.length > 1)
    return { ...turn, options };
  const [field, value] = choice;
  const tapped: MessageReading = {
    ...message,
    ...{ messageClass: "datos", confidence: 100, doubts: [], acknowledgement: null, bareNumber: null },
    fields: { [field]: value },
    raw: { [field]: message.text },
  };
  return {
    ...turn,
    options,
    reading: { ...reading, messages: [tapped], intent: null, secondLook: null, isSettled: true },
  };
}
