import type { FlowDefinition } from "../definition/flow-definition.ts";

type Data = Readonly<Record<string, string>>;

/** WhatsApp's own limit for the id of a button; a row of a list takes as much here. */
const LONGEST = 200;

/**
 * The id that an option carries: `hora:16:30`, and with what it depends on `hora:16:30@2026-11-26`. A tap on Thursday's
 * list is none of Friday's hours.
 */
export function optionId({ fields }: FlowDefinition, field: string, value: string, data: Data): string {
  const needed = fields.find(({ name }) => name === field)?.options?.with ?? [];
  const place = needed.map((name) => data[name] ?? "").join("|");
  return `${field}:${value}${place === "" ? "" : `@${place}`}`.slice(0, LONGEST);
}

/** The field whose option such an id is; null for any other. */
export function fieldOfOption({ fields }: FlowDefinition, id: string): string | null {
  return fields.find(({ name, options }) => options !== undefined && id.startsWith(`${name}:`))?.name ?? null;
}
