import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../../src/core/ids.ts";
import { ROLES } from "../../src/core/operations/principal.ts";
import { partOf } from "../../src/server/access/route-access.ts";
import { Random } from "../support/random.ts";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/**
 * Two shops employ people of the same names, and one browser is told by both. Whatever is done to the people and the
 * access of one, no row of the other changes, and each sees its own alone: members, tokens, links, sessions, phone codes
 * and devices (invariant 11).
 */
const SHOPS = [DEFAULT_WORKSPACE, "other" as WorkspaceId] as const;
const PEOPLE = ["ana@tienda.co", "luis@tienda.co", "marta@tienda.co"];
const BROWSERS = ["https://push.example/a", "https://push.example/b"];
const WHOLE = 2_000;
const DEEDS = process.env["RECADO_PEOPLE"] === undefined ? 150 : WHOLE;

let database: TestDatabase;
/** One statement for the rows of a shop in every table. */
let fingerprint: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.accessAdmin.createWorkspace({ id: SHOPS[1], name: "Other" }, "test");
  const tables = await database.rows(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'workspace_id' and table_type = 'BASE TABLE' order by 1`,
  );
  fingerprint = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${name} t where workspace_id = $1`,
    )
    .join(" union all ");
});
afterAll(() => database?.drop());

const rowsOf = async (shop: WorkspaceId) => JSON.stringify(await database.rows(fingerprint, [shop]));

/** What one shop was given, as its own people know it. */
interface Given {
  readonly members: Set<string>;
  readonly tokens: Map<string, string>;
  readonly links: string[];
  readonly cookies: string[];
}

test("what is done to the people of one shop changes no row of another, and shows none", async () => {
  announceShare({
    ...{ stage: "deeds to people of two shops", played: DEEDS, of: WHOLE, seed: SEED_OF_THE_DAY },
    whole: "RECADO_PEOPLE=all node bin/test.js test/server/people-stay-apart.test.ts",
  });
  const { accessAdmin, signIn, pushDevices } = database;
  const random = new Random(SEED_OF_THE_DAY);
  const pick = <One>(all: readonly One[]): One | undefined => all[random.below(Math.max(1, all.length))];
  const person = () => pick(PEOPLE) ?? "";
  const given = new Map<WorkspaceId, Given>(
    SHOPS.map((shop) => [shop, { members: new Set(), tokens: new Map(), links: [], cookies: [] }]),
  );
  const of = (shop: WorkspaceId) => given.get(shop) as Given;
  const done: Record<string, number> = {};
  const told = new Set<WorkspaceId>();

  for (let deed = 0; deed < DEEDS; deed += 1) {
    const shop = pick(SHOPS) ?? DEFAULT_WORKSPACE;
    const strange = shop === SHOPS[0] ? SHOPS[1] : SHOPS[0];
    const [own, theirs] = [of(shop), of(strange)];
    const before = await rowsOf(strange);
    const deeds: Record<string, () => Promise<unknown>> = {
      "add a person": async () => {
        const userId = person();
        await accessAdmin.putMember(
          shop,
          { userId, role: pick(["owner", "operator", "viewer"] as const) ?? "viewer", name: shop },
          "x",
        );
        own.members.add(userId);
      },
      "remove a person": async () => {
        const userId = person();
        expect(await accessAdmin.removeMember(shop, userId, "x")).toBe(own.members.delete(userId));
      },
      "make a token": async () => {
        const userId = person();
        const made = await accessAdmin.createToken(shop, {
          ...{ name: "t", holder: random.below(2) === 0 ? { userId } : { role: "operator" }, scopes: null },
          ...{ lifeDays: null, by: "x" },
        });
        if (made !== null) own.tokens.set(made.id, made.token);
      },
      "revoke another shop's token": async () => {
        const id = pick([...theirs.tokens.keys()]);
        if (id !== undefined) expect(await accessAdmin.revokeToken(shop, id, "x")).toBe(false);
      },
      "revoke a token": async () => {
        const id = pick([...own.tokens.keys()]);
        if (id !== undefined) await accessAdmin.revokeToken(shop, id, "x");
      },
      "make a link": async () => {
        const made = await accessAdmin.createSignInLink(shop, person(), "x");
        if (made !== null) own.links.push(made.link);
      },
      "come in": async () => {
        const link = own.links.pop();
        const token = pick([...own.tokens.values()]);
        const shown = link !== undefined ? { link } : token === undefined ? null : { token };
        if (shown === null) return;
        const cookie = await signIn.openSession(shown);
        if (cookie !== null) own.cookies.push(cookie);
      },
      "go out": async () => {
        const cookie = own.cookies.pop();
        if (cookie !== undefined) await signIn.endSession(cookie);
      },
      "make a phone code": async () => void (await accessAdmin.issuePhoneCode(shop, person(), "x")),
      "end a phone": async () => void (await accessAdmin.unbindPhone(shop, person(), "x")),
      "be told in a browser": async () => {
        const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
        await pushDevices.save(shop, { id: randomUUID(), url: pick(BROWSERS) ?? "", keys, of: person() }, "x");
      },
      "be told no more": async () => void (await pushDevices.remove(shop, pick(BROWSERS) ?? "", person(), "x")),
    };
    const name = pick(Object.keys(deeds)) ?? "";
    await deeds[name]?.();
    done[name] = (done[name] ?? 0) + 1;
    const where = `deed ${deed}: ${name} in ${shop}`;
    expect(await rowsOf(strange), where).toBe(before);
    expect((await accessAdmin.members(shop)).map(({ userId }) => userId).toSorted(), where).toEqual(
      [...own.members].toSorted(),
    );
    expect(
      (await accessAdmin.tokens(shop)).every(({ id }) => !theirs.tokens.has(id)),
      where,
    ).toBe(true);
    for (const token of own.tokens.values())
      expect([shop, undefined]).toContain((await signIn.principalOf(token))?.workspaceId);
    for (const cookie of own.cookies)
      expect([shop, undefined]).toContain((await signIn.principalOfSession(cookie, "none", false))?.workspaceId);
    for (const who of PEOPLE) {
      const devices = await pushDevices.list(shop, who);
      if (devices.length > 0) told.add(shop);
      const known = await database.rows(
        "select id::text from feed_endpoints where workspace_id = $1 and device_of = $2",
        [shop, who],
      );
      expect(devices.map(({ id }) => id).toSorted(), where).toEqual(known.map(({ id }) => String(id)).toSorted());
    }
  }
  // Every deed was drawn, and both shops had browsers that are told.
  expect(Object.keys(done)).toHaveLength(12);
  expect([...told].toSorted()).toEqual([...SHOPS].toSorted());
});

