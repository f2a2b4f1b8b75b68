import { type LoadedAgent, loadAgent } from "../../app/agents/load-agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { type JudgedConversation, judgeConversation } from "../../lab/customers/judge-conversation.ts";
import { type JudgedMessage, judgeMessage, VERDICTS } from "../../lab/customers/judge-message.ts";
import { ConversationLine, MessageLine } from "../../lab/customers/labelled-lines.ts";
import { saleHolds } from "../../lab/customers/sale-holds.ts";
import {
  type ConversationsResult,
  type MessagesResult,
  type Share,
  summariseConversations,
  summariseMessages,
} from "../../lab/customers/summarise.ts";
import { unknownNames } from "../../lab/customers/unknown-names.ts";
import { CassetteLine, type CassetteModel, cassetteModel } from "../../models/cassette.ts";
import { type CastModel, playCast } from "../play-cast.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readJsonLines } from "./json-lines.ts";

/** The files that hold labelled customers. */
export interface CustomerFiles {
  readonly messages?: string;
  readonly conversations?: string;
}

export interface EvalCustomersOptions extends CustomerFiles {
  readonly agent: string;
  /** What `recado nlu record` wrote: its answers stand in for a model's. */
  readonly cassette?: string;
  readonly failures?: true;
  readonly json?: true;
}

/** Plays labelled messages and conversations with an agent in memory, on the virtual clock. */
export async function evaluateCustomers(options: EvalCustomersOptions): Promise<void> {
  const lines = readCustomers(options);
  const recorded = options.cassette === undefined ? null : openCassette(options.cassette);
  const loaded = await loadAgent(options.agent);
  warnOfNames(options, lines, loaded);
  const { messages, conversations } = await playCustomers(lines, loaded, recorded);
  const counts = recorded?.model.counts();
  const result = {
    messages: options.messages === undefined ? null : summariseMessages(messages),
    conversations: options.conversations === undefined ? null : summariseConversations(conversations),
    ...(counts === undefined ? {} : { questions: counts }),
    ...(options.failures ? { failures: failuresOf(messages, conversations) } : {}),
  };
  printResult(options.json, result, () => [
    ...(result.messages === null ? [] : describeMessages(result.messages)),
    ...(result.conversations === null ? [] : describeConversations(result.conversations)),
    ...(counts === undefined ? [] : [`${counts.asked} questions to the model, ${counts.missing} not on the cassette`]),
    ...(result.failures ?? []).map((failure) => JSON.stringify(failure)),
  ]);
}

/** On stderr, so that the JSON stays one line: a name that is written wrongly counts against the agent. */
function warnOfNames(files: CustomerFiles, lines: CustomerLines, { agent, parts }: LoadedAgent): void {
  const entries = parts.knowledge.flatMap((known) => known.entries);
  for (const [path, read] of [
    [files.messages, lines.messages],
    [files.conversations, lines.conversations],
  ] as const) {
    for (const name of unknownNames(read, agent, entries)) process.stderr.write(`recado: ${path}, ${name}\n`);
  }
}

export interface CustomerLines {
  readonly messages: readonly MessageLine[];
  readonly conversations: readonly ConversationLine[];
}

/** The lines of both files; a file that is not named has none. */
export function readCustomers({ messages, conversations }: CustomerFiles): CustomerLines {
  if (messages === undefined && conversations === undefined) {
    throw new RecadoError("request_invalid", "Name a file: --messages, --conversations, or both.");
  }
  return {
    messages:
      messages === undefined
        ? []
        : readJsonLines(messages, MessageLine, { what: "labelled message", shape: '{"text", "intents"}' }),
    conversations:
      conversations === undefined
        ? []
        : readJsonLines(conversations, ConversationLine, { what: "conversation", shape: '{"steps", "order"}' }),
  };
}

/** Plays every line in a conversation of its own. With `asked`, the agent may ask that model. */
export async function playCustomers(lines: CustomerLines, agent: LoadedAgent, asked: CastModel | null) {
  const open = await playCast(agent, asked);
  const holds = saleHolds(agent.agent);
  const messages: JudgedMessage[] = [];
  for (const line of lines.messages) messages.push(await judgeMessage(line, open(line.context.from), holds));
  const conversations: JudgedConversation[] = [];
  for (const line of lines.conversations) {
    conversations.push(await judgeConversation(line, open(line.context.from), holds));
  }
  return { messages, conversations };
}

function openCassette(path: string): CastModel & { readonly model: CassetteModel } {
  const lines = readJsonLines(path, CassetteLine, { what: "recorded answer", shape: '{"key", "asked", "answer"}' });
  return { model: cassetteModel(lines) };
}

interface Failure {
  readonly id: string | null;
  readonly class: string;
  readonly verdict: string;
  readonly text: readonly string[];
  readonly why: readonly string[];
}

function failuresOf(messages: readonly JudgedMessage[], conversations: readonly JudgedConversation[]): Failure[] {
  return [
    ...messages.map(({ line, verdict, outcomes, misread }) => ({
      ...{ id: line.id ?? null, class: line.class, verdict, text: line.text },
      why: [...outcomes, ...misread.map((name) => `misread:${name}`)],
    })),
    ...conversations.map(({ line, verdict, why }) => ({
      ...{ id: line.id ?? null, class: line.class, verdict, text: line.steps.flatMap(({ says }) => says ?? []), why },
    })),
  ].filter(({ verdict }) => verdict !== "right" && verdict !== "acceptable");
}

function describeMessages(result: MessagesResult): string[] {
  return [
    `${result.count} messages`,
    ...textTable([
      ...VERDICTS.map((verdict) => [verdict, shareText(result[verdict])]),
      ["right or acceptable", shareText(result.rightOrAcceptable)],
    ]),
    "",
    ...textTable([
      ["class", ...VERDICTS],
      ...Object.entries(result.byClass).map(([name, counts]) => [name, ...VERDICTS.map((one) => String(counts[one]))]),
    ]),
    "",
    ...textTable([
      ["confidence", "right or acceptable"],
      ...result.calibration.map(({ from, to, right }) => [`${from}–${to}`, shareText(right)]),
    ]),
  ];
}

function describeConversations(result: ConversationsResult): string[] {
  return [
    `${result.count} conversations`,
    ...textTable([
      ["right", shareText(result.right)],
      ["harmful", shareText(result.harmful)],
      ["buyers with the right order", shareText(result.buyers)],
      ["orders without a wish", shareText(result.unwantedOrders)],
      [
        "orders by message",
        Object.entries(result.ordersByTurn)
          .map(([turn, count]) => `${turn}: ${count}`)
          .join(", "),
      ],
    ]),
  ];
}

function shareText({ count, of, share, interval }: Share): string {
  if (share === null || interval === null) return "–";
  const percent = (one: number) => (100 * one).toFixed(1);
  return `${count} of ${of}, ${percent(share)} % [${percent(interval[0])}–${percent(interval[1])}]`;
}
