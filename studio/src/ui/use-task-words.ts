import type { TaskAbout } from "../../../src/core/task-about.ts";
import { knownText } from "../text/known-text.ts";
import type { TaskValues } from "../text/task-texts.ts";
import { useCodes } from "../text/use-codes.ts";
import { useText } from "../text/use-text.ts";
import { useExactTime } from "./values/time.tsx";

interface ShownTask {
  readonly title: string;
  readonly note?: string | null;
  readonly about: TaskAbout | null;
}

/** What people read of a task: in their own language where it has a code, else as it was written. */
export function useTaskWords(): (task: ShownTask) => { readonly title: string; readonly notes: readonly string[] } {
  const text = useText("tasks");
  const codes = useCodes();
  const exact = useExactTime();
  return ({ title, note = null, about }) => {
    const written = note === null ? [] : [note];
    if (about === null || !Object.hasOwn(text, about.code)) return { title, notes: written };
    const values: TaskValues = about.values;
    const { agent, tools, at, fault, reason } = values;
    const words = text[about.code](values);
    const more = [
      tools === undefined || tools === ""
        ? null
        : text.undone(
            tools
              .split(" ")
              .map((tool) => codes.tool(tool).toLocaleLowerCase())
              .join(", "),
          ),
      at === undefined ? null : text.dueAt(exact(at)),
      fault === undefined ? null : knownText(text, `fault_${fault}`),
      reason === undefined ? null : knownText(text, `reason_${reason}`),
    ].filter((part) => part !== null);
    return {
      title: agent === undefined ? words : `${agent}: ${words}`,
      notes: [...(more.length === 0 ? [] : [more.join(" ")]), ...written],
    };
  };
}
