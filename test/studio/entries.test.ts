import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** The shop's people answer what customers ask, and see at once that the agent says it. */
const ANA = "573001113101";
const LUIS = "573001113102";
const SARA = "573001113103";

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "reparan bicicletas de carreras");
  await eventually("she was answered", () => studio.heard(ANA).length > 0);
});
afterAll(() => studio?.close());

const answers = () => studio.page.getByRole("list", { name: "Respuestas de la tienda" }).getByRole("listitem");

test("a question that nobody answered is one click from its answer, which the next customer reads", async () => {
  const { page } = studio;
  await studio.open("/knowledge?tab=unanswered");
  const question = page.getByRole("listitem").filter({ hasText: "bicicleta" });
  await question.getByRole("link", { name: "Responder" }).click();
  const dialog = page.getByRole("dialog", { name: "Nueva respuesta" });
  expect(await dialog.getByLabel("Preguntas de los clientes").inputValue()).toContain("bicicleta");
  expect(await studio.faults()).toEqual([]);
  await dialog.getByLabel("Título").fill("Bicicletas");
  await dialog.getByLabel("Respuesta", { exact: true }).fill("No reparamos bicicletas, solo vendemos frascos.");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await dialog.waitFor({ state: "detached" });
  await answers().filter({ hasText: "Bicicletas" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await studio.says(LUIS, "¿reparan bicicletas de carreras?");
  await eventually("he reads it", () => studio.heard(LUIS).join().includes("No reparamos bicicletas"));
});

test("a trial says what the agent would find; an answer is changed, and what another person changed is not lost", async () => {
  const { page, database } = studio;
  await studio.open("/knowledge?tab=entries");
  await page.getByRole("searchbox", { name: "Pregunte como un cliente" }).fill("¿reparan bicicletas?");
  await page.getByRole("button", { name: "Probar" }).click();
  await page
    .getByRole("list", { name: "Lo que encontraría el agente" })
    .getByRole("listitem")
    .filter({ hasText: "Bicicletas" })
    .waitFor();
  await page.getByRole("button", { name: "Cambiar: Bicicletas" }).click();
  const dialog = page.getByRole("dialog", { name: "Cambiar la respuesta" });
  await dialog.getByLabel("Respuesta", { exact: true }).fill("Ya no.");
  await database.rows(`insert into knowledge_entries (workspace_id, id, version, title, text, changed_by)
    values ('default', 'bicicletas', 2, 'Bicicletas', 'Ahora sí.', 'luis')`);
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await dialog.getByRole("alert").waitFor();
  // What was typed stays, for the person to write into what it says now.
  expect(await dialog.getByLabel("Respuesta", { exact: true }).inputValue()).toBe("Ya no.");
  await page.keyboard.press("Escape");
  await answers().filter({ hasText: "Ahora sí." }).waitFor();
});

test("an answer is deleted after a question, and one from a file cannot be", async () => {
  const { page } = studio;
  await studio.open("/knowledge?tab=entries");
  const file = answers().filter({ hasText: "de un archivo" }).first();
  await file.waitFor();
  expect(await file.getByRole("button").count()).toBe(0);
  await page.getByRole("button", { name: "Borrar: Bicicletas" }).click();
  await page.getByRole("dialog", { name: "¿Borrar «Bicicletas»?" }).getByRole("button", { name: "Borrar" }).click();
  await answers().filter({ hasText: "Bicicletas" }).waitFor({ state: "detached" });
});

test("a question that the shop will not answer is dismissed", async () => {
  const { page } = studio;
  await studio.open("/knowledge?tab=unanswered");
  const question = page.getByRole("listitem").filter({ hasText: "bicicleta" });
  await question.getByRole("button", { name: "Descartar" }).click();
  await question.waitFor({ state: "detached" });
});

test("what the agent half understood is labelled with one click, as soon as it can be", async () => {
  const { page, database } = studio;
  await studio.says(SARA, "cómo es el cuento con eso del envase");
  const over = () =>
    database.rows(
      `select r.id::text from agent_runs r join conversations c on c.id = r.conversation_id
       join contact_aliases a on a.contact_id = c.contact_id where a.value = $1 and r.status = 'completed'`,
      [SARA],
    );
  await eventually("her turn is over", async () => (await over()).length === 1);
  await studio.open("/knowledge?tab=unanswered");
  const question = page.getByRole("listitem").filter({ hasText: "cuento con eso del envase" });
  await question.getByRole("button", { name: "Es contenido_envase" }).click();
  await page.getByText("Todavía no se puede etiquetar").waitFor();
  await question.waitFor();
  // The learner copies what is half a minute old (test/runtime/learner.test.ts); here the copy comes at once.
  await database.rows(
    `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, engine, model_hash, mode, text_hash,
       intent, confidence, alternatives, is_settled, created_at, is_audited)
     select workspace_id, id, conversation_id, 'somnio', '1', 'linear', 'h', 'conversacion', 'h', 'fallback', 45, '[]', false,
       now(), false
     from agent_runs where id = $1`,
    [(await over())[0]?.["id"]],
  );
  await question.getByRole("button", { name: "Es contenido_envase" }).click();
  await page.getByText("1 mensaje etiquetado.").waitFor();
  await question.waitFor({ state: "detached" });
  expect(await database.rows("select label from nlu_samples")).toEqual([{ label: "contenido_envase" }]);
});
