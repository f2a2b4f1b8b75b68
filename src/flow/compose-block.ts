import type { DecidedMessage } from "../core/agent/agent.ts";
import type { MessagePriority } from "../core/outbound/outbox.ts";
import type { FlowDefinition, Step, Template } from "./definition/flow-definition.ts";
import { because, type Draft, lastWords, sentTemplates, type Turn, WORDS_IN_MIND } from "./draft/draft.ts";
import { choiceMessage } from "./intents/ask-which.ts";
import { asButtons } from "./options/as-buttons.ts";
import { asRichMessages } from "./options/rich-templates.ts";
import { type Context, fillTemplate, templateContext } from "./sale/template-context.ts";
import { withSaidBack } from "./told/said-back.ts";

/** What is said in a turn, and what waits for a later one. */
export interface Block {
  readonly messages: readonly DecidedMessage[];
  readonly pending: readonly string[];
  readonly why: readonly string[];
  /** The texts that answer the questions, by id; `filtered` are those that were said already. */
  readonly selected: readonly string[];
  readonly filtered: readonly string[];
  /**
   * Texts that were said in part. A reader of whole texts may leave them out (requirement A28,
   * level 3).
   */
  readonly doubtful: readonly { readonly templateId: string; readonly text: string }[];
  /** Texts repeated under a lead-in, without it: a reworded text needs none (requirement A26). */
  readonly repeated: readonly { readonly templateId: string; readonly text: string }[];
}

interface Line {
  readonly template: Template;
  /** The id that remembers it. A repeat under another lead-in has another id. */
  readonly id: string;
  readonly text: string;
  /** The text without its lead-in, if it has one. */
  readonly bare?: string;
}

const RANK: Readonly<Record<MessagePriority, number>> = { CORE: 0, COMPLEMENTARIA: 1, OPCIONAL: 2 };

/**
 * The block of a turn (requirement A27): first the best text of each question, then the most
 * important of the rest and of what waits, in all no more than a phone shows at once. The step that
 * asks for something comes last.
 */
export function composeBlock(turn: Turn, draft: Draft): Block {
  const { flow } = turn;
  if (draft.plainText !== null) return alone(turn, plainMessage(draft.plainText, draft.buttons));
  const choice = draft.choice === null ? null : choiceMessage(turn, draft.choice);
  if (choice !== null) return alone(turn, choice);
  const context = templateContext(turn, draft);
  const steps = draft.steps.flatMap((step) => stepLine(turn, step, context) ?? []);
  const blocked = steps.length < draft.steps.length ? ["a step has no template that can be filled"] : [];
  const room = Math.max(0, flow.limits.templates - steps.length);
  const { said, pending, why, ...answers } = composeAnswers(turn, draft, context, room);
  const lines = [...said, ...steps];
  return {
    messages: asRichMessages(
      flow,
      withSaidBack(
        turn,
        draft,
        asButtons(turn, draft, [
          ...(draft.spoken === null ? [] : [{ text: draft.spoken, templateId: null, priority: "CORE" as const }]),
          ...draft.entries.map((entry) => ({ ...entry, priority: "CORE" as const })),
          ...lines.map(({ template, id, text }) => ({
            text,
            templateId: id,
            priority: template.priority,
            ...(template.delaySeconds === undefined ? {} : { delayMs: template.delaySeconds * 1_000 }),
          })),
        ]),
      ),
    ),
    pending: draft.handoff !== null || draft.closesSession ? [] : pending,
    why: [...blocked, ...why],
    ...answers,
  };
}

function plainMessage(text: string, buttons: Draft["buttons"]): DecidedMessage {
  if (buttons.length === 0) return { text, templateId: null };
  return { content: { type: "buttons", body: text, buttons: [...buttons] }, templateId: null };
}

const NOTHING = { why: [], selected: [], filtered: [], doubtful: [], repeated: [] } as const;

/** One message in the place of all templates. */
function alone(turn: Turn, message: DecidedMessage): Block {
  return { ...NOTHING, messages: [message], pending: waiting(turn) };
}

interface Answers extends Omit<Block, "messages"> {
  readonly said: readonly Line[];
}

function composeAnswers(turn: Turn, draft: Draft, context: Context, room: number): Answers {
  const { flow, input } = turn;
  const waits = waiting(turn);
  const asked = answerable(flow, draft.asked);
  const takesWaiting = asked.length > 0 || input.dueTimer?.level === "L5";
  if (!takesWaiting) return { ...NOTHING, said: [], pending: waits };

  const pools = asked.map((intent) => poolOf(turn, intent, context, asked.length === 1));
  const heads = pools.flatMap((pool) => pool.slice(0, 1));
  const waited = waits.flatMap((id) => flow.templates.find((template) => template.id === id) ?? []);
  const rest = [
    ...waited.map((template) => ({ template, isWaiting: true })),
    ...pools.flatMap((pool) => pool.slice(1)).map(({ template }) => ({ template, isWaiting: false })),
  ]
    .filter(({ template }, index, all) => all.findIndex((one) => one.template.id === template.id) === index)
    .filter(({ template }) => !heads.some((head) => head.template.id === template.id))
    .sort(
      (one, other) =>
        RANK[one.template.priority] - RANK[other.template.priority] || Number(other.isWaiting) - Number(one.isWaiting),
    );
  const said = lastWords(turn, WORDS_IN_MIND);
  const compared = rest.map(({ template }) => ({ template, repetition: flow.reader.compareGist(template.gist, said) }));
  const news = compared.filter(
    ({ template, repetition }) => repetition !== "said" && turn.repeats?.has(template.id) !== true,
  );
  const extras = news.flatMap(({ template }) => lineOf(template, context) ?? []);
  const partly = new Set(news.flatMap(({ template, repetition }) => (repetition === "partly" ? [template.id] : [])));
  const chosen = [...heads, ...extras].slice(0, room);
  const left = [...heads, ...extras].slice(room).filter(({ template }) => template.priority !== "OPCIONAL");
  return {
    said: greetingFirst(flow, chosen),
    pending: left.map(({ template }) => template.id),
    why: [
      `answer ${asked.join(", ") || "what waited"} with ${chosen.map(({ id }) => id).join(", ") || "nothing new"}`,
      ...(news.length < rest.length ? ["left out what was said already"] : []),
      ...(left.length > 0 ? [`${left.map(({ id }) => id).join(", ")} wait`] : []),
    ],
    selected: [...heads, ...rest].map(({ template }) => template.id),
    filtered: rest.flatMap(({ template }) => (news.some((one) => one.template === template) ? [] : [template.id])),
    doubtful: extras.flatMap(({ id, text }) => (partly.has(id) ? [{ templateId: id, text }] : [])),
    repeated: chosen.flatMap(({ id, bare }) => (bare === undefined ? [] : [{ templateId: id, text: bare }])),
  };
}

