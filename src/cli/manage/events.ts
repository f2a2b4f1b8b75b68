import { loadConfig } from "../../app/load-config.ts";
import type { FeedSecret } from "../../core/answers/feed.ts";
import { RecadoError } from "../../core/errors.ts";
import { endpointFault, isFeedKind } from "../../core/feed/endpoint-fault.ts";
import { FEED_KINDS, FEED_STATUSES, MOST_ENDPOINTS } from "../../core/feed/feed-policy.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import type { EventFeed } from "../../core/ports/feed/event-feed.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";

export interface ShowOptions {
  readonly workspace: string;
  readonly json?: true;
}
export interface ActOptions extends ShowOptions {
  readonly by?: string;
}
export interface ListOptions extends ShowOptions {
  readonly status?: string;
}
export interface ReplayOptions extends ActOptions {
  readonly since?: string;
}

/** So many events fit on a screen. */
const LISTED = 50;

export async function addEndpoint(url: string, list: string, { workspace, by, json }: ActOptions): Promise<void> {
  const kinds = [...new Set(list.split(",").map((kind) => kind.trim()))].map((kind) => {
    if (isFeedKind(kind)) return kind;
    throw new RecadoError("request_invalid", `"${kind}" is no kind of event: ${FEED_KINDS.join(", ")}`);
  });
  const fault = endpointFault(url, loadConfig().feedMayBePrivate);
  if (fault !== null) throw new RecadoError("request_invalid", fault);
  const endpoint = { id: createIdMaker(() => Date.now())(), url, kinds };
  const made = await atFeed(workspace, (feed, id) => feed.add(id, endpoint, actorName(by)));
  if (made === null) {
    throw new RecadoError("request_invalid", `a workspace has at most ${MOST_ENDPOINTS} endpoints: remove one first`);
  }
  printSecret(made, json);
}

export async function listEndpoints({ workspace, json }: ShowOptions): Promise<void> {
  const found = await atFeed(workspace, (feed, id) => feed.endpoints(id));
  printResult(json, { items: found }, () =>
    found.length === 0
      ? "There is none: recado events add <url> <kinds>"
      : textTable(
          [
            ["endpoint", "address", "waiting", "parked", "events"],
            ...found.map(({ id, url, kinds, waiting, parked }) => [
              ...[id, url, String(waiting), String(parked), kinds.join(",")],
            ]),
          ],
          "",
        ),
  );
}

export async function rotateSecret(id: string, { workspace, by, json }: ActOptions): Promise<void> {
  const made = await atFeed(workspace, (feed, of) => feed.rotate(of, readId(id), actorName(by)));
  if (made === null) throw unknown(id);
  printSecret(made, json);
}

export async function removeEndpoint(id: string, { workspace, by }: ActOptions): Promise<void> {
  if (!(await atFeed(workspace, (feed, of) => feed.remove(of, readId(id), actorName(by))))) throw unknown(id);
  print(`Nothing more is posted to ${id}.`);
}

export async function listEvents({ workspace, status, json }: ListOptions): Promise<void> {
  const wanted = FEED_STATUSES.find((known) => known === status);
  if (status !== undefined && wanted === undefined) {
    throw new RecadoError("request_invalid", `"${status}" is no status of an event: ${FEED_STATUSES.join(", ")}`);
  }
  const page = await atFeed(workspace, (feed, id) => feed.deliveries(id, { status: wanted, limit: LISTED }));
  printResult(json, page, () =>
    page.items.length === 0
      ? "There is none."
      : textTable(
          [
            ["happened at", "event", "status", "tries that failed", "why"],
            ...page.items.map(({ happenedAt, kind, status: now, failures, failure }) => [
              ...[happenedAt.toISOString(), kind, now, String(failures), failure ?? ""],
            ]),
          ],
          "",
        ),
  );
}

export async function replayEvents(id: string, { workspace, since, by, json }: ReplayOptions): Promise<void> {
  const from = since === undefined ? null : new Date(since);
  if (from !== null && Number.isNaN(from.getTime())) {
    throw new RecadoError("request_invalid", `"${since}" is no instant: 2026-11-23T08:00:00Z`);
  }
  const replayed = await atFeed(workspace, (feed, of) =>
    feed.replayAll(of, readId(id), { since: from, actor: actorName(by) }),
  );
  if (replayed === null) throw unknown(id);
  printResult(json, { replayed }, () => [`${replayed} ${replayed === 1 ? "event is" : "events are"} posted again.`]);
}

async function atFeed<Result>(
  workspace: string,
  work: (feed: EventFeed, workspace: WorkspaceId) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ accessAdmin, feed }) => {
    const known = (await accessAdmin.workspaces(null)).find(({ id }) => id === workspace);
    if (known !== undefined) return work(feed, known.id);
    throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
  });
}

function printSecret(made: FeedSecret, json: true | undefined): void {
  const { id, secret, formerUntil } = made;
  printResult(json, made, () => [
    `endpoint ${id}`,
    secret,
    `The secret is shown only now.${formerUntil === null ? "" : ` The former one signs too until ${formerUntil.toISOString()}.`}`,
  ]);
}

function readId(text: string): string {
  if (isUuid(text)) return text;
  throw unknown(text);
}

function unknown(id: string): RecadoError {
  return new RecadoError(
    "not_found",
    `there is no endpoint ${JSON.stringify(id)}: \`recado events endpoints\` lists them`,
  );
}
