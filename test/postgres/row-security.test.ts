import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkspaceId } from "../../src/core/ids.ts";
import {
  type Asker,
  ATTEMPT,
  fillEveryTable,
  type Relation,
  readRelations,
  statementOf,
  VERBS,
  type Verb,
} from "../support/row-access.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * Invariant 11: no row crosses a workspace, for any role. The tables come from the catalog: a new one joins by itself, and
 * without its policies it fails here.
 */
let database: TestDatabase;
let relations: Relation[];
const own = "default";
const other = "other";

/** Tables of no tenant: what may be read of them is read by all, and the rest is closed. */
const READ_BY_ALL = ["test_clock"];
const OF_NO_TENANT = ["recado_functions", "recado_migrations", "workers", ...READ_BY_ALL];

/** With columns that nobody outside is to see; people who read the database itself do not read these at all. */
const NOT_FOR_MEMBERS = [
  "api_tokens",
  "feed_endpoints",
  "member_phones",
  "nlu_settings",
  "number_moves",
  "push_keys",
  "studio_sessions",
];

/** What our own role may not do. */
const RUNTIME_NEVER: Readonly<Record<string, readonly Verb[]>> = {
  recado_functions: ["insert", "update", "delete"],
  recado_migrations: ["insert", "update", "delete"],
  test_clock: ["insert", "update", "delete"],
  audit_log: ["insert", "update", "delete"],
  workspaces: ["delete"],
  workspace_members: ["delete"],
  api_tokens: ["delete"],
  studio_sessions: ["delete"],
};

const ASKERS: Readonly<Record<string, Asker>> = {
  runtime: { role: "recado_runtime" },
  "tenant of its own": { role: "recado_tenant", workspace: own },
  "tenant of another": { role: "recado_tenant", workspace: other },
  "tenant of none": { role: "recado_tenant" },
  "tenant with a person's claims": { role: "recado_tenant", subject: `of ${own}` },
  "member of its own": { role: "recado_member", subject: `of ${own}` },
  "member of another": { role: "recado_member", subject: `of ${other}` },
  "member of none": { role: "recado_member", subject: "nobody we know" },
  "member who sets our setting": { role: "recado_member", workspace: own },
  "anonymous with both": { role: "recado_test_anonymous", workspace: own, subject: `of ${own}` },
};

beforeAll(async () => {
  database = await createTestDatabase();
  await database.rows(
    "do $$ begin create role recado_test_anonymous nologin; exception when duplicate_object or unique_violation then null; end $$",
  );
  await database.rows(ATTEMPT);
  relations = await readRelations(database);
  await fillEveryTable(database, [own, other]);
});
afterAll(() => database.drop());

/** What comes of every verb of every asker on one table. */
async function outcomes(relation: Relation, mutation: string | null = null): Promise<Record<string, string>> {
  const cells = Object.entries(ASKERS).flatMap(([asker, who]) =>
    VERBS.filter((verb) => !relation.isView || verb === "select").map((verb) => ({ asker, who, verb })),
  );
  const asked = {
    text: `select cell, attempt(role, workspace, subject, statement) as outcome from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as a (cell, role, workspace, subject, statement)`,
    values: [
      cells.map(({ asker, verb }) => `${asker}: ${verb}`),
      cells.map(({ who }) => who.role),
      cells.map(({ who }) => who.workspace ?? null),
      cells.map(({ who }) => who.subject ?? null),
      cells.map(({ verb }) => statementOf(relation, verb)),
    ],
  };
  const { rows } =
    mutation === null
      ? await database.owner.run(asked)
      : await undone((run) => run({ text: mutation, values: [] }).then(() => run(asked)));
  return Object.fromEntries(rows.map(({ cell, outcome }) => [String(cell), String(outcome)]));
}

/** In a transaction that is taken back. */
async function undone<Result>(work: (run: TestDatabase["owner"]["run"]) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await database.owner
    .transaction(async (run) => {
      results.push(await work(run));
      throw new Error("taken back");
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Error) || thrown.message !== "taken back") throw thrown;
    });
  return results[0] as Result;
}

