import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, type EventId, isUuid, type RunId } from "../../core/ids.ts";
import { forcedIntentFault } from "../../core/inbound/forced-intent.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";
import { agentsThatWork } from "./agents.ts";

export interface ForceIntentOptions {
  readonly by?: string;
  readonly note?: string;
  readonly workspace: string;
}

/** `recado conversation force-intent`: a worker of any process takes the turn. */
export async function forceIntent(
  id: string,
  intent: string,
  { by, note, workspace }: ForceIntentOptions,
): Promise<void> {
  const workspaceId = readId(workspace);
  const agents = await agentsThatWork();
  const result = await withDatabase(async ({ store: { conversations, confirmations } }) => {
    const conversation = isUuid(id) ? await conversations.get(workspaceId, id as ConversationId) : null;
    if (conversation === null) throw unknown(id, workspace);
    const agent = agents.find((one) => one.id === conversation.agent);
    const known = agent !== undefined && isFlowAgent(agent) ? Object.keys(agent.definition.intents) : [];
    const fault = forcedIntentFault(intent, conversation.agent, known);
    if (fault !== null) throw new RecadoError("request_invalid", fault);
    if (!conversation.botEnabled) {
      throw new RecadoError("person_answers", "a person answers in this conversation: hand it back first");
    }
    const newId = createIdMaker(() => Date.now());
    return confirmations.forceIntent({
      ...{ workspaceId, conversationId: conversation.id, intent, note },
      actor: actorName(by),
      idempotencyKey: newId(),
      eventId: newId() as EventId,
      runId: newId() as RunId,
    });
  });
  if (result.kind !== "taken") throw unknown(id, workspace);
  print(`The agent follows "${intent}" in the run ${result.runId}.`);
}

function unknown(id: string, workspace: string): RecadoError {
  return new RecadoError("not_found", `The workspace ${workspace} has no conversation "${id}".`);
}
