import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { API_TOKEN, postWebhook, textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { type Build, sharedBrowser } from "./browser.ts";
import { startHosted } from "./hosted-app.ts";

const Violations = z.array(z.string());

/** A small phone, a tablet and a desk. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

/** Parts that scroll sideways, once the page has found its new size: the page, or a part that should only scroll up and down. */
const BESIDE = `new Promise((resolve) => {
  const look = (frames) => {
    const found = [document.scrollingElement, ...document.querySelectorAll(".overflow-y-auto")]
      .filter((part) => part.scrollWidth > Math.min(part.clientWidth, innerWidth))
      .map((part) => innerWidth + " px: " + part.tagName + "." + part.className + " has " + part.scrollWidth + " px");
    if (found.length === 0 || frames === 0) resolve(found);
    else requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(60));
})`;

/** A shop with its Studio in a real browser, on a database of its own. */
export interface OpenStudio {
  readonly database: TestDatabase;
  readonly page: Page;
  /** Where the server listens. */
  readonly url: string;
  /** Opens a screen by its address below `/studio`. */
  open(path: string): Promise<void>;
  /** Signs the browser in as another person; it begins as the owner. */
  signIn(token: string): Promise<void>;
  /** A new token of a person with this role. */
  tokenOf(role: Role): Promise<string>;
  /** Sends a command as a program of the shop; the answer's body. */
  command(token: string, path: string, body: unknown): Promise<unknown>;
  /** A customer writes through the signed webhook. */
  says(phone: string, text: string): Promise<void>;
  /** Delivers any webhook body, signed. */
  deliver(body: unknown): Promise<void>;
  /** The texts that reached a customer, in order. */
  heard(phone: string): string[];
  /** The message that a text to a customer quoted. */
  quotes(phone: string, text: string): string | null;
  /** What WhatsApp keeps under a media id: a customer's file that a webhook names, or one that the shop uploaded. */
  readonly files: Map<string, Buffer>;
  /** The templates of the shop's account at WhatsApp, in Graph's own words. */
  readonly templates: GraphServer["templates"];
  readonly loseTemplates: GraphServer["loseTemplates"];
  /** Kills the server at once; `restart` brings it back at the same address. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the server and starts it at the same address in another environment. */
  restartWith(env: Record<string, string>): Promise<void>;
  /** A page without a sign-in, as a new person sees it. */
  stranger(look: { theme: "light" | "dark"; language: string; width?: number }): Promise<Page>;
  /** Serious findings of axe in the whole page, and errors of its console. */
  faults(of?: Page): Promise<string[]>;
  /** What scrolls sideways at the three sizes. `at` is done at each of them. */
  beside(of?: Page, at?: (width: number) => Promise<unknown>): Promise<string[]>;
  /** The faults of the page as it stands, in both themes, and what scrolls sideways. */
  faultsInEachLook(of?: Page): Promise<string[]>;
  close(): Promise<void>;
}

/** `fill` writes into the database before the shop opens. */
export async function openStudio(
  env: Record<string, string> = {},
  fill: (database: TestDatabase) => Promise<void> = async () => {},
  build: Build = "headless",
): Promise<OpenStudio> {
  const database = await createTestDatabase();
  await fill(database);
  const graph: GraphServer = await openGraphServer();
  const start = (more: Record<string, string> = {}) =>
    startHosted({ databaseUrl: database.url, graphUrl: graph.url, env: { ...env, ...more } });
  let recado = await start();
  const { url } = recado;
  const browser = await sharedBrowser(build);
  const context = await browser.newContext({ locale: "es-CO", viewport: { width: 1280, height: 800 } });
  const contexts: BrowserContext[] = [context];
  // The people of the shop have seen the tour. The workshop has every screen and every detail; a test of another face
  // chooses it.
  await context.addInitScript(`
    localStorage.setItem("recado.tour", "done");
    for (const [name, value] of [["face", "workshop"], ["technical", "shown"]])
      localStorage.getItem("recado." + name) ?? localStorage.setItem("recado." + name, value);
  `);
  const signIn = async (token: string) => {
    const data = { data: { token }, headers: { "x-recado-csrf": "1", origin: url } };
    expect((await context.request.post(`${url}/studio/session`, data)).status()).toBe(204);
  };
  await signIn(API_TOKEN);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const heed = (one: Page) => {
    one.on("pageerror", (error) => complaints.push(error.message));
    one.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
    });
  };
  heed(page);
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const faults = async (of: Page = page): Promise<string[]> => {
    if ((await of.evaluate("typeof axe")) === "undefined") await of.evaluate(axe);
    // Parts that fade in are judged when they are there.
    await of.evaluate(
      `Promise.all(document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined))).then(() => true)`,
    );
    const found = await of.evaluate(
      `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 160)).join(" | ")))`,
    );
    return [...Violations.parse(found), ...complaints.splice(0)];
  };
  const beside: OpenStudio["beside"] = async (of = page, at = async () => {}) => {
    const before = of.viewportSize();
    const found: string[] = [];
    for (const size of SIZES) {
      await of.setViewportSize(size);
      found.push(...Violations.parse(await of.evaluate(BESIDE)));
      await at(size.width);
    }
    if (before !== null) await of.setViewportSize(before);
    return found;
  };
  let messages = 0;
  return {
    database,
    page,
    url,
    signIn,
    async tokenOf(role) {
      const made = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
        ...{ name: `${role} de prueba`, holder: { role }, scopes: null, lifeDays: 1, by: "prueba" },
      });
      return String(made?.token);
    },
    async command(token, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const said = await answer.text();
      expect(answer.status, said).toBeLessThan(300);
      return said === "" ? null : JSON.parse(said);
    },
    open: async (path) => void (await page.goto(`${url}/studio${path}`)),
    async says(phone, text) {
      messages += 1;
      expect(await postWebhook(url, textWebhook(phone, `wamid.studio${phone}${messages}`, text))).toBe(200);
    },
    deliver: async (body) => expect(await postWebhook(url, body)).toBe(200),
    heard: (phone) => graph.ledger.filter(({ to }) => to === phone).map(({ text }) => text),
    quotes: (phone, text) => graph.ledger.findLast((line) => line.to === phone && line.text === text)?.replyTo ?? null,
    files: graph.files,
    templates: graph.templates,
    loseTemplates: graph.loseTemplates,
    kill: () => recado.kill(),
    async restart() {
      recado = await start({ PORT: new URL(url).port });
    },
    async restartWith(more) {
      await recado.stop();
      recado = await start({ ...more, PORT: new URL(url).port });
    },
    async stranger({ theme, language, width = 1280 }) {
      const own = await browser.newContext({
        locale: language,
        colorScheme: theme,
        viewport: { width, height: 800 },
        baseURL: url,
      });
      contexts.push(own);
      const opened = await own.newPage();
      opened.setDefaultTimeout(20_000);
      heed(opened);
      return opened;
    },
    faults,
    beside,
    async faultsInEachLook(of = page) {
      const found: string[] = [];
      for (const colorScheme of ["dark", "light"] as const) {
        await of.emulateMedia({ colorScheme });
        found.push(...(await faults(of)));
      }
      return [...found, ...(await beside(of))];
    },
    async close() {
      await Promise.all(contexts.map((one) => one.close()));
      await recado.stop();
      await graph.close();
      await database.drop();
    },
  };
}

/** Signs in as the owner, by the form. Who leaves the page before the form is gone has not signed in. */
export async function enterAsOwner(page: Page): Promise<void> {
  await page.goto("/studio/");
  const form = page.locator("input[name=token]");
  await form.fill(API_TOKEN);
  await page.keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
}

/** Waits until the sale of a customer stands in this mode, and nothing is under way. */
export const settledIn = (studio: OpenStudio, phone: string, mode: string) =>
  eventually(`${phone} stands in ${mode}`, async () => {
    const rows = await studio.database.rows(
      `select from agent_sessions s join contact_aliases a on a.contact_id = s.contact_id
       join conversations c on c.id = s.conversation_id
       where a.value = $1 and s.current_mode = $2 and c.run_at is null`,
      [phone, mode],
    );
    return rows.length > 0;
  });
