import type { PolicyRule } from "./policy.ts";

/** Tools that show other people than the customer of the conversation. */
const OF_OTHER_PEOPLE = ["crm.contact.list", "whatsapp.conversation.list"];

/** Deeds about the customer's own affairs, to which the customer may say yes. */
const THEIR_OWN = [
  "cancel_order",
  "crm.contact.delete",
  "crm.order.create",
  "crm.order.update",
  "crm.order.duplicate",
  "crm.order.delete",
];

/**
 * Who may do what (requirements R11, R12). The first rule that matches decides, from the top;
 * without a match the answer is no. Add a tool's own rule above the general ones of its actor. `GET
 * /internal/agent/tools` shows them.
 */
export const POLICY_RULES: readonly PolicyRule[] = [
  // Invalid calls.
  {
    name: "tool_chain",
    when: { isChained: [true] },
    decision: "deny",
    why: 'a tool calls no other tool: "{tool}" was called from inside one',
  },
  { name: "unknown_tool", when: { isKnown: [false] }, decision: "deny", why: 'no tool is named "{tool}"' },
  {
    name: "not_granted",
    when: { actor: ["agent"], isGranted: [false] },
    decision: "deny",
    why: 'no tool is named "{tool}" among those of this agent',
  },
  {
    name: "not_permitted",
    when: { actor: ["operator", "service"], isPermitted: [false] },
    decision: "deny",
    why: 'the role "{role}" may not use "{tool}"',
  },
  {
    name: "invalid_input",
    when: { hasFault: [true] },
    decision: "deny",
    why: 'the input of "{tool}" is not valid: {fault}',
  },
  {
    name: "no_progress",
    when: { isRepeated: [true] },
    decision: "deny",
    why: '"{tool}" was called with the same input in this run, and nothing was done since',
  },

  // Deeds that are forbidden to all.
  {
    name: "staff_only",
    when: { tool: OF_OTHER_PEOPLE, actor: ["agent"] },
    decision: "deny",
    why: "an agent that talks to one customer must not see the others",
  },
  {
    name: "window_closed",
    when: { tool: ["whatsapp.message.send"], isWindowOpen: [false] },
    decision: "deny",
    why: "the customer's last words are older than 24 hours: only an approved template may be sent",
  },
  {
    name: "opted_out",
    when: {
      tool: ["whatsapp.message.send", "whatsapp.template.send"],
      cause: ["timer", "operator", "service"],
      hasOptedOut: [true],
    },
    decision: "deny",
    why: "the customer has opted out: only their own questions are answered",
  },
  {
    name: "quiet_hours",
    when: { module: ["whatsapp"], effect: ["transactional", "external"], cause: ["timer"], isDaytime: [false] },
    decision: "deny",
    why: "outside the shop's hours a customer must write first",
  },

  // Deeds that the shop itself has decided once: named, and audited each time.
  {
    name: "consent",
    when: { tool: ["create_order", "update_order"], source: ["customer"], cause: ["customer"] },
    decision: "allow",
    why: "the customer asked for it in this conversation",
  },
  {
    name: "system policy timer_sinpack",
    when: { tool: ["create_order", "update_order"], source: ["timer_sinpack"], cause: ["timer"] },
    decision: "allow",
    why: "an unanswered offer is noted without a pack and without a value",
  },
  {
    name: "system policy timer_pendiente",
    when: { tool: ["create_order", "update_order"], source: ["timer_pendiente"], cause: ["timer"] },
    decision: "allow",
    why: "a chosen pack without a confirmation is noted as pending",
  },
  {
    name: "order_of_another_cause",
    when: { tool: ["create_order", "update_order"] },
    decision: "deny",
    why: "an order of {source} is not made by a {cause}'s turn",
  },
  {
    name: "system policy ask_a_person",
    when: { tool: ["create_task"] },
    decision: "allow",
    why: "a person may always be asked to look",
  },
  {
    name: "system policy note_what_was_not_understood",
    when: { tool: ["log_disambiguation"] },
    decision: "allow",
    why: "a message that was not understood is written down",
  },

  {
    name: "privacy",
    when: { tool: ["memory_upsert"], actor: ["agent"], cause: ["customer"] },
    decision: "allow",
    why: "it remembers what the customer said, in their own words; what is sensitive needs their wish",
  },

  // Deeds that the shop has switched off, even after an earlier yes.
  {
    name: "crm_agents_off",
    when: { module: ["crm"], actor: ["agent"], isCrmForAgents: [false] },
    decision: "deny",
    why: "this workspace does not let its agents use the CRM (crmAgentsEnabled)",
  },

  // A person with the right role has said yes to exactly this call.
  {
    name: "approved",
    when: { isApproved: [true] },
    decision: "allow",
    why: "a person with the right role said yes to exactly this call",
  },

  // People and programs of the shop. A deed that cannot be taken back needs two of them. An owner
  // may be both, and says it twice.
  {
    name: "four_eyes",
    when: { actor: ["operator", "service"], role: ["operator", "service"], risk: ["high"], isReversible: [false] },
    decision: "confirm",
    audience: "operator",
    why: '"{tool}" cannot be undone: a second person of the shop must say yes',
  },
  {
    name: "said_twice",
    when: { actor: ["operator", "service"], role: ["owner"], risk: ["high"], isReversible: [false] },
    decision: "confirm",
    audience: "operator",
    why: '"{tool}" cannot be undone: the owner says yes to the exact call, or another person of the shop does',
  },
  {
    name: "staff",
    when: { actor: ["operator", "service"] },
    decision: "allow",
    why: "a person of the shop whose role allows it asked for it",
  },

  // Agents.
  {
    name: "read",
    when: { actor: ["agent"], effect: ["read"], risk: ["low", "medium"] },
    decision: "allow",
    why: "it only reads what belongs to this conversation",
  },
  {
    name: "paid",
    when: { actor: ["agent"], isPaid: [true] },
    decision: "confirm",
    audience: "operator",
    why: '"{tool}" costs money each time',
  },
  {
    name: "low_risk",
    when: { actor: ["agent"], risk: ["low"], cause: ["customer"] },
    decision: "allow",
    why: "it does little, and can be undone",
  },
  {
    name: "answer_in_window",
    when: { tool: ["whatsapp.message.send"], actor: ["agent"], cause: ["customer"] },
    decision: "allow",
    why: "it answers the customer who has just written, in their own conversation",
  },
  {
    name: "passed_on",
    when: { tool: ["send_whatsapp_message"], actor: ["agent"], cause: ["customer"] },
    decision: "confirm",
    audience: "customer",
    why: "words to another person leave when the one who wrote them has read them and said yes",
  },
  {
    name: "asked_for",
    when: { actor: ["agent"], risk: ["medium"], cause: ["customer"], isExplicit: [true] },
    decision: "allow",
    why: "the customer asked for it in this turn",
  },
  {
    name: "inferred",
    when: { actor: ["agent"], risk: ["medium"], cause: ["customer"] },
    decision: "confirm",
    audience: "customer",
    why: "the customer did not ask for it in these words",
  },
  {
    name: "their_own",
    when: { tool: THEIR_OWN, actor: ["agent"], cause: ["customer"] },
    decision: "confirm",
    audience: "customer",
    why: "it concerns the customer's own affairs: the customer must say yes",
  },
  {
    name: "own_draft",
    when: { tool: ["operator.message.send"], actor: ["agent"], cause: ["customer"] },
    decision: "confirm",
    audience: "customer",
    why: "words to a customer leave when the member who asked for them has read them and said yes",
  },
  {
    name: "high_risk",
    when: { actor: ["agent"], risk: ["high"] },
    decision: "confirm",
    audience: "operator",
    why: '"{tool}" may do harm: a person of the shop must say yes',
  },
  {
    name: "nobody_asked",
    when: { actor: ["agent"], cause: ["timer"] },
    decision: "confirm",
    audience: "operator",
    why: "no customer asked for it",
  },
];
