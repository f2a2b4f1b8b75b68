import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { API_TOKEN, textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { hostile } from "./agents/hostile-agent.js";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const AGENT = fileURLToPath(new URL("agents/hostile-agent.js", import.meta.url));
const TALKS = "573001112401";
const ASKS = "573001112402";
const LEAVES = "573001112404";
const FAILS = "573001112403";

/** Elements that only a stranger's markup could leave in a page. */
const PLANTED =
  'img[src="x"], iframe, body script:not([src]), [onload], [onerror], [onfocus], [ontoggle], [href^="javascript:" i]';

/** The places where a text comes in from outside; each must be seen on a screen. */
const PLACES = [
  ...["contact name", "customer", "caption", "file name", "button", "emoji", "captured"],
  ...["answer", "intent", "alternative", "reasoning", "why", "task title", "task note", "handoff", "reason", "error"],
  ...["operator", "takeover note", "reply", "note", "agent name", "agent description", "sandbox", "saved"],
];

let studio: OpenStudio;
const complaints: string[] = [];

beforeAll(async () => {
  studio = await openStudio({ RECADO_AGENT: AGENT });
  const { page } = studio;
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A script that runs reports itself, also when the page is left at once.
  await page.addInitScript('Object.defineProperty(window, "ran", { set: (n) => console.error("ran: " + n) })');
});
afterAll(() => studio?.close());

test("what strangers, agents and colleagues wrote is shown as they wrote it, on every screen, and none of it runs", async () => {
  const { page, database } = studio;
  await fillThroughItsDoors();
  const conversations = await database.rows("select id::text from conversations order by created_at");
  const runs = await database.rows("select id::text from agent_runs");
  const seen = new Set<string>();
  const visit = async (path: string, steps: () => Promise<unknown> = async () => {}) => {
    await studio.open(path);
    await page.locator("#screen").waitFor();
    await settled();
    await look();
    await steps();
    await look();
  };
  const settled = async () => {
    await page.locator("#screen *").first().waitFor();
    await page.locator('#screen [aria-busy="true"]').first().waitFor({ state: "detached" });
  };
  const look = async () => {
    const found = Page.parse(await page.evaluate(READ_PAGE));
    expect(found.planted).toEqual([]);
    for (const [, place] of found.text.matchAll(/«([^»<]+)»/g)) if (place !== undefined) seen.add(place);
  };
  const pressAll =
    (name: RegExp | string, role: "button" | "tab" = "button", most = 8) =>
    async () => {
      const found = page.getByRole(role, { name });
      for (let at = 0; at < Math.min(most, await found.count()); at += 1) {
        await found.nth(at).click();
        await settled();
        await look();
      }
    };
  await visit("/inbox");
  for (const { id } of conversations) await visit(`/conversations/${id}`, pressAll("Por qué", "button", 2));
  for (const { id } of runs) await visit(`/runs/${id}`, pressAll(/^(recibir|decidir|actuar|responder)/, "button", 4));
  await visit("/runs");
  await visit("/confirmations", pressAll(/./, "tab"));
  await visit("/timers", pressAll(/./, "tab"));
  await visit("/knowledge", pressAll(/./, "tab"));
  await visit("/metrics");
  await visit("/agents/hostile", pressAll(/./, "tab"));
  await visit(`/agents/${encodeURIComponent(hostile("address", 200))}`);
  await visit(`/runs/${encodeURIComponent(hostile("address", 200))}`);
  await visit("/sandbox", async () => {
    await page.getByRole("tab", { name: "Config" }).click();
    await page.getByRole("slider").fill("0");
    await page.getByRole("textbox", { name: "Escriba como cliente…" }).fill(hostile("sandbox"));
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("«sandbox»").waitFor();
    await look();
    await page.getByRole("button", { name: "Nueva", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Agente").selectOption("hostile");
    await page.getByRole("dialog").getByRole("button", { name: "Empezar" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "Escriba como cliente…" }).fill(hostile("leaves"));
    await page.keyboard.press("Enter");
    const waits = page.getByRole("region", { name: "Espera un sí" });
    await waits.getByText("«reason»").first().waitFor();
    expect((await studio.faults()).filter((words) => !words.includes("404"))).toEqual([]);
    await pressAll(/./, "tab")();
    await waits.getByRole("button", { name: "Rechazar" }).click();
    await waits.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(hostile("saved", 80));
    await page.getByRole("dialog").getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Abrir", exact: true }).first().click();
    await page.getByText("«saved»").last().waitFor();
  });
  await database.store.agentConfigs.change(DEFAULT_WORKSPACE, { crmAgentsEnabled: false }, "prueba");
  await visit("/agents/hostile?tab=tools", () => page.getByText(/Ahora no: en los ajustes/).waitFor());
  await visit("/replay");
  expect(PLACES.filter((place) => !seen.has(place))).toEqual([]);
  // Two addresses named nothing.
  expect(complaints.filter((words) => !words.includes("404"))).toEqual([]);
}, 120_000);

const Page = z.object({ text: z.string(), planted: z.array(z.string()) });
const READ_PAGE = `({
  text: document.body.textContent + [...document.querySelectorAll("input, textarea")].map((field) => field.value).join(" "),
  planted: [...document.querySelectorAll(${JSON.stringify(PLANTED)})].map((element) => element.outerHTML.slice(0, 200)),
})`;

/** Nothing is put into a table: what the doors refuse or cut, no screen will show. */
async function fillThroughItsDoors(): Promise<void> {
  const { database } = studio;
  const said = (phone: string, wamid: string, message: object) => {
    const body = structuredClone(textWebhook(phone, wamid, "")) as Delivery;
    const value = body.entry[0].changes[0].value;
    value.contacts[0].profile.name = hostile("contact name", 300);
    value.messages[0] = { from: phone, id: wamid, timestamp: String(Math.floor(Date.now() / 1000)), ...message };
    return studio.deliver(body);
  };
  await said(TALKS, "wamid.h1", { type: "text", text: { body: hostile("customer") } });
  await said(ASKS, "wamid.h2", { type: "text", text: { body: `${hostile("asks")}` } });
  await said(FAILS, "wamid.h3", { type: "text", text: { body: `${hostile("fails")}` } });
  await said(LEAVES, "wamid.h7", { type: "text", text: { body: hostile("leaves") } });
  await eventually("answered", () => studio.heard(TALKS).length > 0);
  const document = {
    id: "1",
    mime_type: "text/html",
    filename: hostile("file name", 200),
    caption: hostile("caption", 900),
  };
  await said(TALKS, "wamid.h4", { type: "document", document });
  await said(TALKS, "wamid.h5", { type: "button", button: { payload: "p", text: hostile("button", 200) } });
  await said(TALKS, "wamid.h6", {
    type: "reaction",
    reaction: { message_id: "wamid.h1", emoji: hostile("emoji", 60) },
  });
  await eventually("all is decided", async () => {
    const waiting = await database.rows("select from agent_runs where status in ('queued', 'running')");
    return waiting.length === 0;
  });
  const [talk] = await database.rows(
    "select c.id::text from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
    [TALKS],
  );
  const path = `/internal/agent/conversations/${talk?.["id"]}`;
  const actor = hostile("operator", 200);
  await studio.command(API_TOKEN, `${path}/takeover`, { actor, note: hostile("takeover note", 1_000) });
  await studio.command(API_TOKEN, `${path}/messages`, {
    actor,
    idempotencyKey: "h1",
    text: withoutHoles(hostile("reply", 900)),
  });
  await studio.command(API_TOKEN, `${path}/notes`, { actor, idempotencyKey: "h2", text: hostile("note") });
  await eventually("a yes is waited for", async () => (await database.rows("select from confirmations")).length > 0);
}

/** A reply with an unfilled hole is refused at the door. */
function withoutHoles(text: string): string {
  return text.replaceAll("{{", "{ {");
}

interface Delivery {
  entry: [{ changes: [{ value: { contacts: [{ profile: { name: string } }]; messages: object[] } }] }];
}
