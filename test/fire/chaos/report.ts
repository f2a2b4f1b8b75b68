import { cpus } from "node:os";
import { GATED_DUPLICATES_AT_MOST, type SuiteOrder, type SuiteResult } from "./run-suite.ts";

/** What a suite came to, where and when. `share`: of the faults of a whole run. */
export interface KeptResult extends Omit<SuiteResult, "output"> {
  readonly commit: string;
  readonly date: string;
  readonly share: number;
}

/** A suite whose newest run did not end green. */
export interface RedResult extends SuiteOrder {
  readonly isRed: true;
  readonly commit: string;
  readonly date: string;
  readonly share: number;
}

/** The newest run of each suite, as Markdown. */
export function describeRun(all: readonly (KeptResult | RedResult)[]): string {
  const results = all.filter((one): one is KeptResult => !("isRed" in one));
  const red = all.filter((one): one is RedResult => "isRed" in one);
  const sum = (count: (result: KeptResult) => number) => results.reduce((total, one) => total + count(one), 0);
  const whole = (n: number) => n.toLocaleString("en");
  const cells = (result: KeptResult) => [
    result.suite,
    describeFaults(result),
    whole(result.accepted),
    result.lost,
    result.duplicateEffects,
    `${result.duplicateSends} of ${whole(result.sends)}`,
    result.outOfOrder,
    result.stuck,
    result.held,
    result.deadLetters,
    result.takeovers.p50 === null ? "–" : `${result.takeovers.p50} / ${result.takeovers.p99} ms`,
    result.seed,
    `${Math.round(result.tookMs / 1_000)} s`,
    result.date,
    result.commit,
  ];
  const heads = [
    ...["suite", "faults", "accepted", "lost", "duplicate effects", "sent twice", "out of order", "stuck"],
    ...["held", "fallback", "takeover p50 / p99", "seed", "took", "date", "commit"],
  ];
  const table = [heads, heads.map(() => "---"), ...results.map(cells)]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  return `# Chaos report

This page shows what happens to a shop whose processes are killed, paused and cut off while its customers write.
\`npm run test:chaos\` writes it; nothing here is typed by hand.

- Length: ${describeLength(results)}
- Machine: ${cpus().length} cores, Node ${process.versions.node}, PostgreSQL 18 with fsync on, all of it on this one machine
- In all: ${whole(sum((one) => one.faults.kill_worker + one.faults.kill_door))} SIGKILL, ${whole(sum((one) => one.faults.pause_worker))} SIGSTOP past the lease, ${whole(sum((one) => one.faults.crash_database))} immediate crashes of PostgreSQL, ${whole(sum((one) => one.faults.connections_cut))} connections cut by the server, ${whole(sum((one) => one.accepted))} messages accepted, ${whole(sum((one) => one.sends))} replies accepted by the provider
${red.map(describeRed).join("")}
${table}

- **accepted**: customer messages that the door answered with 200.
- **lost**: accepted messages that are not in the database, or that have neither an answer accepted by the provider nor a
  person who was told.
- **duplicate effects**: tool calls that reached the outside world twice with one key.
- **sent twice**: in the suite \`kills-on-hold\` every message is of the class that is never sent again in doubt, so 0 is required. In
  the others a reply in doubt is sent once more when no report has come; the limit is ${GATED_DUPLICATES_AT_MOST * 100} % of what was sent.
${describePurchases(results)}
${describeSegments(results)}
- **held**: messages whose answer may or may not have gone out; a person decides about them.
- **fallback**: messages whose tool call was cut off in the middle; the customer was told that a person will write.
- **takeover**: from a SIGKILL until another worker held the conversation of the dead one.

There are two judges, joined by the key that each message carries: the invariants as SQL (\`test/support/oracle.ts\`), with
triggers that note every fence, version, attempt or delivery that goes back, and the provider's own ledger
(\`recado simulator serve\`, a process that the suites never kill). Customers deliver again until they get 200, and sometimes once
more.

Leases are shorter than in production in the suites where processes sleep past them. Doubts are shorter only in the suites
\`kills-on-hold\` and \`mixed\` (\`test/fire/chaos/run-suite.ts\` names them). The limit on what is sent twice is rounded up to a whole
message. One case is not shown here: a reply whose answer is lost while the door is closed for longer than a doubt lasts. Its
report comes too late, and it is sent twice.

## Again

\`\`\`sh
npm run test:chaos                                      # all suites, and this page
npm run test:chaos -- --suite pauses --seed ${results[0]?.seed ?? 1} --count 50  # one of them; the same seed makes the same plan of faults
\`\`\`
`;
}

function describeRed({ suite, date, commit, seed, count }: RedResult): string {
  return `- **Not shown**: the newest run of \`${suite}\` did not end green (${date}, ${commit}): \`npm run test:chaos -- --suite ${suite} --seed ${seed} --count ${count}\`\n`;
}

function describePurchases(results: readonly KeptResult[]): string {
  const counts = results.flatMap(({ purchases }) => purchases ?? []);
  const [bought] = counts;
  if (bought === undefined) return "- The suite `purchases` has no row here.";
  const { begun, orders, confirmations } = bought;
  return `- **purchases**: ${begun} customers bought two jars of Somnio, from the first word to the yes, with the shipped agent and tools:
  ${orders} orders in the database, and ${confirmations} messages that confirm one in the provider's own ledger.`;
}

function describeSegments(results: readonly KeptResult[]): string {
  const [counted] = results.flatMap(({ segments }) => segments ?? []);
  if (counted === undefined) return "- The suite `segments` has no row here.";
  return `- **segments**: ${counted.runs} runs went on in three segments each; ${counted.segments} segments ran, and ${counted.wrong.length} runs
  did not say each part exactly once.`;
}

function describeFaults({ faults }: KeptResult): string {
  const { kill_worker, kill_door, pause_worker, crash_database, connections_cut } = faults;
  const named: readonly [number, string][] = [
    [kill_worker, "workers killed"],
    [kill_door, "doors killed"],
    [pause_worker, "workers paused"],
    [crash_database, "database crashes"],
    [connections_cut, "connections cut"],
  ];
  return named
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}

function describeLength(results: readonly KeptResult[]): string {
  const short = results.filter(({ share }) => share < 1);
  if (short.length === 0) return "whole";
  return short
    .map(({ suite, share }) => `${suite}: ${Math.round(share * 100)} % of the faults of a whole run`)
    .join("; ");
}
