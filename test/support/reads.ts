import type { StoredConversation } from "../../src/core/answers/conversation.ts";
import type { Run } from "../../src/core/answers/run.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { eventually } from "./shop.ts";
import type { TestDatabase } from "./test-database.ts";

/** What the ledger says, for a test that knows that the row exists. `database` is asked for late: `beforeAll` opens it. */
export function readsOf(database: () => TestDatabase) {
  const runOf = async (id: string): Promise<Run> => {
    const run = await database().store.runs.get(DEFAULT_WORKSPACE, id as RunId);
    if (run === null) throw new Error(`no run ${id}`);
    return run;
  };
  const conversationOf = async (id: string): Promise<StoredConversation> => {
    const found = await database().store.conversations.get(DEFAULT_WORKSPACE, id as ConversationId);
    if (found === null) throw new Error(`no conversation ${id}`);
    return found;
  };
  const ended = (id: string) =>
    eventually(`run ${id} ends`, async () => ["completed", "dead_letter"].includes((await runOf(id)).status));
  return { runOf, conversationOf, ended };
}
