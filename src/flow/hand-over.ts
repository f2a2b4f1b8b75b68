import { type Draft, signal, type Turn } from "./draft.ts";

/**
 * A person continues (requirement A23): the customer is told, a task is written, timers and pending
 * templates end. `notice` is the group of templates that says it; null only when the caller has
 * spoken. `title` is the title of the task, in the shop's language.
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
          title: `${flow.name}: ${title ?? reason}`,
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
