import { storedReading } from "../core/documents/stored-document.ts";
import { errorText } from "../core/errors.ts";
import type { DocumentReader, DueDocument } from "../core/ports/documents.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Store } from "../core/ports/store.ts";
import { createPulse } from "./worker/pulse.ts";

export interface DocumentFilerDependencies {
  readonly store: Pick<Store, "documents">;
  readonly reader: DocumentReader;
  readonly logger: Logger;
}

export interface DocumentFiler {
  start(): void;
  /** Returns when the document under way is read. */
  stop(): Promise<void>;
}

/** Longer than one reading may take. */
const LEASE_MS = 90_000;
const POLL_MS = 2_000;

/**
 * Reads the documents that customers sent, one after the other, beside the turns. A document that cannot be read is settled
 * with its reason; one that ends its worker four times is given up.
 */
export function createDocumentFiler({ store, reader, logger }: DocumentFilerDependencies): DocumentFiler {
  const readOne = async (item: DueDocument) => {
    // The days of the file were over before it was read: there is nothing to keep.
    const reading = item.bytes === null ? EMPTY : await reader.read(item.bytes, item.fileName);
    const stored = storedReading(reading);
    await store.documents.settle(item, stored);
    if (stored.kind === "unreadable") {
      const fields = { document: item.id, conversation_id: item.conversationId, fault: stored.fault };
      logger.info(fields, "a document could not be read");
    }
  };
  const filing = createPulse(POLL_MS, logger, async () => {
    const { items, nextDueInMs } = await store.documents.claim(1, LEASE_MS);
    for (const item of items) {
      await readOne(item).catch((error: unknown) =>
        logger.error(
          { document: item.id, error: errorText(error) },
          "a document could not be settled; its lease will run out",
        ),
      );
    }
    return items.length > 0 ? 0 : nextDueInMs;
  });
  return {
    start: filing.start,
    async stop() {
      await filing.stop();
      await reader.stop();
    },
  };
}

const EMPTY = { kind: "refused", fault: "empty" } as const;
