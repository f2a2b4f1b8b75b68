import { localeOf } from "../../core/agent/agent-config.ts";
import { errorText } from "../../core/errors.ts";
import type { EventId, OutboxId } from "../../core/ids.ts";
import { mediaTexts } from "../../core/inbound/media-texts.ts";
import type { Understandable } from "../../core/inbound/understanding.ts";
import { doubtClassOf } from "../../core/outbound/outbox.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";

interface Waiting {
  readonly turn: ClaimedTurn;
  /** The files of the turn, in order. */
  readonly wanted: readonly { readonly eventId: EventId; readonly medium: Understandable }[];
  isDueInMs(): number;
}

/** Tells a customer that their file is being read, once the work has taken too long for silence. */
export interface Progress {
  /** Does the work. If it takes long, the customer hears of it meanwhile. */
  beside<Result>(work: Promise<Result>): Promise<Result>;
  /** For work that continues later. True when the customer has been told. */
  tellIfDue(): Promise<boolean>;
}

export function tellProgress(
  { turn, wanted, isDueInMs }: Waiting,
  { store, agents, newId, logger, files }: TurnDependencies,
): Progress {
  const first = wanted[0];
  let told: Promise<boolean> | null = null;
  const tell = async (): Promise<boolean> => {
    const agent = agents.get(turn.session?.agentId ?? turn.agentId);
    const texts = mediaTexts(agent?.texts.media, localeOf(agent, turn.settings));
    const body = first?.medium === "audio" ? texts.listening : texts.looking;
    const content = { type: "text", body } as const;
    try {
      const isSaid = await store.mailbox.tell(turn, {
        id: newId() as OutboxId,
        // The key is the first file's, not the run's: a turn merged with the next message does not
        // repeat it.
        idempotencyKey: `progress:${first?.eventId}`,
        content,
        onDoubt: doubtClassOf(content),
        replyToMessageId: null,
        block: null,
      });
      if (isSaid) files?.toldProgress();
    } catch (error) {
      // The answer matters; this does not.
      logger.warn({ run_id: turn.run.id, error: errorText(error) }, "the customer was not told that we are at it");
    }
    return true;
  };
  return {
    async beside(work) {
      const timer = setTimeout(
        () => {
          told ??= tell();
        },
        Math.max(0, isDueInMs()),
      );
      try {
        return await work;
      } finally {
        clearTimeout(timer);
        await told;
      }
    },
    async tellIfDue() {
      if (isDueInMs() <= 0) told ??= tell();
      return (await told) ?? false;
    },
  };
}
