import { type Browser, chromium } from "playwright-core";

let launched: Promise<Browser> | null = null;

/** Debian's Chromium, one for all files of a worker: a start costs as much as many a test. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium
    .launch({ executablePath: process.env["PLAYWRIGHT_CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })
    .then((browser) => {
      browser.once("disconnected", () => {
        launched = null;
      });
      return browser;
    });
  return launched;
}
