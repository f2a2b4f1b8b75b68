import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const Seen = z.tuple([z.boolean(), z.string()]);

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

test.each([
  ["es", "Eso no se puede hacer aquí."],
  ["en", /That cannot be done here|cannot be done/],
] as const)("a refusal is told in the language of the Studio (%s), not in the server's", async (language, words) => {
  const { page } = studio;
  await routeInTest(page, /templates\/sync$/, (route) =>
    route.fulfill({
      status: 405,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "method_not_allowed", detail: "The server's own English sentence." }),
    }),
  );
  await studio.open("/live");
  await page.evaluate(`localStorage.setItem("recado.language", "${language}")`);
  await page.reload();
  await page.getByRole("button", { name: /Traer de WhatsApp|Bring from WhatsApp/ }).click();
  await page.getByRole("alert").getByText(words).waitFor();
  expect(await page.getByText("The server's own English sentence.").count()).toBe(0);
});

test("a row of tabs that is wider than its place shows that there is more beside", async () => {
  const page = await studio.stranger({ theme: "light", language: "es-CO", width: 390 });
  await page.addInitScript('localStorage.setItem("recado.tour", "done")');
  await enterAsOwner(page);
  await page.getByRole("navigation").first().waitFor();
  await page.goto("/studio/runs");
  await page.getByRole("tablist").first().waitFor();
  const [isWider, image] = Seen.parse(
    await page.evaluate(`(() => {
      const row = document.querySelector("[role=tablist]");
      return [row.scrollWidth > row.clientWidth, getComputedStyle(row).backgroundImage];
    })()`),
  );
  expect(isWider).toBe(true);
  expect(image).toMatch(/linear-gradient.*linear-gradient/);
  await page.context().close();
});
