import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { RecadoError } from "../../src/core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { SignInCodes } from "../../src/server/access/sign-in-codes.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { API_TOKEN, openDoor, signed, textWebhook, VERIFY_TOKEN, WEBHOOK } from "./open-door.ts";

/** How people and programs come in, on a real database: tokens, browser sessions, links. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const HOST = "shop.test";
const OWN_PAGE = { "x-recado-csrf": "1", origin: `https://${HOST}`, host: HOST };

function door(settings: { apiToken?: string } = {}) {
  const { signIn, accessAdmin, store } = database;
  const codes = new SignInCodes(() => performance.now());
  const { app, logged } = openDoor({ settings, parts: { signIn, accessAdmin, store, signInCodes: codes } });
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    app.request(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signIn_ = async (token: string) => {
    const response = await ask("POST", "/studio/session", OWN_PAGE, { token });
    return { response, cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
  };
  return { app, ask, codes, logged, signIn: signIn_ };
}

async function tokenOf(role: Role, changes: { scopes?: string[]; name?: string } = {}) {
  const { scopes = null, name = `a ${role}` } = changes;
  const made = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
    name,
    holder: { role },
    scopes,
    lifeDays: null,
    by: "ana",
  });
  if (made === null) throw new Error("no token was made");
  return made;
}

const codeOf = async (response: Response) => z.object({ code: z.string() }).parse(await response.json()).code;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const RUNS = "/internal/agent/runs";

describe("a token", () => {
  test("opens what its role may, and its text is nowhere in the database", async () => {
    const { ask } = door();
    const { token } = await tokenOf("viewer");
    expect((await ask("GET", RUNS, bearer(token))).status).toBe(200);
    const refused = await ask("POST", `${RUNS}/x/retry`, bearer(token));
    expect([refused.status, await codeOf(refused)]).toEqual([403, "forbidden"]);
    const [row] = await database.rows(
      "select string_agg(t::text || encode(token_hash, 'escape') || encode(token_hash, 'base64'), ' ') as all from api_tokens t",
    );
    expect(String(row?.["all"])).not.toContain(token.slice(4, 20));
  });

  test("with scopes opens those alone", async () => {
    const { ask } = door();
    const { token } = await tokenOf("service", { scopes: ["runs:read"] });
    expect((await ask("GET", RUNS, bearer(token))).status).toBe(200);
    expect((await ask("GET", "/internal/agent/conversations", bearer(token))).status).toBe(403);
    expect((await ask("POST", `${RUNS}/x/retry`, bearer(token))).status).toBe(403);
  });

  test("that is revoked, over, or of somebody who left is no token", async () => {
    const { ask } = door();
    const revoked = await tokenOf("owner");
    await database.accessAdmin.revokeToken(DEFAULT_WORKSPACE, revoked.id, "ana");
    const over = await tokenOf("owner");
    await database.rows("update api_tokens set expires_at = now() - interval '1 s' where id = $1", [over.id]);
    await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "luis", role: "owner", name: "Luis" }, "ana");
    const his = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
      ...{ name: "his", holder: { userId: "luis" }, scopes: null, lifeDays: 30, by: "ana" },
    });
    expect((await ask("GET", RUNS, bearer(his?.token ?? ""))).status).toBe(200);
    await database.accessAdmin.removeMember(DEFAULT_WORKSPACE, "luis", "ana");
    await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "luis", role: "viewer", name: "Luis" }, "ana");
    for (const token of [revoked.token, over.token, his?.token ?? ""])
      expect((await ask("GET", RUNS, bearer(token))).status).toBe(401);
  });

  test("of a person has the person's role as it is now, and the person's name in the audit log", async () => {
    const { ask } = door();
    const put = (role: Role) =>
      database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "eva", role, name: "Eva" }, "ana");
    await put("operator");
    const made = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
      ...{ name: "laptop", holder: { userId: "eva" }, scopes: null, lifeDays: null, by: "ana" },
    });
    const retry = () => ask("POST", `${RUNS}/x/retry`, bearer(made?.token ?? ""));
    expect((await retry()).status).toBe(404);
    await put("viewer");
    expect((await retry()).status).toBe(403);
    const lines = await database.rows("select action, actor from audit_log where subject_id = 'eva' order by id");
    expect(lines).toEqual([
      { action: "member.added", actor: "ana" },
      { action: "member.changed", actor: "ana" },
    ]);
  });
});

describe("a browser's session", () => {
  test("is opened by a token with a cookie that no script reads, says who it is, and ends", async () => {
    const { ask, signIn } = door();
    const { response, cookie } = await signIn(API_TOKEN);
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(
      /^recado_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const session = await ask("GET", "/studio/session", { cookie });
    expect(await session.json()).toEqual({
      ...{
        actor: "api",
        role: "owner",
        isInstallation: true,
        seesSales: true,
        workspaceId: "default",
        workspaces: [{ id: "default", name: "Default" }],
      },
      ...{ locale: "es-CO", timeZone: "America/Bogota", currency: { code: "COP", decimals: 0 } },
    });
    expect((await ask("GET", RUNS, { cookie })).status).toBe(200);
    expect((await ask("DELETE", "/studio/session", { ...OWN_PAGE, cookie })).status).toBe(204);
    expect((await ask("GET", RUNS, { cookie })).status).toBe(401);
  });

  test("behind HTTPS has a cookie that no other host or port can put in its place", async () => {
    const { ask } = door();
    const https = { ...OWN_PAGE, "x-forwarded-proto": "https" };
    const opened = await ask("POST", "/studio/session", https, { token: API_TOKEN });
    const given = opened.headers.get("set-cookie") ?? "";
    expect(given).toMatch(
      /^__Host-recado_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = given.split(";")[0] ?? "";
    expect((await ask("GET", RUNS, { ...https, cookie })).status).toBe(200);
    expect((await ask("GET", RUNS, { ...https, cookie: cookie.replace("__Host-", "") })).status).toBe(401);
    const ended = await ask("DELETE", "/studio/session", { ...https, cookie });
    expect(ended.headers.get("set-cookie")).toMatch(/^__Host-recado_session=; Max-Age=0; Path=\/; Secure$/);
    expect((await ask("GET", RUNS, { ...https, cookie })).status).toBe(401);
  });

  test("changes nothing for another site's page", async () => {
    const { ask, signIn } = door();
    const { cookie } = await signIn(API_TOKEN);
    const retry = async (headers: Record<string, string>) => {
      const response = await ask("POST", `${RUNS}/x/retry`, { cookie, host: HOST, ...headers });
      return [response.status, await codeOf(response)];
    };
    expect(await retry(OWN_PAGE)).toEqual([404, "not_found"]);
    const forgeries: Record<string, string>[] = [
      {},
      { "x-recado-csrf": "1" },
      { origin: `https://${HOST}` },
      { "x-recado-csrf": "1", origin: "https://evil.test" },
      { "x-recado-csrf": "1", origin: "null" },
    ];
    for (const forged of forgeries) {
      expect(await retry(forged)).toEqual([403, "csrf_refused"]);
    }
    expect((await ask("POST", "/studio/session", {}, { token: API_TOKEN })).status).toBe(403);
  });

  test("ends with the token that opened it, with its idle time, and with its last day", async () => {
    const { ask, signIn } = door();
    const isOpen = async (cookie: string) => (await ask("GET", RUNS, { cookie })).status === 200;
    const { token, id } = await tokenOf("operator");
    const ofToken = (await signIn(token)).cookie;
    expect(await isOpen(ofToken)).toBe(true);
    await database.accessAdmin.revokeToken(DEFAULT_WORKSPACE, id, "ana");
    expect(await isOpen(ofToken)).toBe(false);
    for (const past of ["seen_at = now() - interval '13 h'", "expires_at = now()"]) {
      const { cookie } = await signIn(API_TOKEN);
      await database.rows(`update studio_sessions set ${past} where ended_at is null`);
      expect([past, await isOpen(cookie)]).toEqual([past, false]);
    }
    const { cookie } = await signIn(API_TOKEN);
    const other = openDoor({
      settings: { apiToken: "another-installation-token" },
      parts: { signIn: database.signIn, accessAdmin: database.accessAdmin, store: database.store },
    });
    expect((await other.app.request(RUNS, { headers: { cookie } })).status).toBe(401);
  });
});

describe("the link that `recado start` prints", () => {
  test("signs in once, also when somebody has looked where it leads", async () => {
    const { ask, codes } = door();
    const link = `/studio/sign-in?code=${codes.issue()}`;
    await ask("HEAD", link);
    const response = await ask("GET", link);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/studio/"]);
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await ask("GET", "/studio/session", { cookie })).status).toBe(200);
    expect((await ask("GET", link)).headers.get("set-cookie")).toBeNull();
  });

  test("is over after ten minutes", async () => {
    let nowMs = 0;
    const codes = new SignInCodes(() => nowMs);
    const code = codes.issue();
    nowMs = 600_000;
    expect(await codes.redeem(code, async () => "opened")).toBeNull();
  });

  test("signs in although the database is busy with the first minute, and is not used up by a database that is away", async () => {
    let failures = 3;
    const codes = new SignInCodes(Date.now);
    const { app } = openDoor({
      parts: {
        ...{ store: database.store, accessAdmin: database.accessAdmin, signInCodes: codes },
        signIn: {
          ...database.signIn,
          openSession: async (shown) => {
            failures -= 1;
            if (failures >= 0) throw new RecadoError("database_unreachable", "busy");
            return database.signIn.openSession(shown);
          },
        },
      },
    });
    const opens = async (code: string) => {
      const answer = await app.request(`/studio/sign-in?code=${code}`);
      return [answer.status, answer.headers.get("location")];
    };
    expect(await opens(codes.issue())).toEqual([303, "/studio/"]);
    const code = codes.issue();
    failures = 100;
    expect(await opens(code)).toEqual([503, null]);
    failures = 0;
    expect(await opens(code)).toEqual([303, "/studio/"]);
    expect(await opens(code)).toEqual([303, "/studio/?link=over"]);
  });
});

describe("whoever tries tokens", () => {
  const wrongToken = (n: number) => `rec_${String(n).padStart(43, "x")}`;

  /** Twenty wrong tokens of one address: its limit. */
  async function guess(ask: ReturnType<typeof door>["ask"]) {
    for (let n = 0; n < 20; n += 1) expect((await ask("GET", RUNS, bearer(wrongToken(n)))).status).toBe(401);
  }

  test("is held off; good tokens of the same address and Meta's webhooks are not", async () => {
    const { app, ask, signIn } = door();
    const { token } = await tokenOf("viewer");
    expect((await ask("GET", RUNS, bearer(token))).status).toBe(200);
    expect((await ask("GET", RUNS, bearer(API_TOKEN))).status).toBe(200);
    await guess(ask);
    expect((await ask("GET", RUNS, bearer(wrongToken(20)))).status).toBe(429);
    expect((await signIn(`rec_${"y".repeat(43)}`)).response.status).toBe(429);
    expect((await ask("GET", "/studio/sign-in?code=x")).status).toBe(429);
    expect((await ask("GET", RUNS, { cookie: `recado_session=${"c".repeat(43)}` })).status).toBe(429);
    expect((await ask("GET", RUNS, bearer(token))).status).toBe(200);
    expect((await ask("GET", RUNS, bearer(API_TOKEN))).status).toBe(200);
    expect((await app.request(WEBHOOK, signed(textWebhook("hola")))).status).toBe(200);
  });

  test("finds out nothing about a master token that can be guessed, while a random one goes on", async () => {
    const short = door();
    await guess(short.ask);
    expect((await short.ask("GET", RUNS, bearer(API_TOKEN))).status).toBe(429);
    const random = door({ apiToken: `recado_${"r".repeat(32)}` });
    await guess(random.ask);
    expect((await random.ask("GET", RUNS, bearer(`recado_${"r".repeat(32)}`))).status).toBe(200);
  });

  test("keeps no neighbour out: a token, a cookie and a link that this process has not seen are looked up", async () => {
    const { ask, codes } = door();
    const { token } = await tokenOf("viewer");
    const elsewhere = await door().signIn((await tokenOf("viewer")).token);
    await guess(ask);
    expect((await ask("GET", RUNS, bearer(token))).status).toBe(200);
    expect((await ask("GET", RUNS, { cookie: elsewhere.cookie })).status).toBe(200);
    expect((await ask("GET", `/studio/sign-in?code=${codes.issue()}`)).headers.get("location")).toBe("/studio/");
  });

  test("meets the limit with cookies and with the verify token of the handshake too", async () => {
    const { ask } = door();
    const cookies: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      cookies.push((await ask("GET", RUNS, { cookie: `recado_session=${String(n).padStart(43, "c")}` })).status);
    }
    expect(cookies).toEqual([...Array(20).fill(401), 429]);

    const handshake = async (verifyToken: string) =>
      (
        await other.ask(
          "GET",
          `${WEBHOOK}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${encodeURIComponent(verifyToken)}`,
        )
      ).status;
    const other = door();
    const verified: number[] = [];
    for (let n = 0; n < 21; n += 1) verified.push(await handshake(`guess-${n}`));
    expect(verified).toEqual([...Array(20).fill(403), 429]);
    expect(await handshake(VERIFY_TOKEN)).toBe(429);
  });

  test("with the same wrong one again has not guessed again, and asks the database nothing", async () => {
    const { ask } = door();
    for (let n = 0; n < 40; n += 1) expect((await ask("GET", RUNS, bearer(wrongToken(0)))).status).toBe(401);
    expect((await ask("GET", RUNS, bearer(API_TOKEN))).status).toBe(200);
  });

  test("is counted and in the log, without the address and without what was tried", async () => {
    const { ask, logged } = door();
    await guess(ask);
    await ask("GET", RUNS, bearer(wrongToken(21)));
    const warnings = logged.filter(({ level }) => level === "warn");
    expect(warnings.map(({ message }) => message)).toEqual([
      ...Array(20).fill("a sign-in failed"),
      "an address has guessed too often and is held off",
    ]);
    expect(JSON.stringify(warnings)).not.toContain("rec_");
    expect(await (await ask("GET", "/metrics")).text()).toContain('recado_sign_in_failures_total{shown="token"} 21');
  });
});

describe("a link for one person", () => {
  test("holds its secret where no server and no preview reads it, signs one browser in, once, and is made by an owner alone", async () => {
    const { ask } = door();
    const owner = await tokenOf("owner");
    await database.accessAdmin.putMember(
      DEFAULT_WORKSPACE,
      { userId: "pilar", role: "operator", name: "Pilar" },
      "ana",
    );
    const link = (userId: string, token: string) =>
      ask("POST", `/internal/agent/members/${userId}/sign-in-link`, bearer(token));
    const made = await link("pilar", owner.token);
    expect(made.status).toBe(201);
    const { path, expiresAt } = z.object({ path: z.string(), expiresAt: z.coerce.date() }).parse(await made.json());
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const [before, secret = ""] = path.split("#in=");
    expect(before).toBe("/studio/");
    expect(secret.length).toBeGreaterThan(20);
    const enter = () => ask("POST", "/studio/session", OWN_PAGE, { link: secret });
    expect((await enter()).status).toBe(204);
    expect((await enter()).status).toBe(401);
    expect((await link("nobody-here", owner.token)).status).toBe(404);
    expect((await link("pilar", (await tokenOf("operator")).token)).status).toBe(403);
  });
});
