import { packOf } from "../../core/locale/pack-of.ts";
import type { TaskAbout, TaskCode } from "../../core/task-about.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { type Draft, signal, type Turn } from "../draft/draft.ts";

/**
 * A person continues (requirement A23): the customer is told, a task is written, timers and pending
 * templates end. `notice` is the group of templates that says it; null only when the caller has
 * spoken. `reason` is of the trace; `title` is what people of the shop read as the task, in their language.
 */
export function handOver(turn: Turn, draft: Draft, notice: string | null, reason: string, title?: string): Draft {
  const { flow } = turn;
  const about = title === undefined ? aboutOf(flow, reason) : null;
  const ended = signal({ ...draft, signals: [] }, "cancel", "a person goes on");
  return {
    ...ended,
    mode: flow.purposes.handoff,
    asked: [],
    steps: notice === null ? [] : [{ notice }],
    handoff: { reason },
    tools: [
      ...draft.tools,
      {
        callId: "create_task",
        tool: "create_task",
        input: {
          title: `${flow.name}: ${title ?? titleOf(flow, reason)}`,
          priority: "high",
          mode: draft.mode,
          data: draft.data,
          pack: draft.pack,
          about,
        },
      },
    ],
    why: [...draft.why, `a person goes on: ${reason}`],
  };
}

type Known = Exclude<TaskCode, "asks_for" | "unread_messages" | "reminder_template">;

const REASONS: readonly (readonly [RegExp, Known])[] = [
  // The concern of that name (`heedConcerns`).
  [/^person$/, "wants_person"],
  [/^not understood|^unclear twice/, "not_understood"],
  [/^asked three times/, "asked_often"],
  [/^the same words would be said/, "nothing_new"],
  [/^a picture/, "picture"],
  [/^an order lacks/, "order_lacks_data"],
  [/after the order was|^data for another purchase/, "order_change"],
  [/^the price has changed/, "price_changed"],
  [/^the orchestrator asks/, "person_needed"],
  [/^a change to one of several/, "line_change"],
  [/more than the largest pack/, "too_many"],
  [/^a list that|not read as a list/, "list_unread"],
];

/** Null where no shape of a reason is met: people read only that a person is needed, and the trace has the reason. */
function knownReason(reason: string): Known | null {
  return REASONS.find(([shape]) => shape.test(reason))?.[1] ?? null;
}

/** The customer's wish, in the words of the shop; null when the reason is another. */
function wishOf({ intents }: FlowDefinition, reason: string): string | null {
  const intent = /^the customer asks for (.+)$/.exec(reason)?.[1];
  return intent === undefined ? null : (intents[intent]?.label ?? intent.replaceAll("_", " "));
}

/** @internal */
export function titleOf(flow: FlowDefinition, reason: string): string {
  const { tasks } = packOf(flow.locale).texts;
  const what = wishOf(flow, reason);
  return what === null ? tasks[knownReason(reason) ?? "person_needed"] : tasks.asks_for(what);
}

function aboutOf(flow: FlowDefinition, reason: string): TaskAbout {
  const what = wishOf(flow, reason);
  const agent = flow.name.slice(0, 100);
  if (what !== null) return { code: "asks_for", values: { agent, what: what.slice(0, 300) } };
  return { code: knownReason(reason) ?? "person_needed", values: { agent } };
}
