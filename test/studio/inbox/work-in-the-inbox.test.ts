import { expect, test } from "vitest";
import { API_TOKEN } from "../../support/recado-process.ts";
import { eventually } from "../../support/shop.ts";
import { routeInTest } from "../route-in-test.ts";
import { inboxOfThree, MARTA } from "./inbox-of-three.ts";

const inbox = inboxOfThree();
const { rowOf, box, story, picture } = inbox;

test("unread messages and those who wait are counted on the row, the tab, the rail and the title", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.open("/inbox");
  // What they wrote before has been read.
  await rowOf("Marta").click();
  await story().waitFor();
  await rowOf("Marta").getByText("sin leer").waitFor({ state: "detached" });
  await rowOf("Óscar").click();
  await story().waitFor();
  await studio.says(MARTA, "¿me responde?");
  await rowOf("Marta").getByText("1 sin leer").waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(\d\) Bandeja/);
  await page.getByRole("tab", { name: /Sin leer\s*1/ }).click();
  await picture("unread");
  await rowOf("Marta").click();
  await rowOf("Marta").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Todas" }).click();
  await rowOf("Marta").waitFor();
});

test("the key of who waits next is heeded when the list is not there yet, and says so where no customer waits", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  let show = () => {};
  const isHeld = new Promise<void>((resolve) => {
    show = resolve;
  });
  await routeInTest(page, /\/internal\/agent\/inbox\?/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await studio.open("/inbox");
  await page.getByRole("heading", { name: "Bandeja" }).waitFor();
  await page.keyboard.press("n");
  show();
  await page.waitForURL(/\/conversations\//);
  await page.unroute(/\/internal\/agent\/inbox\?/);
  await page.getByRole("tab", { name: "Sin leer" }).click();
  await page.getByRole("searchbox", { name: "Buscar por nombre o teléfono" }).fill("laura");
  await rowOf("Óscar").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByText("Nadie espera por usted").first().waitFor();
  await page.getByRole("tab", { name: "Todas" }).click();
});

test("a conversation is given, put off and closed; a message of the customer brings it back", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Marta").click();
  const manage = page.getByRole("button", { name: "Gestionar la conversación" });
  await manage.click();
  await picture("desk-menu");
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: /^Asignármela/ }).click();
  await page.getByText(/Ahora la tiene/).waitFor();
  await page.getByRole("tab", { name: /Mías\s*1/ }).click();
  await rowOf("Marta").waitFor();
  await manage.click();
  await page.getByRole("button", { name: "Mañana a las 8" }).click();
  await page.getByText("Pospuesta.").waitFor();
  await page.getByRole("tab", { name: "Me necesitan" }).click();
  await rowOf("Marta").waitFor({ state: "detached" });
  await studio.says(MARTA, "¿hola?");
  await rowOf("Marta").waitFor();
  // The rest is done by keyboard alone.
  await page.getByRole("heading", { name: "Bandeja" }).click();
  await page.keyboard.press("e");
  await page.getByText("Resuelta. Si el cliente").waitFor();
  await rowOf("Marta").waitFor({ state: "detached" });
  await studio.says(MARTA, "una cosa más");
  await rowOf("Marta").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("several conversations are chosen and closed at once; a selection is saved for all", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("tab", { name: "Todas" }).click();
  await page.getByRole("button", { name: "Más filtros" }).click();
  await page.getByRole("button", { name: "Persona", exact: true }).click();
  await page.getByRole("button", { name: "Más filtros" }).click();
  await page.getByLabel("Nombre de esta vista").fill("Con personas");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByRole("button", { name: "Con personas", exact: true }).waitFor();
  // A person's own is seen by that person alone, and gets another name.
  await page.getByLabel("Nombre de esta vista").fill("Lo mío");
  await page.getByLabel("Solo para mí").check();
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByRole("button", { name: "Cambiar la vista Lo mío" }).click();
  await page.getByLabel("Nombre de esta vista").fill("Lo de hoy");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Lo de hoy Solo suya" }).waitFor();
  const colleague = await studio.stranger({ theme: "light", language: "es-CO" });
  const token = await studio.tokenOf("operator");
  await colleague.context().request.post(`${studio.url}/studio/session`, {
    ...{ data: { token }, headers: { "x-recado-csrf": "1", origin: studio.url } },
  });
  await colleague.goto("/studio/inbox");
  await colleague.getByRole("button", { name: "Más filtros" }).click();
  await colleague.getByRole("button", { name: "Con personas", exact: true }).waitFor();
  expect(await colleague.getByText("Lo de hoy").count()).toBe(0);
  await colleague.context().close();
  await page.getByRole("button", { name: "Borrar la vista Lo de hoy" }).click();
  await page.getByRole("button", { name: "Lo de hoy Solo suya" }).waitFor({ state: "detached" });
  await picture("views");
  await page.getByRole("button", { name: "Elegir varias" }).click();
  await page.getByRole("button", { name: "Todas", exact: true }).click();
  await page.getByText("2 elegidas").waitFor();
  await picture("bulk");
  expect(await studio.faults()).toEqual([]);
  // Another person takes one meanwhile: it is left to her, and stays chosen.
  const { items } = (await (await page.request.get(`${studio.url}/internal/agent/inbox?q=Marta`)).json()) as {
    items: { id: string }[];
  };
  await studio.command(token, "/internal/agent/inbox/changes", {
    ...{ conversations: items.map(({ id }) => id), assignee: "Camila" },
  });
  const bar = page.getByRole("toolbar");
  await bar.getByRole("button", { name: "Asignármela" }).click();
  await page.getByText("Cambió 1 conversación. 1 la tomó otra persona mientras tanto").waitFor();
  await bar.getByText("1 elegida").waitFor();
  await rowOf("Marta").getByText("Camila").waitFor();
  await bar.getByRole("button", { name: "Todas", exact: true }).click();
  await bar.getByRole("button", { name: "Resolver" }).click();
  await page.getByText("Cambiaron 2 conversaciones.").waitFor();
  await rowOf("Óscar").getByText("Resuelta").waitFor();
  await page.getByRole("button", { name: "Quitar el filtro Persona" }).click();
});

test("two people in one conversation see each other write", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  const token = await studio.tokenOf("operator");
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  const [, id = ""] = /conversations\/([^/?]+)/.exec(page.url()) ?? [];
  await story().waitFor();
  // The other person goes on writing: each few words are told again.
  await eventually("it is seen", async () => {
    await studio.command(token, `/internal/agent/conversations/${id}/writing`, {});
    return page.getByText("está escribiendo aquí").isVisible();
  });
  await picture("collision");
});

test("one search finds people, messages and orders without accents", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.open("/metrics");
  await page.getByRole("heading", { name: "Métricas" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("oscar pena");
  await page
    .getByRole("option", { name: /Óscar Peña/ })
    .first()
    .waitFor();
  await picture("search");
  await page.getByRole("combobox").fill("cuanto vale");
  await page
    .getByRole("group", { name: "Mensajes" })
    .getByRole("option", { name: /Laura Díaz/ })
    .first()
    .waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/studio\/conversations\//);
  await page.getByText("hola, cuánto vale?").last().waitFor();
  // The list's own search, too.
  await page.getByLabel("Buscar por nombre o teléfono").fill("oscar");
  await rowOf("Óscar").waitFor();
});

test("a viewer reads and changes nothing", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  await story().waitFor();
  expect(await box().count()).toBe(0);
  expect(await page.getByRole("button", { name: "Gestionar la conversación" }).count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
  await studio.signIn(API_TOKEN);
});
