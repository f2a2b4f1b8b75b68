/** A plan that waits for the shop's team: who sees it, who approves it, who stops it. The Studio's own process works on it. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, message, useModelServer } from "../models/model-server.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const MOVER = fileURLToPath(new URL("agents/mover-agent.js", import.meta.url));
const server = useModelServer();
let studio: OpenStudio;
beforeAll(async () => {
  server.answer((response, body) => json(200, message(answerOf(body)))(response));
  studio = await openStudio({ RECADO_AGENT: MOVER, ANTHROPIC_BASE_URL: server.url(), ANTHROPIC_API_KEY: "key" });
});
afterAll(() => studio?.close());

const task = (id: string, description: string, dependsOn: readonly string[] = []) => ({
  ...{ id, description, worker_type: "general", depends_on: dependsOn },
});
const PLAN = { tasks: [task("a", "mover el estante"), task("b", "revisar el estante", ["a"])] };

/** A plan of two tasks; the first calls for a move, which needs a yes. */
function answerOf({ system, messages }: Record<string, unknown>) {
  const [told, said] = [JSON.stringify(system), JSON.stringify(messages)];
  const words = (text: string) => ({ content: [{ type: "text", text, citations: null }] });
  if (told.includes("Take the goal apart")) return words(JSON.stringify(PLAN));
  if (!told.includes("Do the one task")) return words("El estante quedó en su sitio.");
  if (!said.includes("Your task: ") || said.includes("revisar el estante") || said.includes("tool_result"))
    return words("Esa parte salió.");
  const call = { type: "tool_use", id: "toolu_1", name: "shelf_move", input: { shelf: "azul" } };
  return { content: [call], stop_reason: "tool_use" };
}

/** A customer asks for something whose plan comes to a question for the team. */
async function waitingPlan(phone: string): Promise<string> {
  await studio.says(phone, "mueva el estante azul");
  const waiting = () =>
    studio.database.rows(
      `select r.id::text from agent_runs r join conversations c on c.id = r.conversation_id
         join contact_aliases a on a.contact_id = c.contact_id
       where a.value = $1 and r.status = 'waiting_confirmation'`,
      [phone],
    );
  await eventually("the plan waits for a yes", async () => (await waiting()).length === 1);
  return String((await waiting())[0]?.["id"]);
}

/** How often the move was carried out in this run. */
const moves = async (run: string) =>
  (await studio.database.rows("select from agent_tool_calls where run_id = $1 and output ->> 'moved' = '7'", [run]))
    .length;

test("a viewer sees what a plan waits for and may answer and stop nothing; an operator approves it, and it goes on", async () => {
  const { page } = studio;
  const run = await waitingPlan("573877777811");
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/runs/${run}`);
  await page.getByText("Plan: 0 de 2").waitFor();
  for (const name of ["Pausar", "Detener"]) {
    expect(await page.getByRole("button", { name }).isDisabled(), name).toBe(true);
  }
  await page.getByRole("link", { name: "Espera un sí: responder" }).click();
  const question = page.getByRole("article").filter({ hasText: "shelf.move" });
  await question.getByText("azul", { exact: true }).waitFor();
  for (const name of ["Aprobar", "Rechazar"]) {
    expect(await question.getByRole("button", { name }).isDisabled(), name).toBe(true);
  }
  expect(await studio.faults()).toEqual([]);

  await studio.signIn(await studio.tokenOf("operator"));
  await studio.open(`/runs/${run}`);
  await page.getByRole("link", { name: "Espera un sí: responder" }).click();
  expect(await moves(run)).toBe(0);
  await question.getByRole("button", { name: "Aprobar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Aprobar" }).click();
  await page.getByText("Nada espera su decisión").waitFor();
  await studio.open(`/runs/${run}`);
  await page.getByText("Plan: 2 de 2").waitFor();
  expect(await moves(run)).toBe(1);
  await eventually("the customer hears it", () =>
    studio.heard("573877777811").includes("El estante quedó en su sitio."),
  );
});

test.each(["operator", "owner"] as const)(
  "an %s stops a plan that waits: nothing is done, and no yes can be said any more",
  async (role) => {
    const { page, database } = studio;
    const phone = role === "owner" ? "573877777812" : "573877777813";
    const run = await waitingPlan(phone);
    await studio.signIn(await studio.tokenOf(role));
    await studio.open(`/runs/${run}`);
    await page.getByRole("button", { name: "Detener" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Lo que ya hizo queda hecho.").waitFor();
    expect(await studio.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Detener" }).click();
    await page.getByText("La detuvo una persona de la tienda.").waitFor();
    await eventually("nothing is left to stop", async () => {
      return (await page.getByRole("button", { name: "Detener" }).count()) === 0;
    });
    await studio.open("/confirmations");
    await page.getByText("Nada espera su decisión").waitFor();
    await studio.open("/confirmations?tab=decided");
    await page.getByRole("article").filter({ hasText: "Cancelada" }).first().waitFor();
    expect(await moves(run)).toBe(0);
    const [acts] = await database.rows(
      "select array_agg(action) as all from audit_log where run_id = $1 and action like 'run.%'",
      [run],
    );
    expect(acts?.["all"]).toContain("run.stopped");
  },
);
