import { describe, expect, test } from "vitest";
import { decidePolicy, type PolicyFacts, type PolicyRule } from "../../src/tools/policy.ts";
import { POLICY_RULES } from "../../src/tools/policy-rules.ts";

/** An agent asks for a read of its own customer's, in daytime, a minute after they wrote. */
const facts: PolicyFacts = {
  tool: "crm.note.list",
  agent: "somnio",
  module: "crm",
  effect: "read",
  risk: "low",
  isReversible: true,
  isPaid: false,
  isKnown: true,
  isChained: false,
  isGranted: true,
  isPermitted: true,
  fault: null,
  isRepeated: false,
  actor: "agent",
  role: null,
  cause: "customer",
  isExplicit: false,
  isApproved: false,
  source: null,
  isCrmForAgents: true,
  isWindowOpen: true,
  isDaytime: true,
  hasOptedOut: false,
};
const writes = { tool: "crm.note.delete", effect: "transactional", risk: "medium", isReversible: false } as const;
const high = { tool: "crm.order.create", effect: "transactional", risk: "high" } as const;
const operator = { actor: "operator", role: "operator", cause: "operator", isGranted: false } as const;
const message = { tool: "whatsapp.message.send", module: "whatsapp", effect: "transactional", risk: "medium" } as const;

const table: [string, Partial<PolicyFacts>, string, string][] = [
  ["a read", {}, "allow", "read"],
  ["a tool that nobody has defined", { isKnown: false }, "deny", "unknown_tool"],
  ["a tool that the agent was not given", { isGranted: false }, "deny", "not_granted"],
  ["a tool from inside a tool", { isChained: true }, "deny", "tool_chain"],
  ["an input that does not fit", { fault: "text: too long" }, "deny", "invalid_input"],
  ["the same call once more", { isRepeated: true }, "deny", "no_progress"],
  ["other people's names for an agent", { tool: "crm.contact.list" }, "deny", "staff_only"],
  ["medium that they asked for in words", { ...writes, isExplicit: true }, "allow", "asked_for"],
  ["medium that nobody asked for", writes, "confirm", "inferred"],
  ["medium that a timer wants", { ...writes, cause: "timer" }, "confirm", "nobody_asked"],
  ["high of the customer's own", high, "confirm", "their_own"],
  ["high, asked for in words: asked all the same", { ...high, isExplicit: true }, "confirm", "their_own"],
  [
    "a member's words to a customer",
    { ...high, tool: "operator.message.send", effect: "external" },
    "confirm",
    "own_draft",
  ],
  ["high of the shop's", { ...high, tool: "crm.order.updateStatus" }, "confirm", "high_risk"],
  ["high of somebody else's", { ...high, tool: "pay", effect: "external" }, "confirm", "high_risk"],
  ["a high read", { risk: "high" }, "confirm", "high_risk"],
  ["the books, switched off for agents", { isCrmForAgents: false }, "deny", "crm_agents_off"],
  [
    "the books, switched off after the yes",
    { ...high, isApproved: true, isCrmForAgents: false },
    "deny",
    "crm_agents_off",
  ],
  [
    "the flow's order, the books switched off",
    { tool: "create_order", module: "system", source: "customer", isCrmForAgents: false },
    "allow",
    "consent",
  ],
  ["a person, the books switched off for agents", { ...writes, ...operator, isCrmForAgents: false }, "allow", "staff"],
  ["high, once somebody has said yes to it", { ...high, isApproved: true }, "allow", "approved"],
  ["an input that does not fit, whoever said yes", { ...high, isApproved: true, fault: "x" }, "deny", "invalid_input"],
  ["an answer within the window", message, "allow", "answer_in_window"],
  ["words outside the window", { ...message, isWindowOpen: false }, "deny", "window_closed"],
  [
    "words outside the window, with a yes",
    { ...message, isWindowOpen: false, isApproved: true },
    "deny",
    "window_closed",
  ],
  ["words that a timer wants at night", { ...message, cause: "timer", isDaytime: false }, "deny", "quiet_hours"],
  ["an answer to who wants no more messages", { ...message, hasOptedOut: true }, "allow", "answer_in_window"],
  ["words of the shop to them", { ...message, ...operator, hasOptedOut: true }, "deny", "opted_out"],
  ["words to them, with a yes", { ...message, ...operator, hasOptedOut: true, isApproved: true }, "deny", "opted_out"],
  ["words that a timer wants by day", { ...message, cause: "timer" }, "confirm", "nobody_asked"],
  ["a template, which costs money", { ...message, tool: "whatsapp.template.send", isPaid: true }, "confirm", "paid"],
  [
    "the flow's order on the customer's word",
    { ...high, tool: "create_order", source: "customer" },
    "allow",
    "consent",
  ],
  [
    "a timer's order",
    { ...high, tool: "create_order", source: "timer_sinpack", cause: "timer" },
    "allow",
    "system policy timer_sinpack",
  ],
  [
    "a timer's order in a customer's turn",
    { ...high, tool: "create_order", source: "timer_sinpack" },
    "deny",
    "order_of_another_cause",
  ],
  [
    "a flow's order that a person asks for",
    { ...high, ...operator, tool: "create_order", source: "customer" },
    "deny",
    "order_of_another_cause",
  ],
  [
    "words for another person, though asked for",
    { ...message, tool: "send_whatsapp_message", isExplicit: true },
    "confirm",
    "passed_on",
  ],
  ["what the customer said is remembered", { ...writes, tool: "memory_upsert", risk: "medium" }, "allow", "privacy"],
  ["a person's command", { ...writes, ...operator }, "allow", "staff"],
  ["a viewer's command", { ...writes, ...operator, role: "viewer", isPermitted: false }, "deny", "not_permitted"],
  ["what cannot be taken back, by an operator", { ...high, ...operator, isReversible: false }, "confirm", "four_eyes"],
  [
    "what cannot be taken back, by a program",
    { ...high, ...operator, actor: "service", role: "service", isReversible: false },
    "confirm",
    "four_eyes",
  ],
  [
    "what cannot be taken back, by the owner",
    { ...high, ...operator, role: "owner", isReversible: false },
    "confirm",
    "said_twice",
  ],
  ["what can be taken back, by the owner", { ...high, ...operator, role: "owner" }, "allow", "staff"],
];

