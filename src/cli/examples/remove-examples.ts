import { removeExamplesFrom } from "../../app/examples/open-examples.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";

/** `recado seed remove`: removes the example customers and all that is kept about them. */
export async function removeExamples(): Promise<void> {
  const removed = await withDatabase(({ store }) => removeExamplesFrom(store, actorName(undefined)));
  if (removed === 0) return print("There are no example customers.");
  const what = removed === 1 ? "1 example customer is" : `${removed} example customers are`;
  print(`${what} gone, with all that was kept about them.`);
}
