import type { FoundContact } from "../../core/answers/contact.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Examples } from "../../core/ports/learning/examples.ts";
import type { Store } from "../../core/ports/store.ts";
import { exampleCustomers, isExample } from "./example-customers.ts";

/** How many there were. */
export async function removeExamplesFrom(store: Pick<Store, "personalData">, actor: string): Promise<number> {
  let removed = 0;
  for (const { id } of await findExamples(store)) {
    const by = { actor, reason: "an example of a new shop" };
    const { kind } = await store.personalData.erase(DEFAULT_WORKSPACE, id, by);
    if (kind === "erased") removed += 1;
  }
  return removed;
}

/** The Studio's version of the command. Examples are made only in the first workspace. */
export function openExamples(store: Pick<Store, "personalData">): Examples {
  return {
    count: async (workspace) => (workspace === DEFAULT_WORKSPACE ? (await findExamples(store)).length : 0),
    remove: async (workspace, actor) => (workspace === DEFAULT_WORKSPACE ? removeExamplesFrom(store, actor) : 0),
  };
}

async function findExamples({ personalData }: Pick<Store, "personalData">): Promise<FoundContact[]> {
  const found: FoundContact[] = [];
  for (const { phone } of exampleCustomers()) {
    const contact = await personalData.find(DEFAULT_WORKSPACE, phone);
    // A real person may have that phone by now.
    if (contact !== null && isExample(contact.name)) found.push(contact);
  }
  return found;
}
