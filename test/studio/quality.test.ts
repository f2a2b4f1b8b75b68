import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const ANA = "573001112931";
const PLAN = {
  next: {
    key: "task.t2",
    at: null,
    state: {
      tasks: [
        {
          id: "t1",
          description: "mirar los pedidos",
          worker: "reader",
          status: "done",
          result: "Hay tres.",
          reason: null,
        },
        {
          id: "t2",
          description: "buscar la causa",
          worker: "analyzer",
          status: "in_progress",
          result: null,
          reason: null,
        },
        {
          id: "t3",
          description: "escribir el informe",
          worker: "reporter",
          status: "pending",
          result: null,
          reason: null,
        },
      ],
    },
  },
};

let studio: OpenStudio;
let run: string;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "hola, ¿cuánto vale?");
  const ended = `select r.id::text from agent_runs r join conversations c on c.id = r.conversation_id
    join contact_aliases a on a.contact_id = c.contact_id where a.value = $1 and r.status = 'completed'`;
  await eventually("the run's end", async () => (await studio.database.rows(ended, [ANA])).length === 1);
  run = String((await studio.database.rows(ended, [ANA]))[0]?.["id"]);
});
afterAll(() => studio?.close());

test("a person judges a run, the run becomes an example, and the agent is played against it", async () => {
  const { page } = studio;
  await studio.open(`/runs/${run}`);
  await page.getByText("Terminó").waitFor();
  await page.getByRole("button", { name: "Estuvo mal" }).click();
  await page.getByLabel("Respuesta correcta").fill("Son $1.234.567");
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Estuvo mal" }).click();
  await page.getByText("Son $1.234.567").waitFor();
  await studio.open("/knowledge?tab=quality");
  await page.getByText("corregido").waitFor();
  await page.getByRole("button", { name: "Evaluar ahora" }).click();
  await page.getByText("0 de 1").waitFor();
  expect(await studio.faults()).toEqual([]);
  const [kept] = await studio.database.rows("select failures::text from evaluation_runs");
  expect(String(kept?.["failures"])).not.toContain("cuánto");
});

test("reports are read where they were saved", async () => {
  const { page, database } = studio;
  await studio.open("/knowledge?tab=reports");
  await page.getByText("Todavía no hay informes").waitFor();
  await database.rows(
    `insert into desk_papers (workspace_id, id, kind, title, text, idempotency_key, written_by)
     values ('default', gen_random_uuid(), 'report', 'Revisión del lunes', 'Tres turnos quedaron sin precio.', 'k', 'Ana')`,
  );
  await studio.open("/knowledge?tab=reports");
  await page.getByText("Tres turnos quedaron sin precio.").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a plan stands as a checklist with each task's worker and end", async () => {
  const { page } = studio;
  await routeInTest(page, `**/internal/agent/runs/${run}`, async (route) => {
    const response = await route.fetch();
    // The plan counts since its first part began.
    const segments = [{ number: 1, key: "task.t2", dueAt: new Date().toISOString(), endedAt: null, decision: null }];
    await route.fulfill({ response, json: { ...(await response.json()), endedAt: null, decision: PLAN, segments } });
  });
  await studio.open(`/runs/${run}`);
  const tasks = page.getByRole("listitem").filter({ hasText: /mirar los pedidos|buscar la causa|escribir el informe/ });
  await page.getByRole("heading", { name: "Plan: 1 de 3" }).waitFor();
  expect(await tasks.allInnerTexts()).toEqual([
    expect.stringMatching(/hecha[\s\S]*lee[\s\S]*Hay tres\./),
    expect.stringMatching(/en curso[\s\S]*analiza/),
    expect.stringMatching(/sin empezar[\s\S]*redacta/),
  ]);
  expect(await studio.faults()).toEqual([]);
});

test("a prompt is proposed, compared, approved and taken back at once; a viewer only reads", async () => {
  const { page, database } = studio;
  const used = async () =>
    (await database.rows("select version from prompt_versions where is_used")).map(Object.values);
  await studio.open("/knowledge?tab=prompts");
  await page.getByLabel("Agente y parte").selectOption("operator planner");
  await page.getByRole("button", { name: "Proponer un cambio" }).click();
  const words = page.getByLabel("Instrucciones", { exact: true });
  await words.fill(`${await words.inputValue()}\nSalude por el nombre.`);
  await page.getByRole("dialog").getByRole("button", { name: "Proponer un cambio" }).click();
  await page.getByText("espera la aprobación de un dueño").waitFor();
  expect(await used()).toEqual([]);
  await page.getByText("Qué cambia frente a las propias").click();
  await page.getByText("+ Salude por el nombre.").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Aprobar y usar" }).click();
  await page.getByText("La versión 1 vale desde el próximo turno.").waitFor();
  await eventually("it is in use", async () => (await used()).join() === "1");
  await page.getByRole("button", { name: "Volver a las propias" }).click();
  await eventually("it is taken back", async () => (await used()).length === 0);
  await page.getByRole("button", { name: "Volver a esta" }).waitFor();
  await studio.signIn(await studio.tokenOf("viewer"));
  await page.setViewportSize({ width: 390, height: 800 });
  await studio.open("/knowledge?tab=prompts");
  await page.getByLabel("Agente y parte").selectOption("operator planner");
  expect(await page.getByRole("button", { name: "Volver a esta" }).isDisabled()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(await studio.faults()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});
