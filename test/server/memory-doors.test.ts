import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { ROLES } from "../../src/core/operations/principal.ts";
import { enqueueRequest, inbound, newWorkerId, type SHOP_NUMBER } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/**
 * Another person's facts are read by no role (requirement R14): every route that reads, from the OpenAPI document, is asked about each
 * person by each role of both workspaces. What a person said bears their mark; an answer about one holds no other's.
 */
const OTHER = "other" as WorkspaceId;
const Routes = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

interface Person {
  readonly workspace: string;
  readonly mark: string;
  readonly contacts: string;
  readonly conversations: string;
}

let database: TestDatabase;
const people: Person[] = [];
const tokens: Record<string, Record<string, string>> = {};
let paths: string[];
let read: (path: string, token: string) => Promise<{ status: number; text: string }>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { accessAdmin, signIn, store } = database;
  await accessAdmin.createWorkspace({ id: OTHER, name: "Other" }, "test");
  await accessAdmin.assignNumber({ id: "999" as typeof SHOP_NUMBER, workspaceId: OTHER, agentId: "somnio" }, "test");
  const said = [0, 1, 2, 3, 4, 5].map((n) => {
    const ofOther = n % 2 === 0 ? {} : { phoneNumberId: "999" as typeof SHOP_NUMBER };
    return inbound("hola", { phone: `57300000001${n}`, ...ofOther });
  });
  await store.mailbox.enqueue(enqueueRequest(said));
  const { turns } = await store.mailbox.claim({ worker: newWorkerId(), leaseMs: 1, freeSlots: 9 });
  for (const [n, turn] of turns.entries()) {
    const { workspaceId: workspace, conversationId } = turn.lease;
    const mark = `zz${n}zz`;
    people.push({ workspace, mark, contacts: turn.contact.id, conversations: conversationId });
    for (const key of ["display_name", "likes", "note"]) {
      await database.rows(
        `insert into contact_facts (workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind,
           confidence, sensitivity, valid_from)
         values ($1, $2, gen_random_uuid(), 'self', $3, $4, $4, $4, recado_now(), 'stated', 85, 'plain', recado_now())`,
        [workspace, turn.contact.id, key, `${key} ${mark}`],
      );
    }
  }
  for (const workspace of [DEFAULT_WORKSPACE, OTHER]) {
    const of: Record<string, string> = {};
    for (const role of ROLES) {
      const asked = { name: `a ${role}`, holder: { role }, scopes: null, lifeDays: null, by: "test" };
      of[role] = (await accessAdmin.createToken(workspace, asked))?.token ?? "";
    }
    tokens[workspace] = of;
  }
  const { app } = openDoor({
    parts: {
      ...{ store, signIn, accessAdmin, learningAdmin: database.learningAdmin, failedWebhooks: database.failedWebhooks },
      ...{ templates: database.templates, readFirstAnswer: database.readFirstAnswer, feed: database.feed },
      desk: database.desk,
    },
  });
  const document = Routes.parse(await (await app.request("/openapi.json")).json());
  paths = Object.entries(document.paths)
    .filter(([path, methods]) => path.startsWith("/internal/agent/") && methods["get"] !== undefined)
    .map(([path]) => path);
  read = async (path, token) => {
    const stop = new AbortController();
    const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const text = isStream ? "" : await answer.text();
    stop.abort();
    if (isStream) await answer.body?.cancel().catch(() => {});
    return { status: answer.status, text };
  };
});
afterAll(() => database.drop());

const marksIn = (text: string) => [...new Set(text.match(/zz\dzz/gu) ?? [])];

test("what is asked about one person holds no other's facts, and nothing of a person of another workspace", async () => {
  const ofOne = paths.filter((path) => /\/(?:contacts|conversations)\/\{id\}/u.test(path));
  expect(ofOne.length).toBeGreaterThan(5);
  let found = 0;
  for (const path of ofOne) {
    const part = path.includes("/contacts/") ? "contacts" : "conversations";
    for (const one of people) {
      for (const [workspace, of] of Object.entries(tokens)) {
        for (const role of ROLES) {
          const asked = path.replace("{id}", one[part]).replace(/\{\w+\}/gu, "nombre");
          const { status, text } = await read(asked, of[role] ?? "");
          const marks = marksIn(text);
          const isTheirs = workspace === one.workspace;
          expect([path, role, marks.filter((mark) => !isTheirs || mark !== one.mark)]).toEqual([path, role, []]);
          if (!isTheirs) expect([path, role, status === 404 || status === 403]).toEqual([path, role, true]);
          found += marks.length;
        }
      }
    }
  }
  // The tab of the Studio and the export do show a person's own.
  expect(found).toBeGreaterThan(people.length);
});

test("no list of a workspace holds a fact of another", async () => {
  for (const path of paths.filter((one) => !one.includes("{"))) {
    for (const [workspace, of] of Object.entries(tokens)) {
      for (const role of ROLES) {
        const { text } = await read(`${path}?q=zz&text=zz&contact=573000000010`, of[role] ?? "");
        const foreign = people.filter((one) => one.workspace !== workspace).map(({ mark }) => mark);
        expect([path, role, marksIn(text).filter((mark) => foreign.includes(mark))]).toEqual([path, role, []]);
      }
    }
  }
});
