import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Answers requests of the page in the server's place until the test ends, also where it fails: the next test finds the server. */
export async function routeInTest(page: Page, ...[url, handler]: Parameters<Page["route"]>): Promise<void> {
  await page.route(url, handler);
  onTestFinished(async () => {
    if (!page.isClosed()) await page.unroute(url, handler);
  });
}
