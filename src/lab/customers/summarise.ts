import { wilsonInterval } from "../../core/wilson.ts";
import type { JudgedConversation } from "./judge-conversation.ts";
import { type JudgedMessage, VERDICTS, type Verdict } from "./judge-message.ts";

/** A share from 0 to 1, and the 95 % interval in which it lies by Wilson; both ends null for none. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly share: number | null;
  readonly interval: readonly [number, number] | null;
}

export interface Band {
  /** Confidence, both ends included. */
  readonly from: number;
  readonly to: number;
  /** Right or acceptable. */
  readonly right: Share;
}

export interface MessagesResult extends Readonly<Record<Verdict, Share>> {
  readonly count: number;
  readonly rightOrAcceptable: Share;
  readonly byClass: Readonly<Record<string, Readonly<Record<Verdict, number>>>>;
  readonly calibration: readonly Band[];
}

export interface ConversationsResult {
  readonly count: number;
  readonly right: Share;
  readonly harmful: Share;
  /** Conversations with the right order, among those that want one. */
  readonly buyers: Share;
  /** Conversations with an order, among those that want none. */
  readonly unwantedOrders: Share;
  /** How often the customer had written when the order came, and how many orders came then. */
  readonly ordersByTurn: Readonly<Record<string, number>>;
  readonly byClass: Readonly<Record<string, Readonly<Record<JudgedConversation["verdict"], number>>>>;
}

const BANDS = [
  [0, 39],
  [40, 59],
  [60, 84],
  [85, 100],
] as const;

export function summariseMessages(judged: readonly JudgedMessage[]): MessagesResult {
  const having = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
  const shares = Object.fromEntries(VERDICTS.map((verdict) => [verdict, shareOf(having(verdict), judged.length)]));
  return {
    count: judged.length,
    ...(shares as Record<Verdict, Share>),
    rightOrAcceptable: shareOf(judged.filter(isFine).length, judged.length),
    byClass: countByClass(judged, VERDICTS),
    calibration: BANDS.map(([from, to]) => {
      const within = judged.filter(({ confidence }) => confidence !== null && confidence >= from && confidence <= to);
      return { from, to, right: shareOf(within.filter(isFine).length, within.length) };
    }),
  };
}

export function summariseConversations(judged: readonly JudgedConversation[]): ConversationsResult {
  const buyers = judged.filter(({ line }) => line.order !== null);
  const others = judged.filter(({ line }) => line.order === null);
  const turns = judged.flatMap(({ orderedAfter }) => orderedAfter ?? []).sort((one, other) => one - other);
  const having = (among: readonly JudgedConversation[], verdict: string) =>
    shareOf(among.filter((one) => one.verdict === verdict).length, among.length);
  return {
    count: judged.length,
    right: having(judged, "right"),
    harmful: having(judged, "harmful"),
    buyers: having(buyers, "right"),
    unwantedOrders: shareOf(others.filter(({ orderedAfter }) => orderedAfter !== null).length, others.length),
    ordersByTurn: Object.fromEntries(
      [...new Set(turns)].map((turn) => [turn, turns.filter((one) => one === turn).length]),
    ),
    byClass: countByClass(judged, ["right", "wrong", "harmful"] as const),
  };
}

function isFine({ verdict }: JudgedMessage): boolean {
  return verdict === "right" || verdict === "acceptable";
}

function countByClass<Name extends string>(
  judged: readonly { readonly line: { readonly class: string }; readonly verdict: Name }[],
  names: readonly Name[],
): Record<string, Record<Name, number>> {
  const classes = [...new Set(judged.map(({ line }) => line.class))].sort();
  const countOf = (of: string, name: Name) =>
    judged.filter(({ line, verdict }) => line.class === of && verdict === name).length;
  return Object.fromEntries(
    classes.map((of) => [
      of,
      Object.fromEntries(names.map((name) => [name, countOf(of, name)])) as Record<Name, number>,
    ]),
  );
}

/** Two-sided 95 %. */
const Z = 1.96;

function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: null, interval: null };
  const [low, high] = wilsonInterval(count, of, Z);
  return { count, of, share: rounded(count / of), interval: [Math.max(0, rounded(low)), Math.min(1, rounded(high))] };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
