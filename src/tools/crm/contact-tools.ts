import * as z from "zod";
import type { CrmContact } from "../../core/answers/crm.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import { PROFILE_FIELDS, type ProfileChange, type ProfileField } from "../../core/turn/crm-change.ts";
import { defineTool } from "../define-tool.ts";
import { aboutContact, CRM, changing, findContact, limit, notFound, READS, refused, WRITES } from "./crm-call.ts";
import { quoted } from "./quoted.ts";
import { tagName } from "./tag-name.ts";

const LABELS: Readonly<Record<ProfileField, string>> = {
  name: "name and surname",
  email: "e-mail address",
  address: "street and number",
  neighborhood: "neighbourhood (barrio)",
  city: "city",
  department: "department",
};

const fieldOf = (field: ProfileField) => z.string().trim().min(1).max(300).optional().describe(LABELS[field]);

/** Every field with a known value. */
const profileShape = {
  name: fieldOf("name"),
  email: z.email().max(300).optional().describe(LABELS.email),
  address: fieldOf("address"),
  neighborhood: fieldOf("neighborhood"),
  city: fieldOf("city"),
  department: fieldOf("department"),
};

const profile = z.record(z.string(), z.string());
const contactOutput = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  profile,
  createdAt: z.string(),
});

function shown({ id, name, phone, tags, profile: known, createdAt }: CrmContact): z.output<typeof contactOutput> {
  return { id, name, phone, tags: [...tags], profile: { ...known }, createdAt: createdAt.toISOString() };
}

function profileOf(said: Readonly<Partial<Record<ProfileField, string | undefined>>>): ProfileChange {
  return Object.fromEntries(
    PROFILE_FIELDS.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
  );
}

const tags = z.array(tagName).max(20).default([]).describe("tags to put on the contact");
const newContact = z.strictObject({ ...profileShape, tags });
type NewContact = z.output<typeof newContact> & { readonly phone?: string | undefined };

export const contactCreate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.contact.create",
  description:
    "Creates a contact. For an agent it is the customer it talks with, who exists already: the new facts are added. A person of the shop may name a phone; a contact whose phone has the same last ten digits is updated, not created again.",
  risk: "medium",
  reversible: true,
  input: newContact as z.ZodType<NewContact>,
  question: ({ tags: _, ...said }) => `¿Confirma que guardemos estos datos: ${quoted(said)}?`,
  staffInput: z.strictObject({
    ...profileShape,
    tags,
    phone: z
      .string()
      .refine((text) => readIdentity(text)?.phone != null, "is no phone number with country code")
      .optional()
      .describe("with country code; without it, the contact of this conversation"),
  }) as z.ZodType<NewContact>,
  output: z.strictObject({ contactId: z.string(), created: z.boolean() }),
  async run(said, scope, run) {
    const phone = said.phone === undefined ? null : (readIdentity(said.phone)?.phone ?? null);
    const known = phone === null ? await scope.crm.contact(scope.contactId) : await scope.crm.contactByPhone(phone);
    if (known !== null) {
      const change = { op: "contact.update", contactId: known.id, profile: profileOf(said), tags: said.tags } as const;
      return { kind: "ok", output: { contactId: known.id, created: false }, effect: changing(change, scope, run) };
    }
    if (phone === null) return notFound("contact", scope.contactId);
    const id = scope.newId();
    const change = { op: "contact.create", id, phone, profile: profileOf(said), tags: said.tags } as const;
    return { kind: "ok", output: { contactId: id, created: true }, effect: changing(change, scope, run) };
  },
});

export const contactUpdate = defineTool({
  ...CRM,
  ...WRITES,
  ...aboutContact(profileShape),
  name: "crm.contact.update",
  description: "Changes a contact: only the given fields.",
  risk: "low",
  reversible: true,
  question: (said) => `¿Confirma que guardemos estos datos: ${quoted(profileOf(said))}?`,
  output: z.strictObject({ contactId: z.string(), changed: z.array(z.string()) }),
  async run(said, scope, run) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const change = profileOf(said);
    const changed = Object.keys(change);
    if (changed.length === 0) {
      return refused("nothing_to_change", "No field was given.", `Give at least one of ${PROFILE_FIELDS.join(", ")}.`);
    }
    const { id: contactId } = found.contact;
    const effect = changing({ op: "contact.update", contactId, profile: change }, scope, run);
    return { kind: "ok", output: { contactId, changed }, effect };
  },
});

export const contactDelete = defineTool({
  ...CRM,
  ...WRITES,
  permissions: ["crm.write", "crm.delete"],
  ...aboutContact({ reason: z.string().trim().min(1).max(300).describe("why") }),
  name: "crm.contact.delete",
  description:
    "Archives a contact: no list shows it until that person writes again. Orders and conversations stay. (Another command erases personal data.)",
  risk: "high",
  reversible: true,
  question: ({ reason }) => `¿Confirma que retiremos sus datos de nuestra lista de clientes? Motivo: ${reason}`,
  output: z.strictObject({ contactId: z.string(), deleted: z.boolean() }),
  async run(said, scope, run) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const { id: contactId } = found.contact;
    const effect = changing({ op: "contact.delete", contactId }, scope, run);
    return { kind: "ok", output: { contactId, deleted: true }, effect };
  },
});

export const contactRead = defineTool({
  ...CRM,
  ...READS,
  ...aboutContact({ withOrders: z.boolean().default(false).describe("with their last orders") }),
  name: "crm.contact.read",
  description: "Reads a contact: name, tags, profile and, if asked for, the last orders.",
  output: z.strictObject({
    contact: contactOutput,
    orders: z.array(
      z.strictObject({ id: z.string(), status: z.string(), pack: z.string().nullable(), total: z.number() }),
    ),
  }),
  async run(said, scope) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const { contact } = found;
    const orders = said.withOrders ? await scope.crm.orders({ contactId: contact.id, limit: 10 }) : [];
    const list = orders.map(({ id, status, pack, total }) => ({ id, status, pack, total }));
    return { kind: "ok", output: { contact: shown(contact), orders: list } };
  },
});

export const contactList = defineTool({
  ...CRM,
  ...READS,
  name: "crm.contact.list",
  description: "Lists the contacts of the workspace, newest first. Only for people and programs of the shop.",
  input: z.strictObject({
    tag: z.string().max(100).nullable().default(null).describe("with this tag"),
    search: z.string().max(100).nullable().default(null).describe("part of the name"),
    limit,
  }),
  output: z.strictObject({ contacts: z.array(contactOutput) }),
  run: async (filter, scope) => ({
    kind: "ok",
    output: { contacts: (await scope.crm.contacts(filter)).map(shown) },
  }),
});
