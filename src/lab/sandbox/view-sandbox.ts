import type { Agent } from "../../core/agent/agent.ts";
import type { Sandbox, SandboxLine, SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import type { SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";
import type { SandboxPlace } from "../../core/ports/lab/sandbox-places.ts";
import type { SandboxConversation } from "../memory/sandbox-conversation.ts";
import { tokensOf } from "./tokens-of.ts";

export interface SandboxIdentity {
  readonly id: string;
  readonly agent: Agent;
  readonly createdAt: Date;
}

interface Shown {
  readonly identity: SandboxIdentity;
  readonly name: string | null;
  readonly settings: SandboxSettings;
  readonly place: SandboxPlace | null;
  readonly lines: readonly SandboxLine[];
  readonly turns: readonly SandboxTurn[];
  /** Tokens by session. */
  readonly used: Readonly<Record<string, number>>;
  readonly tokenLimit: number;
  /** Null when no timer counts. */
  readonly secondsToFire: number | null;
}

/** A sandbox as people see it. */
export function viewSandbox(
  conversation: SandboxConversation,
  { identity, name, settings, place, lines, turns, used, tokenLimit, secondsToFire }: Shown,
): Sandbox {
  const { agentId: _, ...session } = conversation.session();
  const { id, agent, createdAt } = identity;
  const timer = conversation.timer();
  return {
    ...settings,
    ...{ id, name, createdAt, now: conversation.now() },
    crm: place === null ? "dry-run" : "live",
    conversationId: place?.conversationId ?? null,
    agent: { id: agent.id, name: agent.name, version: agent.version },
    ...{ lines, turns, session },
    knownData: conversation.knownData(),
    isBotOn: conversation.isBotOn(),
    timer: timer === null ? null : { ...timer, remainingSeconds: secondsToFire ?? 0 },
    questions: conversation.questions().map(({ liveRunId: _, ...question }) => question),
    orders: conversation.orders().map(({ purchaseKey: _, ...order }) => order),
    tasks: conversation.tasks(),
    tokens: tokensOf(turns, used[session.id] ?? 0, tokenLimit),
  };
}
