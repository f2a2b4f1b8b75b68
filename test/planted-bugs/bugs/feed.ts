import type { PlantedBug } from "../planted-bug.ts";

/** Bugs in the event feed. */
export const FEED_BUGS: readonly PlantedBug[] = [
  {
    invariant: "The feed keeps the order of a conversation",
    bug: "an event is posted while the one before it waits",
    file: "src/postgres/feed/feed-post.ts",
    find: "and b.due_at is not null and b.seq < d.seq)",
    replace: "and b.due_at is null and b.seq < d.seq and false)",
    test: "test/feed/feed-post.test.ts",
    named: "turn none of a conversation around",
  },
  {
    invariant: "The feed loses no event",
    bug: "the late word of a dead courier counts",
    file: "src/postgres/feed/feed-post.ts",
    find: "and d.id = ${delivery}::uuid and d.attempt = ${attempt}::int\n          returning d.id",
    replace: "and d.id = ${delivery}::uuid and d.attempt >= ${attempt}::int\n          returning d.id",
    test: "test/feed/feed-post.test.ts",
    named: "its late word counts for nothing",
  },
  {
    invariant: "The feed goes to public addresses alone",
    bug: "an address that is written as a number is not judged",
    file: "src/outside/post-event.ts",
    find: 'if (refusal !== null) return { kind: "failed", detail: refusal, isDown: true, isFinal: true };',
    replace: 'if (refusal === null) return { kind: "failed", detail: refusal, isDown: true, isFinal: true };',
    test: "test/feed/feed-post.test.ts",
    named: "nothing is posted to http://127.0.0.1",
  },
  {
    invariant: "The feed holds ids, states and numbers",
    bug: "an order's address leaves the house",
    file: "src/postgres/functions/feed.sql",
    find: "'source', new.source, 'pack', new.pack,",
    replace: "'source', new.source, 'address', new.shipping_address, 'pack', new.pack,",
    test: "test/feed/event-feed.test.ts",
    named: "without the customer's words",
  },
  {
    invariant: "A person of the shop is told of what waits",
    bug: "a private key that begins with a zero is handed on without it",
    file: "src/outside/post-push.ts",
    find: '.toString("hex").padStart(64, "0"), "hex").toString("base64url")',
    replace: '.toString("hex"), "hex").toString("base64url")',
    test: "test/feed/push.test.ts",
    named: "private key begins with a zero",
  },
];
