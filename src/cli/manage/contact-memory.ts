import type { ContactId } from "../../core/ids.ts";
import { actorName } from "../actor-name.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { atContact } from "./contact.ts";

export interface MemoryOptions {
  readonly forget?: string;
  readonly by?: string;
  readonly workspace: string;
  readonly json?: true;
}

/** `recado contact memory`: what is remembered of a customer; with `--forget`, what is left of it. */
export async function contactMemory(who: string, { forget, by, workspace, json }: MemoryOptions): Promise<void> {
  const { gone, known } = await atContact(who, workspace, async (_, { id }, of, memory) => {
    const contact = id as ContactId;
    const which = { facts: forget === "all" ? ("all" as const) : [forget ?? ""], actor: actorName(by) };
    const gone = forget === undefined ? null : await memory.forget(of, contact, which);
    return { gone, known: await memory.ofContact(of, contact) };
  });
  printResult(json, known, () => [
    ...(gone === null ? [] : [`${gone} ${gone === 1 ? "fact is" : "facts are"} forgotten.`]),
    ...(known === null || known.facts.length === 0
      ? ["Nothing is remembered of this customer."]
      : textTable([
          ["id", "about", "fact", "value", "said", "in their words"],
          ...known.facts.map(({ id, subject, key, value, saidAt, quote }) => [
            ...[id, subject, key, value, saidAt.toISOString().slice(0, 10)],
            `«${quote}»`,
          ]),
        ])),
  ]);
}
