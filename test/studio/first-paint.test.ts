import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** A phone in a village: 400 ms each way there and back, 50 kB a second, nothing kept from before. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };
const Paints = z.object({ first: z.number(), content: z.number(), scriptsCame: z.array(z.number()).min(1) });

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

test.each(["light", "dark"] as const)(
  "the page is painted before any script has come over a slow line, in %s",
  async (theme) => {
    const page = await studio.stranger({ theme, language: "es-CO", width: 390 });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.setCacheDisabled", { cacheDisabled: true });
    await line.send("Network.emulateNetworkConditions", SLOW);
    await page.goto("/studio/", { waitUntil: "domcontentloaded", timeout: 60_000 });
    await page.getByLabel("Token de acceso").waitFor({ timeout: 60_000 });
    const paints = Paints.parse(
      await page.evaluate(`(() => {
      const at = Object.fromEntries(performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]));
      const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
      return {
        first: at["first-paint"],
        content: at["first-contentful-paint"],
        scriptsCame: scripts.map(({ responseEnd }) => responseEnd),
      };
    })()`),
    );
    const soonest = Math.min(...paints.scriptsCame);
    expect(paints.first).toBeLessThan(soonest);
    expect(paints.content).toBeLessThan(soonest);
    expect(await page.locator("#skeleton").count()).toBe(0);
    expect(await studio.faults(page)).toEqual([]);
    await page.context().close();
  },
);
