import { RecadoError } from "../core/errors.ts";
import { isUuid } from "../core/ids.ts";

/** Where a page ended, as text that only we read: the last row's id. Ids are time-ordered, so it is a place in time. */
export function writeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** Null from the first page; a text that is no cursor of ours is refused. */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  if (!isUuid(id)) throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  return id;
}

/** The same where rows are numbered. */
export function readNumberCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const number = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^[1-9]\d{0,17}$/.test(number)) {
    throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  }
  return number;
}

/** The same where rows are artifacts. */
export function readArtifactCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^art_[0-9a-f]{12}$/.test(id)) {
    throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  }
  return id;
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

/** The same where rows are facts: the moment, the conversation and the fact at which a page ended. */
export function readFactCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const place = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\|[0-9a-f-]{36}\|fact_[0-9a-f]{24}$/.test(place)) {
    throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  }
  return place;
}
