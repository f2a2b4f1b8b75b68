import * as z from "zod";
import { type CrmField, FIELD_TYPES, type FieldValue } from "../../core/answers/crm.ts";
import type { ToolError } from "../../core/ports/tools.ts";
import { defineTool } from "../define-tool.ts";
import { aboutContact, CRM, changing, findContact, READS, refused, WRITES } from "./crm-call.ts";

const fieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, "is small letters, digits and _, such as talla_camisa")
  .describe("the field, as the shop has named it");

const value = z
  .string()
  .max(1_000)
  .nullable()
  .describe("as text: 12, true, 2026-05-01, or one of its choices; null takes it away");

const shape = { field: fieldName, value };
type Said = z.output<z.ZodObject<typeof shape>> & {
  readonly contactId?: string | undefined;
  readonly type?: CrmField["type"] | undefined;
  readonly choices?: readonly string[] | undefined;
};

export const customFieldUpdate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.custom-field.update",
  description:
    "Sets a custom field of the contact. The shop has named its fields, each with a type; only a person of the shop adds a new field, by giving its type.",
  risk: "low",
  reversible: true,
  input: z.strictObject(shape) as z.ZodType<Said>,
  question: (said) => {
    const name = said.field.replaceAll("_", " ");
    return said.value === null
      ? `¿Confirma que borremos el dato "${name}"?`
      : `¿Confirma que guardemos este dato? ${name}: "${said.value}"`;
  },
  staffInput: z
    .strictObject({
      ...shape,
      contactId: z.uuid().optional().describe("the contact; without it, the one of this conversation"),
      type: z.enum(FIELD_TYPES).optional().describe("for a field that does not exist yet"),
      choices: z
        .array(z.string().trim().min(1).max(100))
        .min(1)
        .max(50)
        .optional()
        .describe("for a new field of type choice"),
    })
    .refine(({ type, choices }) => (type === "choice") === (choices !== undefined), {
      path: ["choices"],
      error: "a new field of type choice says its choices, and no other does",
    }) as z.ZodType<Said>,
  output: z.strictObject({
    contactId: z.string(),
    field: z.string(),
    value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  }),
  async run(said, scope, run) {
    const { field: name, type, choices = [] } = said;
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const fields = await scope.crm.fields();
    const known = fields.find((one) => one.name === name);
    if (known !== undefined && type !== undefined && type !== known.type) {
      return refused("field_type", `The field ${name} is of type ${known.type}, not ${type}.`, "Leave the type out.");
    }
    const field: CrmField | undefined = known ?? (type === undefined ? undefined : { name, type, choices });
    if (field === undefined) return unknownField(name, fields);
    const read = said.value === null ? { kind: "read" as const, value: null } : readValue(said.value, field);
    if (read.kind === "error") return read;
    const { id: contactId } = found.contact;
    const define = known === undefined ? { define: { type: field.type, choices: field.choices } } : {};
    const effect = changing({ op: "field.set", contactId, field: name, value: read.value, ...define }, scope, run);
    return { kind: "ok", output: { contactId, field: name, value: read.value }, effect };
  },
});

export const customFieldRead = defineTool({
  ...CRM,
  ...READS,
  ...aboutContact({ field: fieldName.nullable().default(null).describe("one field; null: all of them") }),
  name: "crm.custom-field.read",
  description: "Reads the custom fields of the contact, with the type of each.",
  output: z.strictObject({
    fields: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(FIELD_TYPES),
        choices: z.array(z.string()),
        value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      }),
    ),
  }),
  async run(said, scope) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const fields = await scope.crm.fields();
    const values = await scope.crm.fieldValues(found.contact.id);
    if (said.field !== null && !fields.some(({ name }) => name === said.field)) return unknownField(said.field, fields);
    const asked = fields.filter(({ name }) => said.field === null || name === said.field);
    const list = asked.map(({ name, type, choices }) => ({
      name,
      type,
      choices: [...choices],
      value: values[name] ?? null,
    }));
    return { kind: "ok", output: { fields: list } };
  },
});

function unknownField(name: string, fields: readonly CrmField[]): ToolError {
  const names = fields.map((field) => field.name).join(", ");
  const suggestion = names === "" ? "A person of the shop must first add it, with its type." : `There are: ${names}.`;
  return { ...refused("field_not_found", `The shop has no field "${name}".`, suggestion), type: "not_found" };
}

type ReadValue = { readonly kind: "read"; readonly value: FieldValue } | ToolError;

function readValue(text: string, { name, type, choices }: CrmField): ReadValue {
  const trimmed = text.trim();
  const invalid = (what: string): ToolError => ({
    ...refused("field_value", `"${text}" is no value of ${name}: it is ${what}.`, "Ask for it again."),
    type: "invalid",
  });
  switch (type) {
    case "text":
      return trimmed === "" ? invalid("a text") : { kind: "read", value: trimmed };
    case "number": {
      const number = Number(trimmed);
      return trimmed === "" || !Number.isFinite(number) ? invalid("a number") : { kind: "read", value: number };
    }
    case "boolean":
      return trimmed === "true" || trimmed === "false"
        ? { kind: "read", value: trimmed === "true" }
        : invalid("true or false");
    case "date":
      return z.iso.date().safeParse(trimmed).success
        ? { kind: "read", value: trimmed }
        : invalid("a day as 2026-05-01");
    case "choice":
      return choices.includes(trimmed) ? { kind: "read", value: trimmed } : invalid(`one of ${choices.join(", ")}`);
  }
}
