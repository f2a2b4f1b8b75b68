import * as z from "zod";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged, speakerOf } from "./judged.ts";

/** Each can be asked for again without harm: the second time finds it done. */
const DEED = { module: "system", effect: "external", permissions: ["crm.write"] } as const;
const done = z.strictObject({ isDone: z.boolean() });
const DONE = { kind: "ok", output: { isDone: true } } as const;

const failed = (code: string, message: string) =>
  ({ kind: "error", type: "conflict", code, message, retryable: false }) as const;

/** What a member does from a bound phone. */
export function createOperatorDeeds(desk: OperatorDesk): readonly Tool[] {
  return [
    defineTool({
      ...DEED,
      name: "operator.phone.bind",
      description:
        "Binds the phone of this conversation to the member whose code it is. Their former phone is unbound.",
      risk: "low",
      reversible: true,
      input: z.strictObject({ code: z.string().max(64) }),
      output: done,
      async run({ code }, scope) {
        const isBound = await desk.bind(speakerOf(scope), code);
        return isBound ? DONE : failed("code_over", "This code no longer waits.");
      },
    }),
    defineTool({
      ...DEED,
      name: "operator.bot.switch",
      description: "Takes a customer's conversation over from the bot, or gives it back.",
      risk: "low",
      reversible: true,
      input: z.strictObject({ conversationId: z.uuid(), isOn: z.boolean() }),
      output: done,
      run: ({ conversationId, isOn }, scope) =>
        judged(desk, "pausa", scope, async (speaker, { name }) => {
          const isDone = await desk.setBot(speaker, { conversationId, isOn, by: name });
          return isDone ? DONE : failed("conversation_not_found", `There is no conversation ${conversationId} here.`);
        }),
    }),
    defineTool({
      ...DEED,
      name: "operator.plan.pause",
      description: "Pauses the plan that runs in this member's own chat after the task at work, or lets it go on.",
      risk: "low",
      reversible: true,
      input: z.strictObject({ isPaused: z.boolean() }),
      output: done,
      run: ({ isPaused }, scope) =>
        judged(desk, "pausa-plan", scope, async (speaker, { name }) =>
          (await desk.pausePlan(speaker, { isPaused, by: name }))
            ? DONE
            : failed("plan_over", "The plan of this chat is over."),
        ),
    }),
    defineTool({
      ...DEED,
      name: "operator.question.answer",
      description: "Answers a call of a tool that waits for a yes of the shop's team.",
      risk: "low",
      reversible: false,
      input: z.strictObject({ id: z.uuid(), isYes: z.boolean() }),
      output: done,
      run: ({ id, isYes }, scope) =>
        judged(desk, "confirmar", scope, async (speaker, { name, userId }) => {
          const kind = await desk.answer(speaker, { id, isYes, by: name, userId });
          return kind === "decided" ? DONE : failed(kind, `The question ${id} was not answered: ${kind}.`);
        }),
    }),
    defineTool({
      ...DEED,
      name: "operator.message.send",
      description:
        "Writes to a customer in the shop's name, after the member has read the words and said yes. The bot is silent there afterwards.",
      risk: "high",
      reversible: false,
      input: z.strictObject({
        phone: z.string().regex(/^\+?[\d\s-]{7,20}$/),
        text: z.string().trim().min(1).max(1_000),
      }),
      question: ({ phone, text }) => `¿Le envío esto a ${phone}?\n\n«${text}»`,
      output: done,
      run: ({ phone, text }, scope, { idempotencyKey }) =>
        judged(desk, "mensaje", scope, async (speaker, { name: by }) => {
          const found = await desk.find(speaker, phone);
          if (found === null) return failed("conversation_not_found", `Nobody has written from ${phone} here.`);
          const { conversationId } = found;
          const kind = await desk.write(speaker, { conversationId, text, by, key: idempotencyKey });
          return kind === "queued" ? DONE : failed(kind, `The message was not sent: ${kind}.`);
        }),
    }),
  ];
}
