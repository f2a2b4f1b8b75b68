import type { EffectKind, ToolActor, ToolModule, ToolScope } from "../core/ports/tools.ts";
import type { PolicyDecision, RiskLevel } from "../core/tool-calls/tool-call.ts";

/** Everything that a rule may ask about a call. None of it comes from a model's own words. */
export interface PolicyFacts {
  readonly tool: string;
  /** The id of the agent whose conversation the call is made in. */
  readonly agent: string;
  readonly module: ToolModule | "unknown";
  readonly effect: EffectKind | "unknown";
  readonly risk: RiskLevel;
  readonly isReversible: boolean;
  /** Each call costs money. */
  readonly isPaid: boolean;
  readonly isKnown: boolean;
  /** Called from inside another tool. */
  readonly isChained: boolean;
  /** The agent was given it by name. */
  readonly isGranted: boolean;
  /** The person's or the program's role allows it. */
  readonly isPermitted: boolean;
  /** The fault in its input; null when there is none. */
  readonly fault: string | null;
  /** The same call of the same run, with nothing done in between. */
  readonly isRepeated: boolean;
  readonly actor: ToolActor["kind"];
  readonly role: ToolActor["role"];
  readonly cause: ToolScope["cause"];
  /** The customer asked for this tool in this turn, in words. */
  readonly isExplicit: boolean;
  /** A person with the right role has said yes to exactly this. */
  readonly isApproved: boolean;
  /** Who wanted the order; null when it is no order of the flow. */
  readonly source: string | null;
  /** The workspace lets its agents use the shop's records. */
  readonly isCrmForAgents: boolean;
  /** Within 24 hours of the customer's last words. */
  readonly isWindowOpen: boolean;
  /**
   * Within the workspace's hours, by its clock; without hours of its own, from seven in the morning
   * to eight in the evening.
   */
  readonly isDaytime: boolean;
  /** The customer has opted out. */
  readonly hasOptedOut: boolean;
}

/** Every named fact must have one of the listed values. */
export type PolicyCondition = {
  readonly [Fact in Exclude<keyof PolicyFacts, "fault">]?: readonly PolicyFacts[Fact][];
} & {
  readonly hasFault?: readonly boolean[];
};

const NAMEABLE = {
  ...{ tool: true, agent: true, module: true, effect: true, risk: true, isReversible: true, isPaid: true },
  ...{ isKnown: true, isChained: true, isGranted: true, isPermitted: true, isRepeated: true, actor: true },
  ...{ role: true, cause: true, isExplicit: true, isApproved: true, source: true, isCrmForAgents: true },
  ...{ isWindowOpen: true, isDaytime: true, hasOptedOut: true, hasFault: true },
} satisfies Record<keyof PolicyCondition, true>;

/** The facts that a rule may name. */
export const POLICY_FACTS: readonly string[] = Object.keys(NAMEABLE);

export interface PolicyRule {
  readonly name: string;
  /** An empty list matches every call. */
  readonly when: PolicyCondition;
  readonly decision: PolicyDecision;
  /** The person who is asked, in a rule that asks. */
  readonly audience?: "customer" | "operator";
  /** `{tool}` and the other facts are filled in. */
  readonly why: string;
}

export interface PolicyVerdict {
  readonly decision: PolicyDecision;
  readonly rule: string;
  readonly reason: string;
  readonly audience: "customer" | "operator";
}

/** The first rule that matches decides; without a match the answer is no. */
export function decidePolicy(rules: readonly PolicyRule[], facts: PolicyFacts): PolicyVerdict {
  const rule = rules.find(({ when }) => fits(when, facts));
  if (rule === undefined) {
    return { decision: "deny", rule: "no_rule", reason: `no rule allows "${facts.tool}" here`, audience: "operator" };
  }
  const { name, decision, why, audience = "operator" } = rule;
  return { decision, rule: name, reason: fill(why, facts), audience };
}

/** The rules that could decide about a tool for any caller: for the list of tools. */
export function rulesAbout(
  rules: readonly PolicyRule[],
  traits: Pick<PolicyFacts, "tool" | "module" | "effect" | "risk" | "isReversible" | "isPaid">,
): PolicyRule[] {
  return rules.filter(({ when }) =>
    Object.entries(traits).every(([fact, value]) => {
      const wanted: readonly unknown[] | undefined = Reflect.get(when, fact);
      return wanted === undefined || wanted.includes(value);
    }),
  );
}

function fits(when: PolicyCondition, facts: PolicyFacts): boolean {
  return Object.entries(when).every(([name, wanted]) => {
    const values: readonly unknown[] = wanted;
    // A misspelt fact is undefined, and no list contains undefined.
    return values.includes(name === "hasFault" ? facts.fault !== null : Reflect.get(facts, name));
  });
}

function fill(why: string, facts: PolicyFacts): string {
  return why.replace(/\{(\w+)\}/g, (whole, name: string) => (name in facts ? String(Reflect.get(facts, name)) : whole));
}
