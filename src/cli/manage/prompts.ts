import { loadAgent } from "../../app/agents/load-agent.ts";
import type { AgentInput } from "../../core/agent/agent.ts";
import { newSession } from "../../core/agent/new-session.ts";
import type { StoredConversation } from "../../core/answers/conversation.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, DEFAULT_WORKSPACE, isUuid, type SessionId } from "../../core/ids.ts";
import { nearestName } from "../../core/nearest-name.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import { offeredTools } from "../../core/tool-calls/tool-offer.ts";
import { NO_READS } from "../../core/tool-calls/turn-reads.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { FlowDefinition } from "../../flow/definition/flow-definition.ts";
import { previewQuestion } from "../../flow/model/preview-question.ts";
import { PROMPT_IDS, type PromptId, shippedPrompt } from "../../flow/model/prompts/shipped-prompts.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";

/** `recado prompts list` */
export function listPrompts({ json }: { json?: true }): void {
  const all = PROMPT_IDS.map(shippedPrompt).map(({ id, version }) => ({ id, version }));
  const rows = all.map(({ id, version }) => [id, `version ${version}`]);
  printResult(json, all, () => textTable(rows, ""));
}

export interface ShowOptions {
  readonly text?: string;
  readonly conversation?: string;
  readonly agent?: string;
}

/** `recado prompts show`: the file as it is, or the question that a turn would ask. */
export async function showPrompt(name: string, { text, conversation, agent }: ShowOptions): Promise<void> {
  const id = promptId(name);
  if (text !== undefined && conversation !== undefined)
    throw new RecadoError("request_invalid", "Name a --text or a --conversation, not both.");
  if (text === undefined && conversation === undefined) {
    print(shippedPrompt(id).source.trimEnd());
    return;
  }
  const view = conversation === undefined ? null : await findConversation(conversation);
  const flow = await flowOf(agent ?? view?.agent ?? "somnio");
  const input = view === null ? inputOf(flow, { said: [], messages: [text ?? ""] }) : inputOfConversation(flow, view);
  const question = await previewQuestion(flow, id, input, (offers) =>
    offeredTools((name) => SHOP_TOOLS.kindOf(name), offers),
  );
  if (question === null)
    throw new RecadoError(
      "request_invalid",
      `The prompt "${id}" is not asked in a turn of "${flow.id}": show it without a text.`,
    );
  print(linesOf(question));
}

function promptId(name: string): PromptId {
  const id = PROMPT_IDS.find((one) => one === name);
  if (id !== undefined) return id;
  throw new RecadoError(
    "not_found",
    `There is no prompt "${name}" (did you mean "${nearestName(name, PROMPT_IDS)}"?); \`recado prompts list\` lists them.`,
  );
}

async function flowOf(name: string): Promise<FlowDefinition> {
  const { agent } = await loadAgent(name);
  if (isFlowAgent(agent)) return agent.definition;
  throw new RecadoError("agent_invalid", `"${agent.id}" is not made with defineFlowAgent, so it has no such prompts.`);
}

async function findConversation(id: string): Promise<StoredConversation> {
  const found = isUuid(id)
    ? await withDatabase(({ store }) => store.conversations.get(DEFAULT_WORKSPACE, id as ConversationId))
    : null;
  if (found !== null) return found;
  throw new RecadoError(
    "not_found",
    `There is no conversation ${id}: \`GET /internal/agent/conversations\` lists their ids.`,
  );
}

/** The customer's last words are what is asked about; what stands before them was said. */
function inputOfConversation(flow: FlowDefinition, { turns, session }: StoredConversation): AgentInput {
  const last = turns.findLastIndex(({ role }) => role === "user");
  if (last < 0) throw new RecadoError("not_found", "That conversation has no message yet.");
  const said = turns.slice(0, last).map((turn) => ({
    ...turn,
    role:
      turn.role === "user"
        ? ("user" as const)
        : turn.role === "assistant"
          ? ("assistant" as const)
          : ("system" as const),
  }));
  const input = inputOf(flow, { said, messages: [turns[last]?.content ?? ""] });
  if (session === null) return input;
  return {
    ...input,
    session: {
      ...input.session,
      mode: session.mode,
      templatesEnviados: session.templates_enviados,
      datosCapturados: session.datos_capturados,
      packSeleccionado: session.pack_seleccionado,
    },
  };
}

function inputOf(
  flow: FlowDefinition,
  { said, messages }: { said: AgentInput["history"]; messages: readonly string[] },
): AgentInput {
  return {
    message: messages.join("\n"),
    messages,
    inputClass: "TEXT_SIMPLE",
    session: newSession({
      id: "00000000-0000-7000-8000-000000000000" as SessionId,
      agentId: flow.id,
      mode: flow.initialMode,
    }),
    history: said,
    unsaid: [],
    turnNumber: said.length + 1,
    contact: { name: null },
    forceIntent: null,
    tools: NO_READS,
    now: new Date(),
  };
}

function linesOf({ prompt, purpose, system, tools = [], messages, outputSchema }: Question): string[] {
  return [
    `# ${prompt.id}, version ${prompt.version}, asked of the ${purpose}`,
    ...system.flatMap(({ text, cached }) => [
      "",
      `## system${cached === true ? " (kept by the provider up to here)" : ""}`,
      "",
      text,
    ]),
    ...(tools.length === 0 ? [] : ["", "## tools", "", ...tools.map((tool) => JSON.stringify(tool))]),
    ...messages.flatMap(({ role, content }) => [
      "",
      `## ${role}`,
      "",
      ...content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))),
    ]),
    ...(outputSchema === undefined ? [] : ["", "## answer", "", JSON.stringify(outputSchema)]),
  ];
}
