/**
 * One realistic bug for each invariant of design §6 that this version reaches, and the test that must turn red with it. A
 * bug is a change of our own source: `find` stands in the file exactly once.
 */
export interface PlantedBug {
  readonly invariant: string;
  readonly bug: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** The name of the test, as a pattern. */
  readonly named: string;
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    invariant: "1: a 200 means that the event is committed",
    bug: "the door answers 200 when the insert has failed",
    file: "src/server/webhook.ts",
    find: 'answer.kind === "done" && answer.value === "stored"',
    replace: 'answer.kind === "done"',
    test: "test/server/webhook-door.test.ts",
    named: "refuses, the webhook is 503",
  },
  {
    invariant: "1: every accepted event ends in a run that ends",
    bug: "a conversation whose worker died is never claimed again",
    file: "src/postgres/claim-turns.ts",
    find: "where c.run_at <= recado_now()\n",
    replace: "where c.run_at <= recado_now() and c.leased_by is null\n",
    test: "test/crash/edges.test.ts",
    named: "dies at mailbox.commit, before",
  },
  {
    invariant: "1: only legal transitions",
    bug: "the database lets a completed run run again",
    file: "src/postgres/migrations/0001_main_road.sql",
    find: "('queued', 'running'),\n",
    replace: "('queued', 'running'), ('completed', 'running'),\n",
    test: "test/postgres/run-transitions.test.ts",
    named: "exactly where the run machine does",
  },
  {
    invariant: "2: one event per provider message id",
    bug: "the key of an event is its own new id",
    file: "src/postgres/enqueue.ts",
    find: "        f.idempotency_key, f.occurred_at, recado_now() + make_interval",
    replace: "        f.event_id::text, f.occurred_at, recado_now() + make_interval",
    test: "test/postgres/store.test.ts",
    named: "a redelivered message is a no-op",
  },
  {
    invariant: "3: at most one live lease per conversation",
    bug: "a claim takes what another worker holds",
    file: "src/postgres/claim-turns.ts",
    find: "where c.run_at <= recado_now()\n",
    replace: "where c.run_at is not null\n",
    test: "test/postgres/store.test.ts",
    named: "a renewed lease is not taken",
  },
  {
    invariant: "3: replies leave in order",
    bug: "the newest message leaves first",
    file: "src/postgres/migrations/0004_inbound.sql",
    find: "    order by o.seq limit 1);",
    replace: "    order by o.seq desc limit 1);",
    test: "test/postgres/store.test.ts",
    named: "its messages leave in order",
  },
  {
    invariant: "4: only the current fence writes",
    bug: "a write does not name its fence",
    file: "src/postgres/fence.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is searched
    find: "and c.leased_by = ${lease.worker}::uuid and c.fence = ${lease.fence}::bigint",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is written
    replace: "and (c.leased_by = ${lease.worker}::uuid or true) and (c.fence = ${lease.fence}::bigint or true)",
    test: "test/postgres/store.test.ts",
    named: "taken over writes nothing",
  },
  {
    invariant: "4: what a turn read is still true when it commits",
    bug: "a commit does not look at the version",
    file: "src/postgres/commit-turn.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is searched
    find: "        and c.version = ${turn.version}::bigint\n",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is written
    replace: "        and c.version >= ${turn.version}::bigint\n",
    test: "test/postgres/store.test.ts",
    named: "an operator's change between read and commit",
  },
  {
    invariant: "5: a completed step never runs again",
    bug: "a tool is called again although the journal has its answer",
    file: "src/runtime/phases/act.ts",
    find: 'if (former?.status === "ok") return',
    replace: 'if (former?.status === "error") return',
    test: "test/runtime/worker.test.ts",
    named: "is replayed, never made again",
  },
  {
    invariant: "5: an effect in doubt is shown, never guessed",
    bug: "a call that was cut off is simply made again",
    file: "src/runtime/phases/act.ts",
    find: 'if (former?.status === "started") {',
    replace: 'if (former?.status === "error") {',
    test: "test/runtime/worker.test.ts",
    named: "cut off before its answer",
  },
  {
    invariant: "5: a message in doubt is never repeated blindly",
    bug: "a send whose answer was lost is tried again at once",
    file: "src/core/send-policy.ts",
    find: '      return { kind: "in_doubt", doubtMs: times.doubtMs, detail: outcome.detail };',
    replace: '      return { kind: "retry", delayMs: 0, detail: outcome.detail };',
    test: "test/runtime/worker.test.ts",
    named: "in doubt is never repeated blindly",
  },
  {
    invariant: "6: a reply never claims what no effect proves",
    bug: "every decision counts as proved",
    file: "src/runtime/phases/verify.ts",
    find: "for (const { callId } of planned.decision?.tools ?? [])",
    replace: "for (const { callId } of planned.decision?.tools.slice(9) ?? [])",
    test: "test/runtime/worker.test.ts",
    named: "an unknown tool is denied",
  },
  {
    invariant: "9: an unknown tool is denied",
    bug: "a tool that nobody knows is executed",
    file: "src/runtime/phases/act.ts",
    find: 'if (known === null) return deed({ kind: "denied"',
    replace: 'if (known === undefined) return deed({ kind: "denied"',
    test: "test/runtime/worker.test.ts",
    named: "an unknown tool is denied",
  },
  {
    invariant: "10: nothing free-form leaves outside the window",
    bug: "the window is not looked at",
    file: "src/runtime/phases/respond.ts",
    find: "if (!isWindowOpen(saidAt(turn), turn.now))",
    replace: "if (!isWindowOpen(turn.now, turn.now))",
    test: "test/runtime/worker.test.ts",
    named: "said more than a day ago",
  },
  {
    invariant: "10: nothing leaves after a handoff",
    bug: "a conversation that a person took over is answered by the bot",
    file: "src/runtime/phases/classify.ts",
    find: "!workspaceEnabled || !botEnabled || stopTagged",
    replace: "!workspaceEnabled || stopTagged",
    test: "test/runtime/worker.test.ts",
    named: "after a takeover",
  },
  {
    invariant: "10: nothing leaves after a handoff",
    bug: "a takeover forgets what is on its way",
    file: "src/core/send-policy.ts",
    find: "if (message.isCancelled) {",
    replace: "if (message.isCancelled && message.attempt > 99) {",
    test: "test/core/send-policy.test.ts",
    named: "a person took",
  },
  {
    invariant: "11: no row crosses a workspace",
    bug: "a table has no row security",
    file: "src/postgres/migrations/0001_main_road.sql",
    find: "    'contacts', 'contact_aliases', 'conversations',",
    replace: "    'contact_aliases', 'conversations',",
    test: "test/postgres/row-security.test.ts",
    named: "sees its own rows",
  },
  {
    invariant: "11: no phone in logs",
    bug: "phones inside other words are not masked",
    file: "src/cli/mask-fields.ts",
    find: ".replace(PHONE_IN_TEXT, (phone) => maskPhone(phone))",
    replace: ".replace(PHONE_IN_TEXT, (phone) => phone)",
    test: "test/cli/log.test.ts",
    named: "are found inside other words",
  },
  {
    invariant: "12: no unresolved variable reaches a customer",
    bug: "a reply goes out as the agent wrote it",
    file: "src/runtime/phases/respond.ts",
    find: "  if (hole !== null) {",
    replace: "  if (hole !== null && hole.length > 9_999) {",
    test: "test/runtime/worker.test.ts",
    named: "with a hole in its template",
  },
  {
    invariant: "12: a handoff is never silent",
    bug: "a handoff without a word is let through",
    file: "src/runtime/decision-schema.ts",
    find: "parsed.data.handoff !== null && parsed.data.messages.length === 0",
    replace: "parsed.data.handoff !== null && parsed.data.messages.length > 9",
    test: "test/runtime/worker.test.ts",
    named: "with a silent handoff",
  },
  {
    invariant: "13: limits delay, they never drop an inbound message",
    bug: "a message that finds no free slot is not due for an hour",
    file: "src/postgres/enqueue.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is searched
    find: "else ${coalesceMs / 1000}::float8 end),",
    replace: "else 3600 end),",
    test: "test/postgres/store.test.ts",
    named: "leaves the conversation due when no slot is free",
  },
  {
    invariant: "E5: a customer's file is fetched from Meta's hosts alone",
    bug: "whatever address the answer names is called, with our token",
    file: "src/whatsapp/media-address.ts",
    find: "if (!META_HOSTS.test(url.hostname))",
    replace: "if (url.hostname === '')",
    test: "test/whatsapp/media-safety.test.ts",
    named: "an address that is not Meta's is never called",
  },
  {
    invariant: "S7: what an outrun attempt brings counts no more",
    bug: "a file is settled by whoever comes",
    file: "src/postgres/media.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source itself that is searched
    find: "and m.attempts = ${item.attempt}::int and m.status = 'waiting'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    replace: "and m.attempts >= ${item.attempt}::int",
    test: "test/postgres/media.test.ts",
    named: "two workers never fetch the same file at once",
  },
];
