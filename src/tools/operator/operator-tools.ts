import * as z from "zod";
import { ORDER_STATUSES } from "../../core/agent/shop-words.ts";
import { OPERATOR_COMMANDS, type OperatorCommand } from "../../core/operations/operator-commands.ts";
import { ROLES } from "../../core/operations/principal.ts";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import type { Evaluator } from "../../core/ports/lab/evaluator.ts";
import type { OwnSource } from "../../core/ports/own-source.ts";
import type { Shell } from "../../core/ports/shell.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { createDebugTools } from "./debug-tools.ts";
import { createEvaluationTools } from "./evaluation-tools.ts";
import { createHealthTools } from "./health-tools.ts";
import { judged, speakerOf } from "./judged.ts";
import { createOperatorDeeds } from "./operator-deeds.ts";
import { createOwnSourceTools } from "./own-source-tools.ts";
import { createPaperTools } from "./paper-tools.ts";
import { createShellTools } from "./shell-tools.ts";

const READS = { module: "system", effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
const COMMANDS = Object.keys(OPERATOR_COMMANDS) as OperatorCommand[];
const status = z.enum(ORDER_STATUSES);
const dayName = z.enum(["today", "yesterday"]);
const REFUSALS = ["unbound", "changed", "role", "wrong_code", "too_many_codes"] as const;
const MOST_ORDERS = 10;

/**
 * What the shop's people do from their phones. Each call looks up who speaks and judges it by the table of
 * commands, so a tool in the wrong hands does nothing and leaves a line in the audit log.
 */
export function createOperatorTools(
  desk: OperatorDesk,
  source: OwnSource,
  { evaluator, shell }: { readonly evaluator: Evaluator | null; readonly shell: Shell | null },
): readonly Tool[] {
  return [
    ...[...createOperatorReads(desk), ...createOperatorDeeds(desk), ...createDebugTools(desk)],
    ...[...createPaperTools(desk), ...createEvaluationTools(desk), ...createOwnSourceTools(desk, source)],
    ...createHealthTools(desk, evaluator),
    ...createShellTools(desk, shell),
  ];
}

function createOperatorReads(desk: OperatorDesk): readonly Tool[] {
  return [
    defineTool({
      ...READS,
      name: "operator.judge",
      description:
        "Says who speaks from this phone and whether they may give a command. A refusal is a line in the audit log.",
      input: z.strictObject({ command: z.enum(COMMANDS) }),
      output: z.strictObject({
        isAllowed: z.boolean(),
        reason: z.enum(REFUSALS).nullable(),
        name: z.string().nullable(),
        role: z.enum(ROLES).nullable(),
      }),
      async run({ command }, scope) {
        const found = await desk.judge(speakerOf(scope), command);
        const output =
          found.kind === "allowed"
            ? { isAllowed: true, reason: null, name: found.name, role: found.role }
            : { isAllowed: false, reason: found.reason, name: null, role: null };
        return { kind: "ok", output };
      },
    }),
    defineTool({
      ...READS,
      name: "operator.code.check",
      description:
        "Says whether a code would bind this phone to a member. A wrong one counts, and stands in the audit log.",
      input: z.strictObject({ code: z.string().max(64) }),
      output: z.strictObject({ isRight: z.boolean(), reason: z.enum(REFUSALS).nullable() }),
      async run({ code }, scope) {
        const found = await desk.tryCode(speakerOf(scope), code);
        return {
          kind: "ok",
          output: found.kind === "ok" ? { isRight: true, reason: null } : { isRight: false, reason: found.reason },
        };
      },
    }),
    defineTool({
      ...READS,
      name: "operator.report.read",
      description:
        "How the shop stands now, in numbers: conversations that wait for a person, open tasks, questions, dead letters, messages of today, and the orders of today and yesterday with their sum in whole pesos (without cancelled and returned ones; null where this member sees no sales).",
      input: z.strictObject({}),
      output: z.strictObject({
        waitForPerson: z.number(),
        withPerson: z.number(),
        openTasks: z.number(),
        questions: z.number(),
        deadLetters: z.number(),
        messagesToday: z.number(),
        days: z.array(
          z.strictObject({
            ...{ day: dayName, confirmed: z.number(), pending: z.number(), cancelled: z.number() },
            ...{ returned: z.number(), total: z.number().nullable() },
          }),
        ),
      }),
      run: (_, scope) =>
        judged(desk, "estado", scope, async (speaker, { seesSales }) => {
          const { days, ...counts } = await desk.report(speaker, clockOf(scope));
          const shown = days.map((one) => ({ ...one, total: seesSales ? one.total : null }));
          return { kind: "ok", output: { ...counts, days: shown } };
        }),
    }),
    defineTool({
      ...READS,
      name: "operator.order.list",
      description:
        "Orders of the whole shop, the newest first, at most 10, with how many there are and their sum in whole pesos (without cancelled and returned ones; null where this member sees no sales).",
      input: z.strictObject({ status: status.exactOptional(), day: dayName.exactOptional() }),
      output: z.strictObject({
        count: z.number(),
        total: z.number().nullable(),
        orders: z.array(
          z.strictObject({
            number: z.string(),
            status,
            name: z.string().nullable(),
            phone: z.string().nullable(),
            pack: z.string().nullable(),
            total: z.number(),
            hasAddress: z.boolean(),
            createdAt: z.string(),
          }),
        ),
      }),
      run: ({ status: wanted = null, day = null }, scope) =>
        judged(desk, "pedidos", scope, async (speaker, { seesSales }) => {
          const asked = { status: wanted, day, limit: MOST_ORDERS, ...clockOf(scope) };
          const { count, total, orders } = await desk.orders(speaker, asked);
          const shown = orders.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() }));
          return { kind: "ok", output: { count, total: seesSales ? total : null, orders: shown } };
        }),
    }),
    defineTool({
      ...READS,
      name: "operator.question.list",
      description: "The calls of tools that wait for a yes of the shop's team, the oldest first, at most 10.",
      input: z.strictObject({}),
      output: z.strictObject({ questions: z.array(z.strictObject({ id: z.string(), question: z.string() })) }),
      run: (_, scope) =>
        judged(desk, "confirmar", scope, async (speaker) => {
          const questions = await desk.questions(speaker);
          return { kind: "ok", output: { questions: questions.map(({ id, question }) => ({ id, question })) } };
        }),
    }),
    defineTool({
      ...READS,
      name: "operator.conversation.find",
      description: "Finds a customer's latest conversation in this shop by the phone.",
      input: z.strictObject({ phone: z.string().regex(/^\+?[\d\s-]{7,20}$/) }),
      output: z.strictObject({
        conversationId: z.string().nullable(),
        name: z.string().nullable(),
        mayBeWritten: z.boolean(),
      }),
      run: ({ phone }, scope) =>
        judged(desk, "pausa", scope, async (speaker) => {
          const found = await desk.find(speaker, phone);
          return { kind: "ok", output: found ?? { conversationId: null, name: null, mayBeWritten: false } };
        }),
    }),
  ];
}

function clockOf({ now, contactHours }: { readonly now: Date; readonly contactHours: { readonly timeZone: string } }) {
  return { at: now, timeZone: contactHours.timeZone };
}
