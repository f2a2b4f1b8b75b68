import type { Agent, AgentRegistry, Decision } from "../../core/agent/agent.ts";
import type { ReplaySide, ReplayTurn } from "../../core/answers/lab/replay.ts";
import type { SandboxModelCall } from "../../core/answers/lab/sandbox-turn.ts";
import { RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { spokenText } from "../../core/outbound/outbound-content.ts";
import type { AgentConfigs } from "../../core/ports/agent-configs.ts";
import type { RecordedConversation } from "../../core/ports/lab/recorded-conversation.ts";
import type { ReplayLab } from "../../core/ports/lab/sandbox.ts";
import type { TimerPreset } from "../../core/time/timer-policy.ts";
import { playStep } from "../memory/play-in-memory.ts";
import { createSandboxConversation } from "../memory/sandbox-conversation.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { ObservedTurn } from "../memory/scenario-player.ts";
import { happeningsOf, type StoredHappening } from "../scenarios/recorded-happenings.ts";
import { compareSides } from "./compare-sides.ts";
import { type EquippedAgent, equipAgent, inTheirWords, type SandboxDependencies } from "./equip-agent.ts";
import { requireAgent } from "./require-agent.ts";
import { requireEngine } from "./require-engine.ts";

export interface ReplayDependencies extends SandboxDependencies {
  readonly agents: AgentRegistry;
  readonly timerPreset: TimerPreset;
  readonly agentConfigs: Pick<AgentConfigs, "get">;
  readonly recorded: (id: string, workspace: WorkspaceId) => Promise<RecordedConversation | null>;
}

/**
 * Stored conversations, held once more with an agent in memory: the same words at the same
 * instants, and nothing carried out.
 */
export function openReplays(parts: ReplayDependencies): ReplayLab {
  return {
    async replay(workspace, { conversationId, ...wanted }) {
      const recorded = await parts.recorded(conversationId, workspace);
      if (recorded === null) return null;
      const agent = requireAgent(parts.agents, wanted.agent ?? recorded.agentId, wanted.version);
      const engine = wanted.engine ?? (parts.model === null || wanted.model === undefined ? "local" : "cascade");
      requireEngine(engine, parts.model);
      if (wanted.model !== undefined && engine === "local") {
        throw new RecadoError("request_invalid", "model: the engine local asks no model: use the engine cascade.");
      }
      const crmAgentsEnabled = (await parts.agentConfigs.get(workspace))?.crmAgentsEnabled ?? false;
      const conditions = () => ({ crmAgentsEnabled, live: null });
      const equipped = equipAgent(agent, inTheirWords(parts, workspace), {
        engine,
        modelName: wanted.model,
        conditions,
      });
      const turns = await replayTurns(agent, happeningsOf(recorded), equipped, parts.timerPreset);
      const version = recorded.happenings.findLast(({ agentVersion }) => agentVersion !== null)?.agentVersion ?? null;
      const model = engine === "cascade" ? (wanted.model ?? parts.models.detector) : null;
      return {
        conversationId,
        stored: { agent: recorded.agentId, version },
        replayed: { agent: agent.id, version: agent.version, engine, model },
        turns,
        leftOut: { forgotten: recorded.forgotten },
        totals: {
          stored: totalOf(turns.flatMap(({ stored }) => stored ?? [])),
          replayed: totalOf(turns.flatMap(({ replayed }) => replayed ?? [])),
        },
      };
    },
  };
}

async function replayTurns(
  agent: Agent,
  happenings: readonly StoredHappening[],
  equipped: EquippedAgent,
  preset: TimerPreset,
): Promise<ReplayTurn[]> {
  const turns: ReplayTurn[] = [];
  const startMs = happenings[0]?.at.getTime() ?? 0;
  const conversation = createSandboxConversation(agent, {}, { ...equipped.dependencies, preset, startMs });
  const modes = { stored: agent.initialMode };
  let storedTimers: ReplaySide[] = [];
  let againTimers: ReplaySide[] = [];
  const side = (observed: ObservedTurn | undefined) => replayedSide(observed, equipped.takeCalls());
  const flush = () => {
    for (let index = 0; index < Math.max(storedTimers.length, againTimers.length); index += 1) {
      turns.push(pair("timer", "", storedTimers[index] ?? null, againTimers[index] ?? null));
    }
    storedTimers = [];
    againTimers = [];
  };
  for (const happening of happenings) {
    const { at, action } = happening;
    const seconds = (at.getTime() - conversation.now().getTime()) / 1_000;
    if (seconds > 0) for (const one of await conversation.wait(seconds)) againTimers.push(...listOf(side(one)));
    const stored = storedSide(happening, modes);
    if (action === null) {
      storedTimers.push(...listOf(stored));
      continue;
    }
    flush();
    const [observed] = await playStep(conversation, action, agent);
    const isOperators = action.takesOver === true || action.handsBack === true || action.operatorSays !== undefined;
    turns.push(pair(isOperators ? "operator" : "customer", wordsOf(action), stored, side(observed)));
  }
  flush();
  return turns;
}

function pair(by: ReplayTurn["by"], said: string, stored: ReplaySide | null, replayed: ReplaySide | null): ReplayTurn {
  return { by, said, stored, replayed, differences: compareSides(stored, replayed) };
}

const listOf = (side: ReplaySide | null): ReplaySide[] => (side === null ? [] : [side]);

function storedSide({ at, decision, tokens, microUsd }: StoredHappening, modes: { stored: string }): ReplaySide | null {
  if (decision === null) return null;
  modes.stored = decision.stateUpdates.newMode ?? (decision.handoff === null ? modes.stored : "handoff");
  return { at, mode: modes.stored, ...decidedOf(decision), tokens: Math.max(tokens, decision.totalTokens), microUsd };
}

function replayedSide(observed: ObservedTurn | undefined, calls: readonly SandboxModelCall[]): ReplaySide | null {
  if (observed?.decision == null || observed.how === undefined) return null;
  const { decision, how } = observed;
  const costs = calls.map(({ microUsd }) => microUsd);
  return {
    at: how.at,
    mode: how.sessionAfter.mode,
    ...decidedOf(decision),
    tokens: calls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    microUsd: sumOf(costs),
  };
}

function decidedOf({ intentInfo, messages, tools, timerSignals = [], handoff, why }: Decision) {
  return {
    intent: intentInfo?.intent ?? null,
    confidence: intentInfo?.confidence ?? null,
    texts: messages.map((one) => one.text ?? spokenText(one.content)),
    templates: messages.flatMap(({ templateId }) => templateId ?? []),
    tools: tools.map(({ tool, input }) => ({ tool, input })),
    signals: timerSignals.map(({ type }) => type),
    handoff: handoff?.reason ?? null,
    why,
  };
}

function sumOf(costs: readonly (number | null)[]): number | null {
  return costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

function totalOf(sides: readonly ReplaySide[]) {
  return {
    tokens: sides.reduce((sum, { tokens }) => sum + tokens, 0),
    microUsd: sumOf(sides.map(({ microUsd }) => microUsd)),
  };
}

function wordsOf({
  says,
  button,
  sticker,
  media,
  files = [],
  operatorSays,
  takesOver,
  handsBack,
}: ScenarioStep): string {
  const sent = [...(media === undefined ? [] : [media]), ...files];
  const theirs = [...[says ?? []].flat(), ...sent.map(({ kind, words = "" }) => `[${kind}] ${words}`.trim())];
  if (theirs.length > 0) return theirs.join("\n");
  if (sticker === true) return "[sticker]";
  if (takesOver === true) return "takeover";
  return button ?? operatorSays ?? (handsBack === true ? "handback" : "");
}
