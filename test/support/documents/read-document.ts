import type { Document } from "../../../src/core/documents/document.ts";
import { storedReading } from "../../../src/core/documents/stored-document.ts";
import { newId } from "../inbound.ts";
import type { TestDatabase } from "../test-database.ts";

/** A document of a conversation that has been read; its id. */
export async function readDocumentInto(
  database: TestDatabase,
  conversationId: string,
  document: Document,
): Promise<string> {
  await database.rows(
    `insert into documents (workspace_id, id, conversation_id, sha256, read_at, created_at)
     values ('default', $1, $2, '', recado_now(), recado_now())`,
    [newId(), conversationId],
  );
  const [item] = (await database.store.documents.claim(1, 60_000)).items;
  if (item === undefined) throw new Error("the document was not due");
  await database.store.documents.settle(item, storedReading({ kind: "read", document }));
  return item.id;
}
