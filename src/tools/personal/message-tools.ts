import * as z from "zod";
import type { ScheduledMessageId } from "../../core/ids.ts";
import { plainText } from "../../core/plain-text.ts";
import type { TeamMember } from "../../core/ports/crm.ts";
import { refused } from "../crm/crm-call.ts";
import { defineTool, type ToolAnswer } from "../define-tool.ts";

const output = z.strictObject({ to: z.string(), text: z.string() });

/**
 * Requirement R11. The list of destinations is the workspace's own members with a bound phone, and only a member may
 * write to another; every other call is refused. The policy asks the person who wrote before a word leaves.
 */
export const sendWhatsappMessage = defineTool({
  name: "send_whatsapp_message",
  description:
    "Passes the words of a member of the shop's team on to another member, named as the member calls them. No other person can be written to.",
  module: "whatsapp",
  effect: "transactional",
  risk: "medium",
  timeout: 5_000,
  retry: { attempts: 2, backoffMs: 100 },
  permissions: ["whatsapp.send"],
  reversible: false,
  input: z.strictObject({
    to: z.string().trim().min(2).max(80).describe("the member's name, in the customer's words"),
    text: z.string().trim().min(1).max(1_000).describe("what is passed on, in the customer's words"),
  }),
  question: ({ to, text }) => `¿Le paso este mensaje a ${to}?\n\n«${text}»`,
  output,
  async run({ to, text }, scope): Promise<ToolAnswer<z.output<typeof output>>> {
    const team = await scope.crm.team(scope.contactId);
    if (team === null)
      return { kind: "denied", reason: "only a member whose phone is bound may write to another person" };
    const found = named(team, to);
    const [member, ...others] = found;
    if (member === undefined) return { kind: "denied", reason: "no other member with a bound phone has this name" };
    if (others.length > 0) {
      const names = found.map(({ name }) => name).join(", ");
      return refused("several_members", `Several members fit: ${names}.`, "Ask which one is meant.");
    }
    if (!member.mayBeWritten) {
      return refused(
        "window_closed",
        `${member.name} has not written within 24 hours.`,
        "Say that it cannot be passed on now.",
      );
    }
    const effect = {
      ...({ kind: "pass_on", id: scope.newId() as ScheduledMessageId } as const),
      ...{ conversationId: member.conversationId, text: `💬 ${text}` },
    };
    return { kind: "ok", output: { to: member.name, text }, effect };
  },
});

/** Those with all the words that were said in their name. */
function named(team: readonly TeamMember[], to: string): readonly TeamMember[] {
  const wanted = plainText(to).split(" ");
  return team.filter(({ name }) => {
    const words = plainText(name).split(" ");
    return wanted.every((word) => words.includes(word));
  });
}
