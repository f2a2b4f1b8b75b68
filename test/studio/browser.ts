import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * Debian builds Chromium twice of one source: whole, and without the window that no test sees, which takes a sixth less of the
 * processor. Notifications are part of the window.
 */
export type Build = "whole" | "headless";

const PROGRAMS: Readonly<Record<Build, string>> = {
  whole: "/usr/bin/chromium",
  headless: "/usr/bin/chromium-headless-shell",
};

const launched = new Map<string, Promise<Browser>>();

/** One browser for all files of a worker: a start costs as much as many a test. It ends with the worker. */
export function sharedBrowser(build: Build): Promise<Browser> {
  const own = existsSync(PROGRAMS[build]) ? PROGRAMS[build] : PROGRAMS.whole;
  const executablePath = process.env["PLAYWRIGHT_CHROMIUM"] ?? own;
  const known = launched.get(executablePath);
  if (known !== undefined) return known;
  const begun = chromium.launch({ executablePath, args: ["--no-sandbox"] }).then((browser) => {
    browser.once("disconnected", () => launched.delete(executablePath));
    return browser;
  });
  launched.set(executablePath, begun);
  return begun;
}
