import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const MARTA = "573001112501";

/** A template in Graph's own words. */
const template = (name: string, text: string, more: Record<string, unknown> = {}) => ({
  ...{ name, language: "es", status: "APPROVED", category: "UTILITY", parameter_format: "POSITIONAL" },
  components: [{ type: "BODY", text }],
  ...more,
});

let studio: OpenStudio;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(MARTA, "quiero hablar con una persona");
  await eventually("it was answered", () => studio.heard(MARTA).length > 0);
  await studio.database.rows("update conversations set last_customer_message_at = recado_now() - interval '2 days'");
});
afterAll(() => studio?.close());

const row = () => studio.page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first();
const picker = () => studio.page.getByLabel("Plantilla aprobada");
const story = () => studio.page.getByRole("list", { name: "Historia" });

/** The newest toast ends above the form of the template. */
const TOLD_ABOVE = `(() => {
  const toast = [...document.querySelectorAll("[aria-live=polite].fixed > *")].at(-1);
  const form = document.querySelector("#screen form:has(select)");
  return toast.getBoundingClientRect().bottom <= form.getBoundingClientRect().top;
})()`;

test("an operator without a template reads who can bring one", async () => {
  await studio.signIn(await studio.tokenOf("operator"));
  await studio.open("/inbox");
  await row().click();
  await studio.page.getByText("La ventana de 24 horas está cerrada").waitFor();
  await studio.page.getByText("Todavía no hay plantillas").waitFor();
  await studio.page.getByText("una persona dueña puede traerla").waitFor();
  expect(await studio.page.getByRole("button", { name: "Traer las de WhatsApp" }).count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
  await studio.signIn(API_TOKEN);
});

test("an owner brings the approved templates; a person fills one in, reads it, and the customer gets it once", async () => {
  const { page } = studio;
  studio.templates.push(
    template("pedido_enviado", "Hola {{1}}, su pedido va con {{2}}."),
    template("vuelva", "¡Promociones!", { category: "MARKETING" }),
    template("pausada", "Hola", { status: "PAUSED" }),
  );
  await studio.open("/inbox");
  await row().click();
  await page.getByRole("button", { name: "Traer las de WhatsApp" }).click();
  await page.getByText("2 plantillas traídas · 1 que aquí no se puede usar").waitFor();
  // What has just been told hides nothing of what a person works with, whatever height the form has now.
  await expect.poll(() => page.evaluate(TOLD_ABOVE)).toBe(true);
  await picker().selectOption({ label: "pedido enviado · es · utilidad" });
  await expect.poll(() => page.evaluate(TOLD_ABOVE)).toBe(true);
  await picker().selectOption({ label: "vuelva · es · promoción" });
  await page.getByText("tarifa de «promoción».").waitFor();
  await page.getByText("nunca a quien pidió no recibir promociones").waitFor();
  await picker().selectOption({ label: "pedido enviado · es · utilidad" });
  const leave = page.getByRole("button", { name: "Enviar plantilla" });
  expect(await leave.isDisabled()).toBe(true);
  await page.getByLabel("Dato 1").fill("Marta");
  // What is begun waits in its conversation.
  await page.reload();
  await expect.poll(() => page.getByLabel("Dato 1").inputValue()).toBe("Marta");
  await page.getByLabel("Dato 2").fill("Servientrega");
  await page.getByRole("figure").getByText("Hola Marta, su pedido va con Servientrega.").waitFor();
  expect(await studio.faultsInEachLook()).toEqual([]);
  await page.getByLabel("Dato 2").press("Enter");
  await eventually("it left", () => studio.heard(MARTA).some((said) => said.startsWith("[template")));
  // What is on its way stands below until the server has it.
  await story().getByText("Hola Marta, su pedido va con Servientrega.").first().waitFor();
  expect(studio.heard(MARTA).filter((said) => said.startsWith("[template"))).toEqual([
    "[template pedido_enviado] Marta, Servientrega",
  ]);
});

test("a WhatsApp that does not answer is told in the person's language, and what was known stays", async () => {
  const { page } = studio;
  studio.loseTemplates(true);
  await studio.open("/inbox");
  await row().click();
  const refused = page.getByRole("alert").getByText("WhatsApp no respondió");
  // The form may be made anew when the conversation arrives. A person who sees no answer presses again.
  const pressed = async () => {
    await page.getByRole("button", { name: "Traer las de WhatsApp" }).click();
    await refused.waitFor({ timeout: 5_000 }).catch(() => undefined);
    return refused.count();
  };
  await expect.poll(pressed, { timeout: 30_000 }).toBe(1);
  await picker().selectOption({ label: "pedido enviado · es · utilidad" });
  studio.loseTemplates(false);
  await page.getByRole("button", { name: "Traer las de WhatsApp" }).click();
  await page.getByText("Nada nuevo en WhatsApp").waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
});
