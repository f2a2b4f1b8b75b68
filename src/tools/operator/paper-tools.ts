import * as z from "zod";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged } from "./judged.ts";

const READS = { module: "system", effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
const WRITES = { module: "system", effect: "external", permissions: ["crm.write"] } as const;
const title = z.string().trim().min(1).max(200);
const text = z.string().trim().min(1).max(20_000);
const paper = z.strictObject({ id: z.string(), title: z.string(), text: z.string(), by: z.string(), at: z.string() });
const written = z.strictObject({ id: z.string() });
const MOST_LISTED = 10;
const SHOWN = 300;

const unknownNote = (id: string) =>
  ({
    kind: "error",
    type: "not_found",
    code: "note_not_found",
    retryable: false,
    message: `There is no note ${id} here.`,
  }) as const;

const listedNotes = (desk: OperatorDesk, scope: ToolScope, q?: string) =>
  judged(desk, "agent", scope, async (speaker) => {
    const { items } = await desk.reviews(speaker).papers({ kind: "note", q, limit: MOST_LISTED });
    const notes = items.map(({ kind: _, ...one }) => ({
      ...{ ...one, text: one.text.slice(0, SHOWN), at: one.at.toISOString() },
    }));
    return { kind: "ok", output: { notes } };
  });

/** Reports and notes of the shop's own people. No customer sees them. */
export function createPaperTools(desk: OperatorDesk): readonly Tool[] {
  return [
    defineTool({
      ...WRITES,
      name: "write_debug_report",
      description: "Saves a report about runs. The Studio shows it under Quality.",
      risk: "low",
      reversible: true,
      input: z.strictObject({ title, content: text }),
      output: written,
      run: ({ title: of, content }, scope, { idempotencyKey: key }) =>
        judged(desk, "dev-review", scope, async (speaker, { name: by }) => {
          const paperOf = { id: scope.newId(), kind: "report", title: of, text: content, key, by } as const;
          return { kind: "ok", output: { id: (await desk.reviews(speaker).write(paperOf)).id } };
        }),
    }),
    defineTool({
      ...WRITES,
      name: "save_note",
      description: "Saves a note for the shop's own people.",
      risk: "low",
      reversible: true,
      input: z.strictObject({ title, text }),
      output: written,
      run: ({ title: of, text: said }, scope, { idempotencyKey: key }) =>
        judged(desk, "agent", scope, async (speaker, { name: by }) => {
          const paperOf = { id: scope.newId(), kind: "note", title: of, text: said, key, by } as const;
          return { kind: "ok", output: { id: (await desk.reviews(speaker).write(paperOf)).id } };
        }),
    }),
    defineTool({
      ...READS,
      name: "list_notes",
      description: `The newest ${MOST_LISTED} notes of the shop's own people; ${SHOWN} characters of each.`,
      input: z.strictObject({}),
      output: z.strictObject({ notes: z.array(paper) }),
      run: (_, scope) => listedNotes(desk, scope),
    }),
    defineTool({
      ...READS,
      name: "search_notes",
      description: `The newest ${MOST_LISTED} notes of the shop's own people that hold these words; ${SHOWN} characters of each.`,
      input: z.strictObject({ words: z.string().trim().min(1).max(100) }),
      output: z.strictObject({ notes: z.array(paper) }),
      run: ({ words }, scope) => listedNotes(desk, scope, words),
    }),
    defineTool({
      ...READS,
      name: "get_note",
      description: "One note, whole.",
      input: z.strictObject({ id: z.uuid() }),
      output: paper,
      run: ({ id }, scope) =>
        judged(desk, "agent", scope, async (speaker) => {
          const found = await desk.reviews(speaker).paper(id);
          if (found?.kind !== "note") return unknownNote(id);
          const { kind: _, ...note } = found;
          return { kind: "ok", output: { ...note, at: note.at.toISOString() } };
        }),
    }),
    defineTool({
      ...WRITES,
      name: "delete_note",
      description: "Deletes a note of the shop's own people, after a yes.",
      risk: "high",
      reversible: false,
      input: z.strictObject({ id: z.uuid() }),
      question: ({ id }) => `¿Borro la nota ${id}?`,
      output: z.strictObject({ isDone: z.boolean() }),
      run: ({ id }, scope) =>
        judged(desk, "agent", scope, async (speaker, { name }) =>
          (await desk.reviews(speaker).removeNote(id, name))
            ? { kind: "ok", output: { isDone: true } }
            : unknownNote(id),
        ),
    }),
  ];
}
