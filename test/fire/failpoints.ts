import type { Channel } from "../../src/core/ports/channel.ts";
import type { Store } from "../../src/core/ports/store.ts";

/** A way in which work comes to an edge (test/fire/scenarios). */
export type ScenarioName =
  | "one message"
  | "one message through the dying door"
  | "a message to a new number"
  | "something unreadable at the door"
  | "a notice at the door"
  | "two replies"
  | "a tool"
  | "a change of the books"
  | "an operator's word in mid-turn"
  | "a second message in mid-turn"
  | "a failing agent"
  | "an agent that fails for good"
  | "a long turn"
  | "a stop in mid-turn"
  | "a doubt and an operator's word"
  | "a dead worker"
  | "a handback"
  | "a dead letter that is tried again"
  | "a dead letter that is discarded"
  | "a run in segments that is called off"
  | "a run in segments that is paused"
  | "a task that is worked off"
  | "a turn that cannot be read"
  | "a typed reply"
  | "a customer's file"
  | "a voice note"
  | "a marketing preference"
  | "an alert"
  | "an alert that is over"
  | "an alert that a person resolves"
  | "a setting that is changed"
  | "an entry that is written"
  | "a question that is dismissed"
  | "a run that is judged"
  | "a reminder"
  | "a reminder that is cancelled"
  | "a line of the audit log"
  | "a timer that is due"
  | "a person's hand on a timer"
  | "something that is learnt"
  | "something that is forgotten"
  | "a night"
  | "a night that forgets"
  | "a change of what is kept"
  | "an operator's yes"
  | "an operator's command"
  | "a question to a model"
  | "a long conversation"
  | "a summary that fails"
  | "a customer who is exported"
  | "a customer who is erased"
  | "an artifact with its facts"
  | "a fact that is judged"
  | "a document that is added"
  | "a document that is erased"
  | "a person's reply"
  | "a note"
  | "an order that is sent"
  | "a new sale after an order";

/**
 * `reads`: it writes nothing, so there is no edge. `as command`: its statement is that of
 * `confirmations.command`, whose edges are played; the stage's agent has no intents to force.
 * `alone`: one statement of a person's command, which no turn waits for: it is there or not, and may be repeated.
 * `at every start`: one statement that each start repeats, so a death beside it changes nothing.
 */
type Failpoint = ScenarioName | readonly ScenarioName[] | "reads" | "as command" | "alone" | "at every start";

/** No scenario comes to its edges. */
export function isUnplayed(named: Failpoint): named is "reads" | "as command" | "alone" | "at every start" {
  return named === "reads" || named === "as command" || named === "alone" || named === "at every start";
}

type Ports = Store & { readonly channel: Channel };

/**
 * Every commit and send edge of the product: one before and one after each of these calls. The list is total: a new method
 * of a port does not compile until it stands here, with the scenario of test/fire/scenarios that comes to it.
 */
