import * as z from "zod";
import { packOf } from "../../core/locale/pack-of.ts";
import type { MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import type { FieldDefinition, FieldValidation } from "../definition/field-definition.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  type Refusal,
  type RuleResult,
  stageOf,
  type Turn,
  toldIn,
} from "../draft/draft.ts";
import { enterCollect, enterSummary } from "../modes/enter-stage.ts";
import { captureAll, followEdit } from "./ingest-data.ts";

/** What the shop's read answers about a value. `options` is said in its place. */
const verdict = z.object({ ok: z.boolean(), options: z.array(z.string().max(100)).max(10).default([]) });

/**
 * Asks the shop's own reads about the values that were told. The turn keeps those that they allow;
 * a value that they refuse, or cannot check, is taken out of its message, and `refused` names it.
 */
export function validateTold(turn: Turn): Turn | Promise<Turn> {
  const { reading, input, flow } = turn;
  if (reading === null || stageOf(flow, input.session.mode) === "handoff") return turn;
  const before = input.session.datosCapturados;
  const told = toldIn(reading);
  const data = { ...before, ...told };
  const due = flow.fields.flatMap(({ name, validate }) => {
    if (validate === undefined) return [];
    const group = [name, ...(validate.with ?? [])];
    const isNew = group.some((field) => told[field] !== undefined && told[field] !== before[field]);
    return isNew && group.every((field) => (data[field] ?? "") !== "") ? [{ name, validate, group }] : [];
  });
  return due.length === 0 ? turn : ask(turn, reading, data, due);
}

interface Due extends Pick<FieldDefinition, "name"> {
  readonly validate: FieldValidation;
  readonly group: readonly string[];
}

async function ask(
  turn: Turn,
  reading: Reading,
  data: Turn["input"]["session"]["datosCapturados"],
  due: readonly Due[],
) {
  let checked: Turn = { ...turn, reading };
  for (const one of due) {
    const { name, validate, group } = one;
    const asked = Object.fromEntries(group.map((field) => [field, data[field] ?? ""]));
    const answer = await turn.input.tools.read(validate.tool, asked);
    const judged = answer.ok ? verdict.safeParse(answer.output) : null;
    if (judged?.success === true && judged.data.ok) continue;
    const refusal: Refusal =
      judged?.success === true
        ? { field: name, notice: validate.refused, options: judged.data.options }
        : { field: name, notice: validate.failed, options: [] };
    checked = without(checked, one, refusal);
  }
  return checked;
}

/** A purchase that is summed up or placed stays whole; while data is collected the rest is kept. */
function without(turn: Turn, { name, group }: Due, refusal: Refusal): Turn {
  const stage = stageOf(turn.flow, turn.input.session.mode);
  const isOpen = stage === "collect" || stage === "welcome" || stage === "talk";
  const gone = isOpen ? [name] : group;
  const drop = (message: MessageReading): MessageReading => ({
    ...message,
    fields: Object.fromEntries(Object.entries(message.fields).filter(([field]) => !gone.includes(field))),
    cleared: isOpen ? [...message.cleared, name] : message.cleared,
  });
  const leave = (reading: Reading): Reading => ({ ...reading, messages: reading.messages.map(drop) });
  return {
    ...turn,
    reading: turn.reading === null ? null : leave(turn.reading),
    ...(turn.rules === undefined ? {} : { rules: leave(turn.rules) }),
    refused: refusal,
  };
}

/** A yes beside a refused value confirms nothing: the customer first hears that it is refused. */
export function sayRefused(turn: Turn, draft: Draft): RuleResult {
  const { refused, reading, flow } = turn;
  if (refused === undefined || reading === null) return goOn(draft);
  const wanted = flow.intents[reading.intent?.intent ?? ""]?.effect;
  if (wanted === "hand_over" || wanted === "cancel") return goOn(draft);
  const told = because(captureAll(draft, reading), `${refused.field} was refused or could not be checked`);
  const said: Draft =
    refused.notice === null
      ? { ...told, spoken: packOf(flow.locale).texts.optionGone }
      : { ...told, steps: [...told.steps, { notice: refused.notice }] };
  const stage = stageOf(flow, draft.mode);
  if (stage === "welcome" || stage === "talk") return decided(enterCollect(turn, said));
  // What stands is read again, so that a later yes is a yes to it.
  if (stage === "summary") return decided(enterSummary(turn, said));
  return decided(told.captured.length > 0 && stage !== "collect" ? followEdit(turn, said) : said);
}
