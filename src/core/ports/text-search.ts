import type { WorkspaceId } from "../ids.ts";
import type { SearchHit, SearchItem, SearchLanguage } from "../retrieval/search-text.ts";

/** The texts of one owner, in one language. */
export interface Collection {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly language: SearchLanguage;
}

/** Finds texts by their words, within one collection. */
export interface TextSearch {
  /** Makes the items findable; an item that is there is replaced. */
  put(collection: Collection, items: readonly SearchItem[]): Promise<void>;
  remove(collection: Collection, ids: readonly string[]): Promise<void>;
  /** The best items for a question, best first, at most `limit`. Items without a word of it are left out. */
  find(collection: Collection, question: string, limit: number): Promise<readonly SearchHit[]>;
}
