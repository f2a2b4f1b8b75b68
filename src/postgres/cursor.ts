import { isUuid } from "../core/ids.ts";

/** Where a page ended, as text that only we read: the last row's id. Ids are time-ordered, so it is a place in time. */
export function writeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** Null when the text is no cursor of ours. */
export function readCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  return isUuid(id) ? id : null;
}

/** Cuts the one row too many that says whether there is another page. */
export function pageOf<Item extends { readonly id: string }>(
  rows: readonly Item[],
  limit: number,
): { items: Item[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(last.id) : null };
}
