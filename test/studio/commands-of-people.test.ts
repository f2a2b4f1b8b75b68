import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const SCOUT = fileURLToPath(new URL("agents/scout-agent.js", import.meta.url));
const ANA = "573001112801";

let studio: OpenStudio;
let conversation: string;

beforeAll(async () => {
  studio = await openStudio({ RECADO_AGENT: SCOUT });
  await studio.database.rows("update workspace_agent_config set conversational_agent_id = 'somnio'");
  await studio.says(ANA, "hola");
  await eventually("she was answered", () => studio.heard(ANA).length > 0);
  const [row] = await studio.database.rows("select id::text from conversations");
  conversation = String(row?.["id"]);
});
afterAll(() => studio?.close());

test("a person decides the intent of a turn, says why, and the conversation and the run show both", async () => {
  const { page, database } = studio;
  await studio.open(`/conversations/${conversation}`);
  await page.getByRole("button", { name: "Decidir la intención" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Decidir" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Intención").selectOption("precio");
  await dialog.getByLabel("Nota (opcional)").fill("preguntó por la foto");
  expect(await studio.faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Decidir" }).click();
  await dialog.waitFor({ state: "detached" });
  await eventually("the price is said", () => studio.heard(ANA).join("\n").includes("79.900"));
  const decided = page.getByText(/decidió la intención precio/);
  await decided.waitFor();
  await page.getByText("preguntó por la foto").waitFor();
  // The agent answers, not the person.
  expect(await page.locator('#screen :text-is("Persona"):not([role="tab"], [role="tab"] *)').count()).toBe(0);
  expect(await studio.faults()).toEqual([]);

  const [line] = await database.rows(
    "select run_id::text as run, detail from audit_log where action = 'intent.forced'",
  );
  expect(line).toMatchObject({ detail: { intent: "precio" } });
  await studio.open(`/runs/${line?.["run"]}`);
  await page.getByText(/decidió la intención precio/).waitFor();
  await page.getByText("preguntó por la foto").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a viewer decides no intent, and where a person answers, no intent is decided", async () => {
  const { page } = studio;
  const button = page.getByRole("button", { name: "Decidir la intención" });
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/conversations/${conversation}`);
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await studio.signIn(API_TOKEN);
  await studio.open(`/conversations/${conversation}`);
  await page.getByRole("button", { name: "Tomar la conversación" }).click();
  await page.getByRole("button", { name: "Devolver al bot" }).waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Devolver al bot" }).click();
  await page.getByRole("button", { name: "Tomar la conversación" }).waitFor();
});

test("in the sandbox an intent is decided too", async () => {
  const { page } = studio;
  await page.addInitScript('localStorage.setItem("recado.sandbox.agent", "somnio")');
  await studio.open("/sandbox");
  await page.getByRole("tab", { name: "Config" }).click();
  await page.getByRole("slider").fill("0");
  await page.getByLabel("Intención").selectOption("precio");
  await page.getByRole("button", { name: "Decidir", exact: true }).click();
  await page.getByRole("log").getByText("Intención forzada: precio").waitFor();
  await page
    .getByRole("log")
    .getByText(/79\.900/)
    .waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a run that goes on shows its parts and what it read, and is called off there", async () => {
  const { page, database } = studio;
  await database.rows("update workspace_agent_config set conversational_agent_id = 'scout'");
  const other = "573001112802";
  await studio.says(other, "revise");
  const waits = "select run_id::text as run from run_segments where number = 2 and ended_at is null";
  await eventually("its second part waits", async () => (await database.rows(waits)).length === 1);
  const [{ run } = { run: "" }] = await database.rows(waits);
  await studio.open(`/runs/${run}`);
  const parts = page.locator("section", { has: page.getByRole("heading", { name: "Partes" }) });
  await parts.getByText("shelf.first").waitFor();
  await parts.getByText("shelf.second").waitFor();
  await parts.getByText(/sigue en/).waitFor();
  await page.getByRole("heading", { name: "Consultas" }).waitFor();
  await page.getByText("shelf.count", { exact: true }).first().waitFor();
  expect(await studio.faults()).toEqual([]);

  const cancel = page.getByRole("button", { name: "Detener" });
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/runs/${run}`);
  await cancel.waitFor();
  expect(await cancel.isDisabled()).toBe(true);
  await studio.signIn(API_TOKEN);
  await studio.open(`/runs/${run}`);
  await cancel.click();
  await page.getByRole("dialog").getByRole("button", { name: "Detener" }).click();
  await page.getByText("La detuvo una persona de la tienda").first().waitFor();
  await cancel.waitFor({ state: "detached" });
  expect(await studio.faults()).toEqual([]);
});