function isAsItShouldBe(relation: Relation, cell: string, outcome: string): boolean {
  const [asker = "", verb = ""] = cell.split(": ");
  const { role, workspace, subject } = ASKERS[asker] as Asker;
  if (role === "recado_runtime") {
    if (RUNTIME_NEVER[relation.name]?.includes(verb as Verb)) return outcome === "denied";
    if (verb !== "select") return /^(did [1-9]\d*|passed)$/.test(outcome);
    return relation.of === null ? /^rows [1-9]/.test(outcome) : outcome === `rows ${own},${other}`;
  }
  if (verb !== "select" || role === "recado_test_anonymous") return outcome === "denied";
  if (relation.of === null)
    return READ_BY_ALL.includes(relation.name) ? /^rows [1-9]/.test(outcome) : outcome === "denied";
  if (role === "recado_tenant") return outcome === (workspace === undefined ? "rows" : `rows ${workspace}`);
  if (NOT_FOR_MEMBERS.includes(relation.name)) return outcome === "denied";
  const isMember = subject === `of ${own}` || subject === `of ${other}`;
  return outcome === (isMember ? `rows ${subject.slice(3)}` : "rows");
}

const wrong = (relation: Relation, found: Record<string, string>) =>
  Object.entries(found).filter(([cell, outcome]) => !isAsItShouldBe(relation, cell, outcome));

describe("every table and view, every verb, every role, of its own, another and no workspace", () => {
  test("each may what it should, and nobody reaches a row of another workspace", async () => {
    expect(relations.length).toBeGreaterThan(30);
    expect(relations.flatMap(({ of, name }) => (of === null ? [name] : []))).toEqual([...OF_NO_TENANT].sort());
    for (const relation of relations)
      expect([relation.name, wrong(relation, await outcomes(relation))]).toEqual([relation.name, []]);
  });

  test("row security is on and forced for every table, also a new one", async () => {
    const open = () =>
      database.rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity)`);
    expect(await open()).toEqual([]);
    await database.rows("create table forgotten (workspace_id text primary key)");
    expect(await open()).toHaveLength(1);
    const [forgotten] = (await readRelations(database)).filter(({ name }) => name === "forgotten");
    expect(wrong(forgotten as Relation, await outcomes(forgotten as Relation)).length).toBeGreaterThan(0);
    await database.rows("drop table forgotten");
  });

  test("planted bugs: each policy that goes, and each table that is opened, is noticed", async () => {
    const policies =
      await database.rows(`select p.polname as policy, c.relname as of_table from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace`);
    const unnoticed: string[] = [];
    for (const relation of relations.filter(({ isView }) => !isView)) {
      const mutations = [
        ...policies
          .filter(({ of_table }) => of_table === relation.name)
          .map(({ policy }) => `drop policy ${policy} on ${relation.name}`),
        ...(relation.of === null ? [] : [`alter table ${relation.name} disable row level security`]),
      ];
      for (const mutation of mutations) {
        if (wrong(relation, await outcomes(relation, mutation)).length === 0) unnoticed.push(mutation);
      }
    }
    expect(unnoticed).toEqual([]);
  });
});

describe("our roles", () => {
  test("bypass nothing, own nothing, and make nothing", async () => {
    const roles = ["recado_runtime", "recado_tenant", "recado_member"];
    const found = await database.rows(
      `select r.rolname as role from pg_roles r where r.rolname = any ($1) and not (r.rolsuper or r.rolbypassrls or r.rolcreaterole
         or r.rolcreatedb or r.rolcanlogin or r.rolreplication or has_schema_privilege(r.oid, 'public', 'create')
         or exists (select from pg_class c where c.relowner = r.oid) or exists (select from pg_proc p where p.proowner = r.oid))
       order by 1`,
      [roles],
    );
    expect(found.map(({ role }) => role)).toEqual([...roles].sort());
    for (const statement of [
      "create table mine ()",
      "alter table contacts disable row level security",
      "drop policy own_workspace on contacts",
      "truncate contacts",
      "alter role recado_runtime bypassrls",
    ]) {
      const [row] = await database.rows("select attempt('recado_runtime', null, null, $1) as outcome", [statement]);
      expect([statement, row?.["outcome"]]).toEqual([statement, "denied"]);
    }
  });

  test("are what this process works as, in both of its pools and on the worker's own connection", async () => {
    const { rows } = await database.database.run({ text: "select current_user as role", values: [] });
    expect(rows).toEqual([{ role: "recado_runtime" }]);
    expect(database.database.sessionOptions).toContain("role=recado_runtime");
  });

  test("see the hash of no token and the key of no text hash", async () => {
    for (const secret of [
      "token_hash from api_tokens",
      "cookie_hash from studio_sessions",
      "installation_hash from studio_sessions",
      "salt from nlu_settings",
    ]) {
      for (const role of ["recado_tenant", "recado_member"]) {
        const [row] = await database.rows("select attempt($1, 'default', null, $2) as outcome", [
          role,
          `select count(x)::text from (select ${secret}) y (x)`,
        ]);
        expect([role, secret, row?.["outcome"]]).toEqual([role, secret, "denied"]);
      }
    }
  });
});

describe("functions and views", () => {
  test("run with the rights of whoever calls them, but for those named here, which are pinned and closed to strangers", async () => {
    const definers = await database.rows(`
      select p.proname as name, p.proconfig::text as config, has_function_privilege('recado_test_anonymous', p.oid, 'execute') as is_open
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`);
    const pinned = { config: '{"search_path=public, pg_temp"}', is_open: false };
    expect(definers).toEqual(["analyze_table", "audit"].map((name) => ({ name, ...pinned })));
    const views =
      await database.rows(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce('security_invoker=true' = any (reloptions), false)`);
    expect(views).toEqual([]);
  });

  test("tell a tenant of its own workspace alone", async () => {
    const told = async (of: string) => {
      const [row] = await database.rows("select attempt('recado_tenant', 'default', null, $1) as outcome", [
        `select (lines + unsealed)::text from verify_audit('${of}')`,
      ]);
      return row?.["outcome"];
    };
    expect(await told(own)).toMatch(/^rows [1-9]/);
    expect(await told(other)).toBe("rows 0");
  });

  test("is_workspace_member believes a checked token of a member, or our own role's setting, and nothing else", async () => {
    const member = async (asker: Asker) => {
      const [row] = await database.rows("select attempt($1, $2, $3, $4) as outcome", [
        ...[asker.role, asker.workspace ?? null, asker.subject ?? null],
        "select is_workspace_member('default')::text || is_workspace_member('other')::text",
      ]);
      return row?.["outcome"];
    };
    expect(await member({ role: "recado_member", subject: "of default" })).toBe("rows truefalse");
    expect(await member({ role: "recado_member", subject: "x" })).toBe("rows falsefalse");
    expect(await member({ role: "recado_member", workspace: own })).toBe("rows falsefalse");
    await database.rows("update workspace_members set removed_at = now() where user_id = 'of other'");
    expect(await member({ role: "recado_member", subject: "of other" })).toBe("rows falsefalse");
    await database.rows("update workspace_members set removed_at = null where user_id = 'of other'");
  });
});