/** What each door of people and access is asked with, by the path's last fixed word; a new door joins with an empty body. */
const ASKED: Readonly<Record<string, unknown>> = {
  "PUT members": { role: "operator", name: "Ana nueva" },
  "POST tokens": { name: "caja", userId: "ana@tienda.co" },
  "POST workspaces": { id: "third", name: "Third" },
  "PUT numbers": { workspaceId: "other", agentId: "somnio" },
};
const OF_ACCESS = ["members", "tokens", "numbers", "workspaces"];
const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

test("by each door of people and access a shop rules its own people alone, though the other has some of the same names", async () => {
  const { accessAdmin, signIn, store } = database;
  const door = openDoor({ parts: { store, signIn, accessAdmin } });
  const number = "5551" as PhoneNumberId;
  await accessAdmin.assignNumber({ id: number, workspaceId: SHOPS[0], agentId: "somnio" }, "x");
  const foreign = await accessAdmin.createToken(SHOPS[0], {
    ...{ name: "secreto-de-la-otra", holder: { role: "operator" }, scopes: null, lifeDays: null, by: "x" },
  });
  await accessAdmin.putMember(SHOPS[0], { userId: "ana@tienda.co", role: "owner", name: "secreto-de-la-otra" }, "x");
  const documents = Paths.parse(await (await door.app.request("/openapi.json")).json());
  const doors = Object.entries(documents.paths).flatMap(([path, methods]) =>
    path.startsWith("/internal/") && OF_ACCESS.includes(partOf(path))
      ? Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path }))
      : [],
  );
  expect(doors.length).toBeGreaterThanOrEqual(13);
  const before = await rowsOf(SHOPS[0]);
  const answers: string[] = [];
  for (const role of ROLES) {
    const holder = { name: `a ${role}`, holder: { role }, scopes: null, lifeDays: null, by: "x" } as const;
    const token = (await accessAdmin.createToken(SHOPS[1], holder))?.token ?? "";
    for (const { method, path } of doors) {
      await accessAdmin.putMember(SHOPS[1], { userId: "ana@tienda.co", role: "viewer", name: "Ana" }, "x");
      const ids = { userId: "ana@tienda.co", id: partOf(path) === "numbers" ? number : (foreign?.id ?? "") };
      const response = await door.app.request(
        path.replace(/\{(\w+)\}/, (_, name: "userId" | "id") => ids[name]),
        {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(["PUT", "POST"].includes(method)
            ? { body: JSON.stringify(ASKED[`${method} ${partOf(path)}`] ?? {}) }
            : {}),
        },
      );
      const said = await response.text();
      answers.push(`${role} ${method} ${path} ${response.status}`);
      expect([role, method, path, said.includes("secreto-de-la-otra")]).toEqual([role, method, path, false]);
      // A refusal repeats the id that it was asked about; a list must not have it.
      if (method === "GET") expect([role, path, said.includes(foreign?.id ?? "-")]).toEqual([role, path, false]);
    }
  }
  expect(await rowsOf(SHOPS[0])).toBe(before);
  // The doors did open: for an owner each but those of the installation, and the one to a token of the other shop.
  const refused = answers.filter((answer) => /^owner /.test(answer) && !/ 20\d$/.test(answer));
  expect(refused.toSorted()).toEqual([
    "owner POST /internal/agent/tokens/{id}/revoke 404",
    "owner POST /internal/agent/workspaces 403",
    "owner PUT /internal/agent/numbers/{id} 403",
  ]);
  expect(answers.filter((answer) => !/^owner /.test(answer) && / 20\d$/.test(answer))).toEqual([]);
});
