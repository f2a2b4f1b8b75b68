import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";

/** What a review of the Studio found, each as a person meets it. */
const ANA = "573001112711";
const LUIS = "573001112712";
const CLERK = fileURLToPath(new URL("agents/clerk-agent.js", import.meta.url));

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio({ RECADO_AGENT: CLERK });
  await studio.says(ANA, "hola");
  await eventually("it was answered", () => studio.heard(ANA).length > 0);
});
afterAll(() => studio?.close());

const conversationOf = async (phone: string): Promise<string> => {
  const [found] = await studio.database.rows(
    "select c.id::text from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1",
    [phone],
  );
  return String(found?.["id"]);
};

test("a phone that a customer told is covered among what is known, in the quotation too, until a person asks to see it", async () => {
  const { page, database } = studio;
  const id = await conversationOf(ANA);
  const quote = "mi cel es 301 555 0142, Calle 45 # 12-30";
  await database.rows(`update agent_turns set content = $2 where conversation_id = $1 and role = 'user'`, [id, quote]);
  await database.rows(
    `update session_state set datos_capturados = '{"telefono": "573015550142", "direccion": "Calle 45 # 12-30"}'
     where session_id in (select id from agent_sessions where conversation_id = $1)`,
    [id],
  );
  await studio.open(`/knowledge?conversation=${id}`);
  await page.getByText("+57 ••• ••• 0142").waitFor();
  await page.getByText("Calle 45 # 12-30").first().waitFor();
  const shown = async () => (await page.locator("#screen").textContent()) ?? "";
  expect((await shown()).replace(/\D/g, "")).not.toContain("3015550142");
  expect(await studio.faults()).toEqual([]);
  await page
    .getByRole("listitem")
    .filter({ hasText: "••• 0142" })
    .getByRole("button", { name: "Mostrar" })
    .first()
    .click();
  await page.getByText("573015550142").waitFor();
  await studio.open(`/conversations/${id}`);
  await page.getByRole("button", { name: "Detalles" }).first().click();
  await page.getByText("+57 ••• ••• 0142").last().waitFor();
});

