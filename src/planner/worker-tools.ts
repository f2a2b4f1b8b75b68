import type { ModelTool } from "../core/ports/model/model.ts";
import type { EffectKind } from "../core/ports/tools.ts";
import { failedCall, type LoopTool } from "../core/tool-calls/run-tool-loop.ts";
import { modelName } from "../core/tool-calls/tool-names.ts";
import type { WorkerType } from "./plan.ts";

/**
 * Kinds of tools (requirement Q6). `shell` is empty: behind a phone number it would be remote execution. It holds
 * `SHELL_TOOLS` alone, which exist where a developer has asked for them and no message comes from WhatsApp.
 */
export const TOOL_CATEGORIES = [
  "shop",
  "conversation",
  "notes",
  "evaluation",
  "debugging",
  "selfcode",
  "shell",
] as const;
export type ToolCategory = (typeof TOOL_CATEGORIES)[number];
export const SHELL_TOOLS: readonly string[] = ["run_command"];

/** What each worker may ever be offered, whatever it asks for. */
export const WORKER_CATEGORIES: Readonly<Record<WorkerType, readonly ToolCategory[]>> = {
  reader: ["shop", "conversation", "notes", "evaluation", "debugging", "selfcode"],
  analyzer: ["shop", "evaluation", "debugging", "selfcode"],
  coder: ["selfcode", "shell"],
  reporter: ["notes", "evaluation", "debugging"],
  general: TOOL_CATEGORIES,
};

export const REQUEST_MORE_TOOLS = "request_more_tools";
/** Tools in one question, the one that asks for more included (requirement Q7). */
export const MOST_OFFERED = 8;
const LEAST_SHARE = 2;

export interface CategorisedTool {
  readonly category: ToolCategory;
  readonly effect: EffectKind;
  readonly tool: LoopTool;
}

export interface WorkerTools {
  /** All that the worker could be offered. Each refuses a call while it is not offered. */
  readonly tools: readonly LoopTool[];
  offered(): readonly ModelTool[];
  /** From now on each call is refused: the answer has to bring words. */
  close(): void;
}

/** The tools of one worker: those of its categories, and for a reader only reads. */
export function openWorkerTools(worker: WorkerType, all: readonly CategorisedTool[]): WorkerTools {
  const categories = WORKER_CATEGORIES[worker];
  const own = all.filter(
    ({ category, effect }) => categories.includes(category) && (worker !== "reader" || effect === "read"),
  );
  const present = categories.filter((category) => own.some((one) => one.category === category));
  const share = Math.max(LEAST_SHARE, Math.floor(MOST_OFFERED / Math.max(1, present.length)));
  const most = MOST_OFFERED - 1;
  const ofCategory = (category: ToolCategory) => own.filter((one) => one.category === category);
  let open = [...new Set([...present.flatMap((category) => ofCategory(category).slice(0, share)), ...own])]
    .slice(0, most)
    .map(({ tool }) => tool);
  let isClosed = false;
  const more: LoopTool = {
    name: modelName(REQUEST_MORE_TOOLS),
    description: "Shows the tools of other categories, in place of some that are shown now.",
    inputSchema: {
      type: "object",
      properties: { categories: { type: "array", items: { type: "string", enum: present } } },
      required: ["categories"],
      additionalProperties: false,
    },
    carryOut(input) {
      const asked: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "categories") : null;
      const wanted = present.filter((category) => Array.isArray(asked) && asked.includes(category));
      if (wanted.length === 0) return failedCall(`"categories" must name some of ${present.join(", ")}`);
      open = [...new Set([...wanted.flatMap(ofCategory).map(({ tool }) => tool), ...open])].slice(0, most);
      return { output: `ok: ${open.map(({ name }) => name).join(", ")}`, isError: false };
    },
  };
  const guarded = (tool: LoopTool, isOpen: () => boolean): LoopTool => ({
    ...tool,
    carryOut(input, callId) {
      if (isClosed) return failedCall("no tool can be called any more: write your answer");
      return isOpen() ? tool.carryOut(input, callId) : failedCall(`"${tool.name}" is not offered now`);
    },
  });
  const tools =
    own.length === 0
      ? []
      : [guarded(more, () => true), ...own.map(({ tool }) => guarded(tool, () => open.includes(tool)))];
  return {
    tools,
    // A provider wants the tools of earlier calls in each question, so the list stays when it is closed.
    offered: () => (own.length === 0 ? [] : [more, ...open]).map(shown),
    close: () => {
      isClosed = true;
    },
  };
}

function shown({ name, description, inputSchema }: LoopTool): ModelTool {
  return { name, description, inputSchema };
}
