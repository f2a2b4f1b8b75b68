import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

interface Message {
  readonly to: string;
  readonly text: string;
}

/** Words for another person of the team. Who may be written to is known before the customer is asked for a yes. */
export async function decideMessage({ to, text }: Message, input: AgentInput): Promise<Decision> {
  const found = await input.tools.read("team_member_find", { to });
  if (!found.ok) return say(whyNot(found.code, to), "no member can be written to now");
  const call = { callId: "message", tool: "send_whatsapp_message", input: { to, text } };
  return { ...say(SAYS.passedOn(to, text), "wants a message sent to another person"), tools: [call] };
}

function whyNot(code: string, to: string): string {
  switch (code) {
    case "no_member":
      return SAYS.noMember;
    case "unknown_member":
      return SAYS.unknownMember(to);
    case "several_members":
      return SAYS.severalMembers(to);
    case "window_closed":
      return SAYS.memberAway(to);
    case "night":
      return SAYS.byNight(to);
    default:
      return SAYS.noTeamNow;
  }
}