test("a sandbox with the real CRM is no row of the inbox before something was done in it, and then a marked one", async () => {
  const { page } = studio;
  await page.addInitScript('localStorage.setItem("recado.sandbox.agent", "clerk")');
  await studio.open("/sandbox");
  await page.getByRole("tab", { name: "Config" }).click();
  await page.getByRole("slider").fill("0");
  await page.getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("alert").getByText("CRM real").waitFor();
  await studio.open("/inbox");
  const row = page.getByRole("link", { name: /Sandbox ·/ });
  await page.getByRole("link", { name: /Marta/ }).first().waitFor();
  expect(await row.count()).toBe(0);
  await studio.open("/sandbox");
  await page.getByRole("textbox", { name: "Escriba como cliente…" }).fill("anote esto");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("Anotado.").waitFor();
  await studio.open("/inbox");
  await row.getByText("Prueba", { exact: true }).waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("the wait for a person's yes is not told as the time of the answer, nor the yes as a message", async () => {
  const { page, database } = studio;
  await askForAYes(studio, ANA);
  await studio.says(ANA, "anule 01a215b4-8bf8-7fa3-b9a5-19bbdca63dba");
  // The agent asks the customer about this message as well: that question is no matter of the shop's.
  const pending = () =>
    database.rows(
      "select run_id::text as run, arguments_hash as hash from confirmations where status = 'pending' and audience = 'operator'",
    );
  await eventually("it is asked", async () => (await pending()).length === 1);
  const [asked] = await pending();
  await database.rows(
    "update agent_runs set created_at = created_at - interval '41 min', started_at = started_at - interval '41 min' where id = $1",
    [asked?.["run"]],
  );
  await studio.command(await studio.tokenOf("owner"), `/internal/agent/runs/${asked?.["run"]}/confirm`, {
    ...{ decision: "deny", argumentsHash: asked?.["hash"], actor: "camila" },
  });
  await studio.open(`/conversations/${await conversationOf(ANA)}`);
  await page.getByText("anule 01a215b4").first().waitFor();
  await eventually("it has ended", async () => {
    const rows = await database.rows("select status from agent_runs where id = $1 and ended_at is not null", [
      asked?.["run"],
    ]);
    return rows.length === 1;
  });
  const story = page.getByRole("list", { name: "Historia" });
  await story
    .getByText(/decidi/i)
    .first()
    .waitFor();
  expect(await story.textContent()).not.toMatch(/41 min|2 mensajes, una sola respuesta/);
});

test("tries that failed stand before the steps of the last one, which have a scale of their own", async () => {
  const { page, database } = studio;
  await studio.says(LUIS, "tropiece");
  const dead = () => database.rows("select id::text from agent_runs where status = 'dead_letter'");
  await eventually("it failed for good", async () => (await dead()).length === 1);
  await studio.open(`/runs/${(await dead())[0]?.["id"]}`);
  await page.getByText("2 intentos anteriores").waitFor();
  const places = await page
    .getByRole("listitem")
    .filter({ hasText: /^(recibir|entender|recordar)/ })
    .locator("[style*=left]")
    .evaluateAll((bars) => bars.map((bar) => Number.parseFloat((bar as unknown as Drawn).style.left)));
  expect(places.length).toBeGreaterThan(0);
  expect(Math.min(...places)).toBeLessThan(50);
  expect(await studio.faults()).toEqual([]);
});

test("the time of day is written as Colombians write it", async () => {
  const { page, database } = studio;
  const at = new Date();
  at.setDate(at.getDate() - 1);
  at.setHours(16, 12, 0, 0);
  const id = await conversationOf(ANA);
  await database.rows(
    "update agent_events set occurred_at = $2 where conversation_id = $1 and input_type = 'message'",
    [...[id, at.toISOString()]],
  );
  await studio.open(`/conversations/${id}`);
  await page
    .getByText(/^4:12\sp\.\sm\.$/)
    .first()
    .waitFor();
  expect(await page.getByText(/^0\d:\d\d/).count()).toBe(0);
});

test.each([
  ["a wide screen", 1280],
  ["a phone", 390],
])("on %s each card of the tour outlines what it tells of, and covers neither that nor a row", async (_, width) => {
  const page = await studio.stranger({ theme: "light", language: "es-CO", width });
  await enterAsOwner(page);
  const card = page.getByRole("complementary", { name: "Recorrido" });
  for (const [step, part] of ["inbox", "sandbox", "confirmations"].entries()) {
    await card.getByText(`${step + 1} de 4`).waitFor();
    const pointed = page.locator("[data-pointed-at]:visible");
    // A phone keeps the sandbox under "Más".
    if (width < 768 && part === "sandbox") expect(await pointed.count()).toBe(0);
    else {
      await expect.poll(() => pointed.getAttribute("href")).toBe(`/studio/${part}`);
      const drawn = "getComputedStyle(document.querySelector('[data-pointed-at]')).outlineStyle";
      expect(await page.evaluate(drawn)).toBe("solid");
      await pointed.click({ trial: true });
    }
    await card.getByRole("button", { name: "Siguiente" }).click();
  }
  await card.getByRole("button", { name: "Empezar" }).click();
  expect(await page.locator("[data-pointed-at]").count()).toBe(0);
  await page.context().close();
});

test("with three sandboxes side by side the head of each stays in view, whatever has the focus", async () => {
  const { page } = studio;
  await page.setViewportSize({ width: 1440, height: 900 });
  await studio.open("/sandbox");
  for (let panels = 1; panels < 3; panels += 1) {
    await page.getByRole("button", { name: "Otra al lado" }).click();
    const dialog = page.getByRole("dialog");
    if (await dialog.isVisible()) await dialog.getByRole("button").last().click();
    await eventually("it opened", async () => (await page.getByRole("log").count()) === panels + 1);
  }
  for (const name of ["Estado", "Config"]) {
    await page.getByRole("tab", { name }).last().click();
    const controls = page.getByRole("tabpanel").last().locator("button, input, textarea, select");
    await controls.first().waitFor();
    await controls.last().focus();
    await controls.last().scrollIntoViewIfNeeded();
    const heads = await page.locator("#screen section > header").evaluateAll((all) =>
      (all as unknown as Placed[]).map((head) => ({
        inView: head.getBoundingClientRect().top >= head.parentElement.getBoundingClientRect().top,
        scrolled: head.parentElement.scrollTop,
      })),
    );
    expect(heads).toHaveLength(3);
    expect(heads.every(({ inView, scrolled }) => inView && scrolled === 0)).toBe(true);
  }
});

/** The parts that we read of the browser's elements, whose types this project does not carry. */
interface Drawn {
  readonly style: { readonly left: string };
}
interface Placed {
  getBoundingClientRect(): { readonly top: number };
  readonly parentElement: Placed & { readonly scrollTop: number };
}