/** The questions that a turn answers. A greeting gives way to them. */
function answerable({ greeting, limits }: FlowDefinition, asked: readonly string[]): string[] {
  const questions = [...new Set(asked)].filter((intent) => intent !== greeting);
  const greets = asked.includes(greeting) && questions.length < limits.templates;
  return [...(greets ? [greeting] : []), ...questions].slice(0, limits.intents);
}

/**
 * The texts of one intent, the most important first: on a first visit those not sent yet; later one
 * of the repeats, in words that this session has not read (requirement A26).
 */
function poolOf(turn: Turn, intent: string, context: Context, isAskedAlone: boolean): Line[] {
  const { flow, input } = turn;
  const sent = new Set(sentTemplates(turn));
  const own = flow.templates
    .filter((template) => template.intent === intent)
    .sort((one, other) => RANK[one.priority] - RANK[other.priority] || one.order - other.order);
  const first = own.filter(({ id, visitType }) => visitType === "primera_vez" && !sent.has(id));
  const isFirstVisit = !input.session.intentsVistos.some((seen) => seen.intent === intent);
  if (isFirstVisit && first.length > 0) {
    const lines = first.flatMap((template) => lineOf(template, context) ?? []);
    // One greeting is enough beside a question.
    return intent === flow.greeting && !isAskedAlone ? lines.slice(0, 1) : lines;
  }
  // A greeting before an answer may be left out; a question may not.
  if (intent === flow.greeting && !isAskedAlone) return [];
  const repeats = own.filter(({ visitType }) => visitType === "siguientes");
  return repeatOf(flow, repeats.length > 0 ? repeats : own, sent, context);
}

/**
 * One text not sent yet: as it is, else under a lead-in. null when the customer has read them all.
 */
function repeatOf(
  flow: FlowDefinition,
  repeats: readonly Template[],
  sent: ReadonlySet<string>,
  context: Context,
): Line[] {
  for (const [round, leadIn] of ["", ...flow.leadIns].entries()) {
    for (const template of repeats) {
      const id = round === 0 ? template.id : `${template.id}~${round}`;
      const line = sent.has(id) ? null : lineOf(template, context);
      if (line !== null)
        return [{ ...line, id, text: leadIn + line.text, ...(round === 0 ? {} : { bare: line.text }) }];
    }
  }
  return [];
}

/** What a step says: a text not said yet, else the one said longest ago, with the facts of now. */
function stepLine(turn: Turn, step: Step | { readonly notice: string }, context: Context): Line | null {
  const { flow } = turn;
  const sent = sentTemplates(turn);
  const group = typeof step === "string" ? flow.steps[step] : step.notice;
  const sentAt = ({ id }: Template): number => sent.lastIndexOf(id);
  const own = flow.templates.filter((template) => template.intent === group);
  const isSeen = own.some(({ id }) => sent.includes(id));
  const rank = ({ visitType }: Template): number => (visitType === (isSeen ? "siguientes" : "primera_vez") ? 0 : 1);
  const lines = own
    .sort((one, other) => sentAt(one) - sentAt(other) || rank(one) - rank(other) || one.order - other.order)
    .flatMap((template) => lineOf(template, context) ?? []);
  return lines[0] ?? null;
}

function lineOf(template: Template, context: Context): Line | null {
  const text = fillTemplate(template.text, context);
  return text === null ? null : { template, id: template.id, text };
}

function greetingFirst({ greeting }: FlowDefinition, lines: readonly Line[]): Line[] {
  return [...lines].sort(
    (one, other) => Number(other.template.intent === greeting) - Number(one.template.intent === greeting),
  );
}

/**
 * Texts that earlier turns chose and the customer has not read: held back then, or cut off by their
 * next message (A27, A30).
 */
function waiting(turn: Turn): string[] {
  const isAnswer = (id: string): boolean =>
    turn.flow.templates.some((one) => one.id === id && turn.flow.intents[one.intent]?.effect === "inform");
  const { input } = turn;
  const cutOff = input.unsaid.flatMap(({ templateId, priority }) =>
    templateId === null || priority === "OPCIONAL" ? [] : [templateId],
  );
  const sent = new Set(sentTemplates(turn));
  return [...new Set([...cutOff, ...(input.session.pendientes ?? [])])].filter((id) => !sent.has(id) && isAnswer(id));
}

export function withReasons(draft: Draft, { why }: Block): Draft {
  return why.reduce(because, draft);
}
