import type { OperatorCommand } from "../../core/operations/operator-commands.ts";
import type { Judgement, OperatorDesk, Speaker } from "../../core/ports/desk/operator-desk.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import type { ToolAnswer } from "../define-tool.ts";

type Allowed = Extract<Judgement, { kind: "allowed" }>;

export const speakerOf = ({ workspaceId, conversationId, contactId }: ToolScope): Speaker => ({
  ...{ workspaceId, conversationId, contactId },
});

/**
 * Does the work only if the phone of this conversation may give the command now. Who calls a tool there by another door
 * speaks from no phone, and would borrow the rights of the one who does.
 */
export async function judged<Output>(
  desk: OperatorDesk,
  command: OperatorCommand,
  scope: ToolScope,
  work: (speaker: Speaker, member: Allowed) => Promise<ToolAnswer<Output>>,
): Promise<ToolAnswer<Output>> {
  if (scope.actor.kind !== "agent")
    return { kind: "denied", reason: "it answers the member in the chat, and no other door" };
  const speaker = speakerOf(scope);
  const judgement = await desk.judge(speaker, command);
  if (judgement.kind === "allowed") return work(speaker, judgement);
  return { kind: "denied", reason: `this phone may not give the command "${command}": ${judgement.reason}` };
}

/** The answer of a tool that was given the id of a run that this shop does not have. */
export const unknownRun = (traceId: string) =>
  ({
    kind: "error",
    type: "not_found",
    code: "trace_not_found",
    retryable: false,
    message: `There is no run ${traceId} here.`,
  }) as const;
