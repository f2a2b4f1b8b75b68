import type { ConversationId, WorkerId } from "../../core/ids.ts";
import type { ConversationKey } from "../../core/ports/mailbox.ts";
import type { Outbox } from "../../core/ports/outbox.ts";
import type { Database } from "../database.ts";
import { gather } from "../gather.ts";
import { claimSends } from "./claim-sends.ts";

type Claimed = Awaited<ReturnType<Outbox["claim"]>>;

interface Asked {
  readonly conversation: ConversationKey;
  readonly sendLeaseMs: number;
}

/**
 * The claim of single conversations: a worker that an engine calls looks for the replies of each. What its calls ask for
 * together is one statement.
 */
export function createClaimForCalls(database: Database, credential: string) {
  const workers = new Map<WorkerId, (asked: Asked) => Promise<Claimed>>();

  const claimsOf = (worker: WorkerId) =>
    gather(
      async (asked: readonly Asked[]) => {
        const sendLeaseMs = Math.min(...asked.map((one) => one.sendLeaseMs));
        const conversations = asked.map(({ conversation }) => conversation);
        const offer = { worker, limit: asked.length, sendLeaseMs, credential, conversations };
        return shareOut(conversations, await claimSends(database, offer));
      },
      ({ conversation }) => conversation.conversationId,
    );

  return (worker: WorkerId, asked: Asked): Promise<Claimed> => {
    const claim = workers.get(worker) ?? claimsOf(worker);
    workers.set(worker, claim);
    return claim(asked);
  };
}

/** To each what it asked for. One that only tries a circuit goes to the first of them. */
function shareOut(conversations: readonly ConversationKey[], { claims, ...rest }: Claimed): Claimed[] {
  const asked = new Set<ConversationId>(conversations.map(({ conversationId }) => conversationId));
  return conversations.map(({ conversationId }, place) => ({
    ...rest,
    claims: claims.filter(({ message }) =>
      asked.has(message.conversationId) ? message.conversationId === conversationId : place === 0,
    ),
  }));
}
