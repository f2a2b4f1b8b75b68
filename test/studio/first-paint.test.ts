import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

/**
 * What a server sends before it has heard of the first packet: ten packets (RFC 6928). A page that fits is painted one round trip
 * after it was asked for.
 */
const ONE_FLIGHT_BYTES = 14_600;

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

test.each([
  ["light", "/studio/"],
  ["dark", "/studio/sign-in"],
] as const)(
  "the page is painted by its own bytes alone, which come in one flight, in %s at %s",
  async (theme, address) => {
    const page = await studio.stranger({ theme, language: "es-CO", width: 390 });
    const others = await holdAllButThePage(page);
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(`performance.getEntriesByName("first-contentful-paint").length`)).toBe(1);
    expect(await page.locator("#skeleton").count()).toBe(1);
    expect(await page.evaluate(`performance.getEntriesByType("navigation")[0].transferSize`)).toBeLessThan(
      ONE_FLIGHT_BYTES,
    );
    // Each redirect would cost a round trip before the page is asked for.
    expect(await page.evaluate(`performance.getEntriesByType("navigation")[0].redirectCount`)).toBe(0);
    await expect.poll(() => others.asked()).toBeGreaterThan(0);
    await others.letGo();
    await page.getByLabel("Token de acceso").waitFor();
    expect(await page.locator("#skeleton").count()).toBe(0);
    expect(await studio.faults(page)).toEqual([]);
    await page.context().close();
  },
);

/** Whatever the page asks for waits: scripts, styles, icons. */
async function holdAllButThePage(page: Page) {
  const held: Route[] = [];
  let isOpen = false;
  await routeInTest(page, "**/*", async (route) => {
    if (isOpen || route.request().isNavigationRequest()) return route.continue();
    held.push(route);
  });
  return {
    asked: () => held.length,
    async letGo() {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
