import type { Agent } from "../core/agent/agent.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { isWindowOpen } from "../core/outbound/service-window.ts";
import type { ToolRates } from "../core/ports/tool-rates.ts";
import type { EffectKind, ToolCall, ToolResult, ToolScope, Tools, ToolTraits } from "../core/ports/tools.ts";
import { isDaytime } from "../core/time/contact-hours.ts";
import { type ToolNames, toolNameFaults, toolNames } from "../core/tool-calls/tool-names.ts";
import { type OfferedTool, offeredTools, offerFaults } from "../core/tool-calls/tool-offer.ts";
import { ownRefusal } from "../core/tool-calls/turn-reads.ts";
import type { PreparedCall, Tool } from "./define-tool.ts";
import { decidePolicy, type PolicyFacts, type PolicyRule, rulesAbout } from "./policy.ts";
import { POLICY_RULES } from "./policy-rules.ts";
import { isPermitted } from "./role-permissions.ts";
import type { Checked } from "./standard-schema.ts";

export interface ToolsDependencies {
  readonly tools: readonly Tool[];
  /** Names of the tools that every agent has without a grant. */
  readonly ofEveryAgent?: readonly string[];
  /** The shop's own rules first, then the standard ones. */
  readonly rules?: readonly PolicyRule[];
  /** Calls are not counted when it is absent. */
  readonly rates?: ToolRates | null;
  /**
   * Calls of these tools are not counted: the shop's own rules call them, and no limit may stop
   * them.
   */
  readonly uncounted?: readonly string[];
  readonly pause?: (ms: number) => Promise<void>;
}

/** A tool as a person reads about it. */
export interface DescribedTool {
  readonly tool: Tool;
  readonly rules: readonly PolicyRule[];
}

/**
 * All tools of a process, and the one door to them: every call is judged here, whatever its way.
 */
export interface ToolRegistry extends Tools {
  /** What a model calls each tool. */
  readonly names: ToolNames;
  /**
   * The tools that an agent's model is offered, each with its own schema. Throws, with a sentence
   * for each fault: a name that no tool has, too many tools, a schema that a model cannot follow.
   */
  toolsFor(agent: Pick<Agent, "tools" | "offers" | "offersShown">): OfferedTool[];
  /** All tools, or those of an agent with these grants. */
  list(granted?: readonly string[]): readonly DescribedTool[];
}

/** A scope that a tool has been given bears this mark, and so does a copy of it. */
const INSIDE: unique symbol = Symbol("inside a tool");
type ScopeInside = ToolScope & { readonly [INSIDE]?: true };

export function createTools(parts: ToolsDependencies): ToolRegistry {
  const { tools, ofEveryAgent = [], rules = POLICY_RULES, rates = null, uncounted = [], pause = wait } = parts;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error(`Two tools have one name: ${doubled(tools).join(", ")}.`);
  const [fault] = toolNameFaults([...byName.keys()]);
  if (fault !== undefined) throw new Error(`The tool ${fault}.`);

  const kindOf = (name: string): EffectKind | null => byName.get(name)?.effect ?? null;
  const traits = (name: string): ToolTraits | null => {
    const tool = byName.get(name);
    return tool === undefined ? null : traitsOf(tool);
  };

  async function carryOut(tool: Tool, prepared: PreparedCall, call: ToolCall): Promise<ToolResult> {
    const { scope, idempotencyKey, signal, isTrial = false } = call;
    // A trial writes nothing, and the call that follows from it is counted.
    const isCounted =
      !uncounted.includes(tool.name) && !scope.isDryRun && !(isTrial && tool.effect === "transactional");
    if (rates !== null && isCounted) {
      const rate = await rates.take(scope.workspaceId, tool.module);
      if (rate.kind === "spent") return rateLimited(tool, rate.limit, rate.againAt);
    }
    if (scope.isDryRun && tool.effect === "external") {
      return { kind: "ok", output: { dryRun: true, id: scope.newId() }, isDryRun: true };
    }
    const inside: ScopeInside = { ...scope, [INSIDE]: true };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await prepared.run(inside, { idempotencyKey, signal });
      const mayRetry = answer.kind === "error" && answer.retryable === true && attempt < tool.retry.attempts;
      if (!mayRetry || signal.aborted) {
        if (answer.kind === "denied") return { ...answer, rule: ownRefusal(tool.name) };
        if (answer.kind === "error" || !scope.isDryRun) return answer;
        return {
          kind: "ok",
          output: answer.output,
          isDryRun: true,
          ...(tool.effect === "transactional" ? { effect: null } : {}),
        };
      }
      await pause(tool.retry.backoffMs * attempt);
    }
  }

  /** The policy decides, and `carry` is reached only when it allows a valid call. */
  async function judged(
    call: ToolCall,
    carry: (tool: Tool, prepared: PreparedCall) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const tool = byName.get(call.tool) ?? null;
    const prepared = tool?.prepare(call.input, call.scope) ?? null;
    const isGranted = ofEveryAgent.includes(call.tool) || call.scope.granted.includes(call.tool);
    const verdict = decidePolicy(rules, factsOf({ call, tool, prepared, isGranted, kindOf }));
    const { rule, reason, audience } = verdict;
    if (verdict.decision === "deny") return { kind: "denied", reason, rule };
    // Whatever the rules allow, a call needs a tool and a valid input.
    if (tool === null) return { kind: "denied", reason: `no tool is named "${call.tool}"`, rule: "unknown_tool" };
    if (prepared?.kind !== "valid")
      return { kind: "denied", reason: `the input of "${call.tool}" is not valid`, rule: "invalid_input" };
    if (verdict.decision === "confirm")
      return { kind: "confirm", rule, reason, audience, question: prepared.value.question };
    const result = await carry(tool, prepared.value);
    return result.kind === "ok" || result.kind === "error" ? { ...result, allowedBy: `${rule}: ${reason}` } : result;
  }

  return {
    names: toolNames([...byName.keys()]),
    kindOf: traits,
    execute: (call) => judged(call, (tool, prepared) => carryOut(tool, prepared, call)),
    judge: (call) => judged(call, async () => ({ kind: "ok", output: PLANNED, effect: null })),
    toolsFor({ tools: granted = [], offers = [], offersShown: shown = Number.POSITIVE_INFINITY }) {
      const undefinedTool = granted.find((name) => !byName.has(name));
      if (undefinedTool !== undefined) {
        throw new Error(`No tool is named "${undefinedTool}": an agent was given an undefined tool.`);
      }
      const faults = offerFaults(traits, offers, { shown });
      if (faults.length > 0) throw new Error(`A model cannot be offered these tools: ${faults.join("; ")}.`);
      return offeredTools(traits, offers);
    },
    list: (granted) =>
      tools
        .filter(({ name }) => granted === undefined || [...ofEveryAgent, ...granted].includes(name))
        .map((tool) => {
          const { name, module, effect, risk, reversible: isReversible, isPaid } = tool;
          return { tool, rules: rulesAbout(rules, { tool: name, module, effect, risk, isReversible, isPaid }) };
        }),
  };
}

