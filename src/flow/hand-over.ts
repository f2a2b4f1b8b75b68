import type { TaskReason } from "../core/locale/locale-pack.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { type Draft, signal, type Turn } from "./draft.ts";

/**
 * A person continues (requirement A23): the customer is told, a task is written, timers and pending
 * templates end. `notice` is the group of templates that says it; null only when the caller has
 * spoken. `reason` is of the trace; `title` is what people of the shop read as the task, in their language.
 */
export function handOver(turn: Turn, draft: Draft, notice: string | null, reason: string, title?: string): Draft {
  const { flow } = turn;
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
        },
      },
    ],
    why: [...draft.why, `a person goes on: ${reason}`],
  };
}

const REASONS: readonly (readonly [RegExp, TaskReason])[] = [
  [/^not understood/, "not_understood"],
  [/^asked three times/, "asked_often"],
  [/^the same words would be said/, "nothing_new"],
  [/^a picture/, "picture"],
  [/^an order lacks/, "order_lacks_data"],
  [/after the order was|^data for another purchase/, "order_change"],
  [/^the orchestrator asks/, "person_needed"],
  [/^a change to one of several/, "line_change"],
  [/more than the largest pack/, "too_many"],
  [/^a list that|not read as a list/, "list_unread"],
];

/**
 * A reason that has no words of the shop's language is shown as it is.
 *
 * @internal
 */
export function titleOf({ intents, locale }: FlowDefinition, reason: string): string {
  const { tasks } = packOf(locale).texts;
  const intent = /^the customer asks for (.+)$/.exec(reason)?.[1];
  if (intent !== undefined) return tasks.asksFor(intents[intent]?.label ?? intent.replaceAll("_", " "));
  const known = REASONS.find(([shape]) => shape.test(reason));
  return known === undefined ? reason : tasks[known[1]];
}
