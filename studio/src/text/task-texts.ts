import type { TaskCode } from "../../../src/core/task-about.ts";

export type TaskValues = Readonly<Partial<Record<string, string>>>;

/** The words of each code; those of a reason or fault may be absent, as a later server may have more. */
export type TaskTexts = Readonly<Record<TaskCode, (values: TaskValues) => string>> & {
  readonly undone: (tools: string) => string;
  readonly dueAt: (when: string) => string;
} & Readonly<Record<`fault_${string}` | `reason_${string}`, string>>;