describe("the rules", () => {
  test.each(table)("%s: %#", (_, change, decision, rule) => {
    expect(decidePolicy(POLICY_RULES, { ...facts, ...change })).toMatchObject({ decision, rule });
  });

  test("each of them decides about something: none is hidden behind those above it", () => {
    const decided = new Set(table.map(([, change]) => decidePolicy(POLICY_RULES, { ...facts, ...change }).rule));
    const others = [
      "low_risk",
      "system policy ask_a_person",
      "system policy note_what_was_not_understood",
      "system policy timer_pendiente",
    ];
    const rest: Partial<PolicyFacts>[] = [
      { effect: "transactional" },
      { tool: "create_task", risk: "medium", effect: "transactional" },
      { tool: "log_disambiguation", effect: "transactional" },
      { tool: "create_order", source: "timer_pendiente", cause: "timer", risk: "high" },
    ];
    expect(rest.map((change) => decidePolicy(POLICY_RULES, { ...facts, ...change }).rule)).toEqual(others);
    expect(POLICY_RULES.map(({ name }) => name).filter((name) => !decided.has(name) && !others.includes(name))).toEqual(
      [],
    );
  });

  test("a denial says why, with the facts of the call", () => {
    const { reason } = decidePolicy(POLICY_RULES, { ...facts, tool: "send_money", isKnown: false });
    expect(reason).toBe('no tool is named "send_money"');
  });

  test("a customer is asked about what is theirs, a person of the shop about the rest", () => {
    const audience = (change: Partial<PolicyFacts>) => decidePolicy(POLICY_RULES, { ...facts, ...change }).audience;
    expect(audience(high)).toBe("customer");
    expect(audience({ ...high, tool: "crm.order.updateStatus" })).toBe("operator");
  });
});

describe("a table of rules", () => {
  test("that is empty, or has no rule that fits, allows nothing (L-31)", () => {
    expect(decidePolicy([], facts)).toMatchObject({ decision: "deny", rule: "no_rule" });
    const other: PolicyRule = { name: "other", when: { tool: ["x"] }, decision: "allow", why: "" };
    expect(decidePolicy([other], facts)).toMatchObject({ decision: "deny" });
  });

  test("with a misspelt fact fits nothing", () => {
    const misspelt = { name: "open", when: { isGrantd: [true] }, decision: "allow", why: "" } as unknown as PolicyRule;
    expect(decidePolicy([misspelt], facts)).toMatchObject({ decision: "deny" });
  });

  test("holds the tools of other agents (R11): a rule of one's own stands above the standard ones", () => {
    const own: PolicyRule[] = [
      {
        name: "errands",
        when: { tool: ["create_reminder"], isExplicit: [true] },
        decision: "allow",
        why: "they asked for it",
      },
    ];
    const rules = [...own, ...POLICY_RULES];
    const of = (change: Partial<PolicyFacts>) => decidePolicy(rules, { ...facts, effect: "transactional", ...change });
    expect(of({ tool: "web_search", effect: "external" })).toMatchObject({ decision: "allow", rule: "low_risk" });
    expect(of({ tool: "memory_query", effect: "read" })).toMatchObject({ decision: "allow", rule: "read" });
    expect(of({ tool: "memory_upsert", risk: "medium" })).toMatchObject({ decision: "allow", rule: "privacy" });
    expect(of({ tool: "create_reminder", risk: "medium", isExplicit: true })).toMatchObject({ rule: "errands" });
    expect(of({ tool: "create_reminder", risk: "medium" })).toMatchObject({ decision: "confirm", rule: "inferred" });
    expect(of({ tool: "send_whatsapp_message", risk: "high" })).toMatchObject({ decision: "confirm" });
  });
});
