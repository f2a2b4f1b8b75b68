import * as z from "zod";
import type { CrmContact } from "../../core/answers/crm.ts";
import type { TaskId } from "../../core/ids.ts";
import type { ToolError, ToolScope } from "../../core/ports/tools.ts";
import type { ChangeCrm, CrmChange } from "../../core/turn/crm-change.ts";
import type { CreateTask } from "../../core/turn/effects.ts";
import type { ToolRun } from "../define-tool.ts";

/** Shared parts of the built-in CRM's tools. */
export const CRM = { module: "crm" } as const;
export const READS = { effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
export const WRITES = { effect: "transactional", permissions: ["crm.write"] } as const;

export const limit = z.number().int().min(1).max(50).default(20).describe("the maximum number");
export const rowId = z.uuid().describe("the id, as a list shows it");

/**
 * An input about a contact. For an agent it is always the contact it talks with, and there is no
 * field to name another. A person or a program of the shop may name any contact of its workspace.
 */
export function aboutContact<Shape extends z.ZodRawShape>(shape: Shape) {
  type Said = z.output<z.ZodObject<Shape>> & { readonly contactId?: string | undefined };
  const contactId = z.uuid().optional().describe("the contact; without it, the one of this conversation");
  return {
    input: z.strictObject(shape) as unknown as z.ZodType<Said>,
    staffInput: z.strictObject({ ...shape, contactId }) as unknown as z.ZodType<Said>,
  };
}

/** A task that a tool makes by itself, and no mode of a sale. */
export function newTask(task: Pick<CreateTask, "title" | "priority" | "note" | "about">, scope: ToolScope): CreateTask {
  return { kind: "create_task", id: scope.newId() as TaskId, ...task, mode: null, data: {}, pack: null };
}

type Found = { readonly kind: "found"; readonly contact: CrmContact } | ToolError;

export async function findContact(
  { contactId }: { readonly contactId?: string | undefined },
  scope: ToolScope,
): Promise<Found> {
  const contact = await scope.crm.contact(contactId ?? scope.contactId);
  return contact === null ? notFound("contact", contactId ?? scope.contactId) : { kind: "found", contact };
}

/** For an agent, another contact's rows do not exist. */
export function isTheirs(
  { contactId }: { readonly contactId: string },
  scope: ToolScope,
  own: CrmContact | null,
): boolean {
  return scope.actor.kind !== "agent" || contactId === (own?.id ?? scope.contactId);
}

export function notFound(what: string, id: string): ToolError {
  return {
    kind: "error",
    type: "not_found",
    code: `${what}_not_found`,
    message: `There is no ${what} ${id} here.`,
    suggestion: `Take the id from the list of ${what}s.`,
    retryable: false,
  };
}

export function refused(code: string, message: string, suggestion: string): ToolError {
  return { kind: "error", type: "conflict", code, message, suggestion, retryable: false };
}

/** The author that a row will name. */
export function authorOf({ actor, agentId, agentVersion }: ToolScope): string {
  return actor.kind === "agent" ? `agent:${agentId}@${agentVersion}` : actor.name;
}

export function changing(change: CrmChange, scope: ToolScope, { idempotencyKey }: ToolRun): ChangeCrm {
  return { kind: "change_crm", callId: callIdOf(idempotencyKey), by: authorOf(scope), change };
}

/** The key is `<run id>:<call id>`, and a run's id has no colon. */
export function callIdOf(idempotencyKey: string): string {
  return idempotencyKey.slice(idempotencyKey.indexOf(":") + 1);
}