interface Judging {
  readonly call: ToolCall;
  readonly tool: Tool | null;
  readonly prepared: Checked<PreparedCall> | null;
  readonly isGranted: boolean;
  readonly kindOf: (name: string) => EffectKind | null;
}

function factsOf({ call, tool, prepared, isGranted, kindOf }: Judging): PolicyFacts {
  const scope: ScopeInside = call.scope;
  const { actor, cause, now } = scope;
  return {
    tool: call.tool,
    agent: scope.agentId,
    module: tool?.module ?? "unknown",
    effect: tool?.effect ?? "unknown",
    // An unknown tool may do anything.
    risk: tool?.risk ?? "high",
    isReversible: tool?.reversible ?? false,
    isPaid: tool?.isPaid ?? false,
    isKnown: tool !== null,
    isChained: scope[INSIDE] === true,
    isGranted,
    isPermitted: tool !== null && isPermitted(actor.role, tool.permissions),
    fault: prepared?.kind === "invalid" ? prepared.fault : null,
    isRepeated: isRepeated(call, kindOf),
    actor: actor.kind,
    role: actor.role,
    cause,
    isExplicit: isExplicit(tool, scope),
    isApproved: scope.approval !== null,
    source: prepared?.kind === "valid" ? prepared.value.source : null,
    isCrmForAgents: scope.crmAgentsEnabled,
    isWindowOpen: isWindowOpen(scope.lastCustomerMessageAt, now),
    isDaytime: isDaytime(now, scope.contactHours),
    hasOptedOut: scope.hasOptedOut,
  };
}

/**
 * A person or a program names the tool itself; a customer's words open the tools that answer to
 * them.
 */
function isExplicit(tool: Tool | null, { cause, requests }: ToolScope): boolean {
  if (cause === "operator" || cause === "service") return true;
  return tool?.requestedBy.some((request) => requests.includes(request)) ?? false;
}

/** The same call again is a loop, unless something was done since: then the answer may differ. */
function isRepeated({ tool, input, scope: { made = [] } }: ToolCall, kindOf: Judging["kindOf"]): boolean {
  const asked = canonicalJson(input);
  const last = made.findLastIndex((one) => one.tool === tool && canonicalJson(one.input) === asked);
  return last >= 0 && made.slice(last + 1).every((one) => kindOf(one.tool) === "read");
}

function rateLimited({ module }: Tool, limit: number, againAt: Date): ToolResult {
  return {
    kind: "error",
    code: "rate_limited",
    type: "rate_limited",
    message: `This workspace has used its ${limit} calls of ${module} tools for this minute.`,
    suggestion: `Call it again after ${againAt.toISOString()}.`,
    retryable: true,
    againAt,
  };
}

function traitsOf(tool: Tool): ToolTraits {
  const { effect, timeoutMs, risk, module, permissions, reversible, retry, description, inputSchema } = tool;
  return { kind: effect, timeoutMs, riskLevel: risk, module, permissions, reversible, retry, description, inputSchema };
}

/** What a model is told of a call that waits for its decision. */
const PLANNED = { planned: true, note: "accepted; it is carried out when your answer is sent, and is not done yet" };

function doubled(tools: readonly Tool[]): string[] {
  const names = tools.map(({ name }) => name);
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
