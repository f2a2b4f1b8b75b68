import * as z from "zod";
import type { ScheduledMessageId } from "../../core/ids.ts";
import { plainText } from "../../core/plain-text.ts";
import type { TeamMember } from "../../core/ports/crm.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import { isDaytime } from "../../core/time/contact-hours.ts";
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
    const found = await findMember(to, scope);
    if (found.kind !== "found") return found;
    const { member } = found;
    const effect = {
      ...({ kind: "pass_on", id: scope.newId() as ScheduledMessageId } as const),
      ...{ conversationId: member.conversationId, text: `💬 ${text}` },
    };
    return { kind: "ok", output: { to: member.name, text }, effect };
  },
});

type Found = { readonly kind: "found"; readonly member: TeamMember } | Exclude<ToolAnswer<never>, { kind: "ok" }>;

/**
 * Finds the member. Of requirement R16 two limits fit a person's words: no phone of the team rings at night, and a member hears at
 * most `MOST_REMINDED_A_DAY` a day. The distance between two messages, and the quiet after a customer's words, are for what Recado
 * itself starts.
 */
async function findMember(
  to: string,
  scope: Pick<ToolScope, "crm" | "contactId" | "contactHours" | "now">,
): Promise<Found> {
  const team = await scope.crm.team(scope.contactId);
  if (team === null)
    return refused(
      "no_member",
      "Only a member whose phone is bound may write to another person.",
      "Say that this is for the team.",
    );
  const found = named(team, to);
  const [member, ...others] = found;
  if (member === undefined)
    return refused("unknown_member", "No other member with a bound phone has this name.", "Say so.");
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
  if (!isDaytime(scope.now, scope.contactHours)) {
    return refused(
      "night",
      "No member is written to outside the shop's hours.",
      "Say that it can be passed on by day.",
    );
  }
  return { kind: "found", member };
}

/** Read before the question of `send_whatsapp_message`: a customer is asked for a yes only when the words can be passed on. */
export const teamMemberFind = defineTool({
  name: "team_member_find",
  description:
    "Says whether the words of this person can be passed on to a member of the shop's team with send_whatsapp_message, and why not.",
  module: "whatsapp",
  effect: "read",
  risk: "low",
  timeout: 2_000,
  permissions: ["crm.read"],
  reversible: true,
  input: z.strictObject({
    to: z.string().trim().min(2).max(80).describe("the member's name, in the customer's words"),
  }),
  output: z.strictObject({ name: z.string() }),
  async run({ to }, scope): Promise<ToolAnswer<{ name: string }>> {
    const found = await findMember(to, scope);
    return found.kind === "found" ? { kind: "ok", output: { name: found.member.name } } : found;
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