describe("pooled connections", () => {
  test("carry nothing from one tenant to the next, also when a transaction fails in the middle", async () => {
    const seen = async (workspace: string) => {
      const { rows } = await database.database.asTenant(workspace as WorkspaceId, (run) =>
        run({
          // A self-join on the key: a planner that leaves one side out must leave its row security in.
          text: "select distinct a.workspace_id as of from contacts a join contacts b on b.workspace_id = a.workspace_id and b.id = a.id",
          values: [],
        }),
      );
      return rows.map((row) => row["of"]);
    };
    const ask = async (number: number) => {
      const workspace = number % 2 === 0 ? own : other;
      if (number % 7 === 0) {
        const failing = database.database.asTenant(workspace as WorkspaceId, (run) =>
          run({ text: "select 1 / 0", values: [] }),
        );
        await expect(failing).rejects.toThrow(/division/);
      }
      if (number % 5 === 0) {
        const { rows } = await database.database.run({
          text: "select current_user as role, recado_workspace() as workspace",
          values: [],
        });
        expect(rows).toEqual([{ role: "recado_runtime", workspace: null }]);
      }
      expect(await seen(workspace)).toEqual([workspace]);
    };
    // Ten at a time on six connections: each of them serves both.
    const lanes = Array.from({ length: 10 }, async (_, lane) => {
      for (let number = lane; number < 600; number += 10 + 1) await ask(number);
    });
    await Promise.all(lanes);
  });

  test("of a tenant write nothing", async () => {
    const writing = database.database.asTenant(own as WorkspaceId, (run) =>
      run({ text: "delete from contacts", values: [] }),
    );
    await expect(writing).rejects.toThrow(/denied|read-only/);
  });
});
