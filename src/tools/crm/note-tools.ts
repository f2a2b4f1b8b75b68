import * as z from "zod";
import { defineTool } from "../define-tool.ts";
import {
  aboutContact,
  CRM,
  changing,
  findContact,
  isTheirs,
  limit,
  notFound,
  READS,
  rowId,
  WRITES,
} from "./crm-call.ts";

export const noteCreate = defineTool({
  ...CRM,
  ...WRITES,
  ...aboutContact({ text: z.string().trim().min(1).max(4_000).describe("the note, as people will read it") }),
  name: "crm.note.create",
  description: "Writes a note about the contact, for the people of the shop.",
  risk: "low",
  requestedBy: ["note", "expense"],
  reversible: true,
  question: ({ text }) => `¿Confirma que guardemos esta nota? "${text}"`,
  output: z.strictObject({ noteId: z.string(), contactId: z.string() }),
  async run(said, scope, run) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const { id: contactId } = found.contact;
    const id = scope.newId();
    const effect = changing({ op: "note.create", id, contactId, body: said.text }, scope, run);
    return { kind: "ok", output: { noteId: id, contactId }, effect };
  },
});

export const noteList = defineTool({
  ...CRM,
  ...READS,
  ...aboutContact({ limit }),
  name: "crm.note.list",
  description: "Lists the notes about the contact, newest first.",
  output: z.strictObject({
    notes: z.array(z.strictObject({ id: z.string(), author: z.string(), text: z.string(), createdAt: z.string() })),
  }),
  async run(said, scope) {
    const found = await findContact(said, scope);
    if (found.kind === "error") return found;
    const notes = await scope.crm.notes({ contactId: found.contact.id, limit: said.limit });
    const list = notes.map(({ id, author, body: text, createdAt }) => ({
      id,
      author,
      text,
      createdAt: createdAt.toISOString(),
    }));
    return { kind: "ok", output: { notes: list } };
  },
});

export const noteDelete = defineTool({
  ...CRM,
  ...WRITES,
  permissions: ["crm.write", "crm.delete"],
  name: "crm.note.delete",
  description: "Deletes a note. Lists no longer show it.",
  risk: "medium",
  reversible: false,
  input: z.strictObject({ noteId: rowId }),
  question: ({ noteId }) => `¿Confirma que borremos la nota ${noteId}?`,
  output: z.strictObject({ noteId: z.string(), deleted: z.boolean() }),
  async run({ noteId }, scope, run) {
    const note = await scope.crm.note(noteId);
    const own = await scope.crm.contact(scope.contactId);
    if (note === null || !isTheirs(note, scope, own)) return notFound("note", noteId);
    return {
      kind: "ok",
      output: { noteId, deleted: true },
      effect: changing({ op: "note.delete", noteId }, scope, run),
    };
  },
});