export const FAILPOINTS: { readonly [Part in keyof Ports]: { readonly [Method in keyof Ports[Part]]: Failpoint } } = {
  mailbox: {
    enqueue: "one message through the dying door",
    unkept: "reads",
    away: "reads",
    quarantine: "something unreadable at the door",
    keepNotices: "a notice at the door",
    claim: "one message",
    due: "reads",
    nextDue: "reads",
    reload: "an operator's word in mid-turn",
    closeSession: "a new sale after an order",
    absorbNewer: "a second message in mid-turn",
    flushSteps: "a tool",
    park: ["a typed reply", "a voice note"],
    tell: "a voice note",
    commit: [
      "one message",
      "one message through the dying door",
      "a change of the books",
      "an artifact with its facts",
    ],
    fail: "a failing agent",
    bury: "an agent that fails for good",
    release: "a stop in mid-turn",
    renew: "a long turn",
  },
  outbox: {
    claim: "two replies",
    markInFlight: "two replies",
    postpone: "a doubt and an operator's word",
    settle: ["one message", "two replies"],
    recordStatuses: "one message through the dying door",
    openCircuits: "reads",
  },
  media: {
    claim: "a customer's file",
    settle: ["a customer's file", "a voice note"],
    open: "reads",
    keepUnderstanding: "a voice note",
    list: "reads",
    read: "reads",
  },
  artifacts: {
    last: "reads",
    page: "reads",
    ofConversation: "reads",
    facts: "reads",
    find: "reads",
    searchFacts: "reads",
    judge: "a fact that is judged",
  },
  documents: {
    claim: "a customer's file",
    settle: "a customer's file",
    list: "reads",
    search: "reads",
    add: "a document that is added",
    page: "reads",
    find: "reads",
    chunks: "reads",
    content: "reads",
    erase: "a document that is erased",
  },
  audit: {
    list: "reads",
    verify: "reads",
    seal: "a line of the audit log",
  },
  contacts: {
    update: "a marketing preference",
  },
  personalData: {
    find: "reads",
    export: "a customer who is exported",
    erase: "a customer who is erased",
  },
  alerts: {
    raise: "an alert",
    clear: "an alert that is over",
    list: "reads",
    resolve: "an alert that a person resolves",
  },
  scheduled: {
    create: "a reminder",
    list: "reads",
    cancel: "a reminder that is cancelled",
    claim: "a reminder",
    settle: "a reminder",
    conclude: "a reminder",
  },
  shopEntries: {
    current: "reads",
    versions: "reads",
    write: "an entry that is written",
    dismiss: "a question that is dismissed",
    dismissed: "reads",
  },
  reviews: {
    scores: "reads",
    score: "a run that is judged",
    write: "alone",
    papers: "reads",
    paper: "reads",
    removeNote: "alone",
    scored: "reads",
    keepEvaluation: "alone",
    evaluations: "reads",
  },
  prompts: { list: "reads", propose: "alone", approve: "alone", use: "alone", inUse: "reads" },
  agentConfigs: {
    get: "reads",
    change: "a setting that is changed",
    takePlaces: "at every start",
  },
  confirmations: {
    list: "reads",
    get: "reads",
    decide: "an operator's yes",
    command: "an operator's command",
    forceIntent: "as command",
    resume: "an operator's yes",
  },
  tasks: {
    list: "reads",
    assign: "a task that is worked off",
    complete: "a task that is worked off",
  },
  orders: {
    list: "reads",
    find: "reads",
    findAll: "reads",
    count: "reads",
    history: "reads",
    change: "an order that is sent",
  },
  crm: {
    contact: "reads",
    contactByPhone: "reads",
    contacts: "reads",
    order: "reads",
    orders: "reads",
    task: "reads",
    tasks: "reads",
    note: "reads",
    notes: "reads",
    fields: "reads",
    fieldValues: "reads",
    messages: "reads",
    templates: "reads",
    facts: "reads",
    recollect: "reads",
    team: "reads",
    askedPermissions: "reads",
    conversation: "reads",
    expenses: "reads",
    conversations: "reads",
  },
  summaries: {
    claim: "a long conversation",
    save: "a long conversation",
    postpone: "a summary that fails",
  },
  models: {
    standing: "reads",
    record: "a question to a model",
    costs: "reads",
  },
  timerAdmin: {
    list: "reads",
    hurry: "a person's hand on a timer",
    cancel: "a person's hand on a timer",
  },
  knowledge: {
    ofConversation: "reads",
    forgetDatum: "something that is forgotten",
    forgetSummary: "something that is forgotten",
    doubts: "reads",
  },
  memory: {
    learn: "something that is learnt",
    ofContact: "reads",
    forget: "something that is forgotten",
  },
  insights: {
    read: "reads",
    money: "reads",
  },
  retention: {
    get: "reads",
    set: "a change of what is kept",
    forget: "a night that forgets",
  },
  timers: {
    fire: "a timer that is due",
    endDay: "a night",
  },
  workers: {
    sweep: "a dead worker",
  },
  runs: {
    get: "reads",
    list: "reads",
    retry: "a dead letter that is tried again",
    discard: "a dead letter that is discarded",
    cancel: "a run in segments that is called off",
    pause: "a run in segments that is paused",
    plans: "reads",
  },
  conversations: {
    get: "reads",
    list: "reads",
    addressOf: "reads",
    findEvent: "reads",
    setBotEnabled: "a handback",
  },
  health: {
    ping: "reads",
    proveWrites: "reads",
    counts: "reads",
  },
  inbox: {
    list: "reads",
    counts: "reads",
    timeline: "reads",
    listNotes: "reads",
    pulse: "reads",
    reply: "a person's reply",
    addNote: "a note",
  },
  channel: {
    send: ["one message", "two replies"],
    showTyping: "one message",
  },
};

/**
 * Calls that commit more than once: the statement in their middle, by words that stand in it alone. And the two whose lost
 * answer the driver itself must survive, below the port.
 */
export const STATEMENTS: Readonly<Record<string, ScenarioName>> = {
  "insert into phone_numbers (id, workspace_id": "a message to a new number",
  "failure_code = 'turn_unreadable'": "a turn that cannot be read",
  "run_ended as (": "one message",
  "delivery = coalesce(o.delivery, (": "one message",
};

export interface Edge {
  readonly point: string;
  readonly scenario: ScenarioName;
}

/** Every failpoint with each scenario that comes to it. */
export const EDGES: readonly Edge[] = [
  ...Object.entries(FAILPOINTS).flatMap(([part, methods]) =>
    Object.entries(methods).flatMap(([method, named]) =>
      scenariosOf(named).map((scenario) => ({ point: `${part}.${method}`, scenario })),
    ),
  ),
  ...Object.entries(STATEMENTS).map(([words, scenario]) => ({ point: `statement.${words}`, scenario })),
];

function scenariosOf(named: Failpoint): readonly ScenarioName[] {
  if (isUnplayed(named)) return [];
  return typeof named === "string" ? [named] : named;
}
