import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";

const ANA = "573001112501";
const LUIS = "573001112502";
const PHONE_PX = 390;
/** `RECADO_PICTURES=1`: a picture of each screen, for the reviewer of a change; not in the repository. */
const PICTURES = fileURLToPath(new URL("pictures/", import.meta.url));

const Parts = z.array(z.string());

let studio: OpenStudio;
let conversation: string;
let run: string;

beforeAll(async () => {
  await rm(PICTURES, { recursive: true, force: true });
  studio = await openStudio();
  await studio.says(ANA, "hola, cuánto vale?");
  await studio.says(LUIS, "quiero hablar con una persona");
  await eventually("both were answered", () => studio.heard(ANA).length > 0 && studio.heard(LUIS).length > 0);
  await askForAYes(studio, ANA);
  const waits = "select run_id::text as run, conversation_id::text as conversation from confirmations";
  await eventually("a yes is waited for", async () => (await studio.database.rows(waits)).length === 1);
  const [asked] = await studio.database.rows(waits);
  [run, conversation] = [String(asked?.["run"]), String(asked?.["conversation"])];
});
afterAll(() => studio?.close());

test.each([
  ["es-CO", "light"],
  ["en-US", "dark"],
] as const)("every screen is whole in %s, %s", async (language, theme) => {
  const page = await enter(language, theme);
  const registered = await page
    .locator("nav a")
    .evaluateAll((links) =>
      links.map((link) => new URL(String(link)).pathname).filter((path, at, all) => all.indexOf(path) === at),
    );
  const folders = await readdir(new URL("../../studio/src/screens", import.meta.url), { withFileTypes: true });
  const names = folders.filter((one) => one.isDirectory()).map(({ name }) => `/studio/${name}`);
  expect(registered.toSorted()).toEqual(names.toSorted());

  const found: Record<string, unknown> = {};
  for (const path of [...registered, `/studio/conversations/${conversation}`, `/studio/runs/${run}`]) {
    const policy = await visit(page, path);
    const faults = await studio.faults(page);
    if (faults.length > 0) found[path] = faults;
    await keepPicture(page, path, `${language}-${theme}`);
    // The policy holds off a customer's markup too.
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  }
  expect(found).toEqual({});
  await page.context().close();
});

test("on a phone nothing stands beside the page where people work", async () => {
  const page = await enter("es-CO", "light");
  await page.setViewportSize({ width: PHONE_PX, height: 800 });
  const found: Record<string, unknown> = {};
  for (const path of ["inbox", `conversations/${conversation}`, "confirmations", "sandbox"]) {
    await visit(page, `/studio/${path}`);
    const beside = Parts.parse(await page.evaluate(BESIDE));
    if (beside.length > 0) found[path] = beside;
    await keepPicture(page, path, "phone");
  }
  expect(found).toEqual({});
  await page.context().close();
});

/** Parts that scroll sideways: the page, or a part that should only scroll up and down. */
const BESIDE = `[document.scrollingElement, ...document.querySelectorAll(".overflow-y-auto")]
  .filter((part) => part.scrollWidth > Math.min(part.clientWidth, innerWidth))
  .map((part) => part.tagName + "." + part.className + ": " + part.scrollWidth + " px")`;

async function enter(language: string, theme: "light" | "dark"): Promise<Page> {
  const page = await studio.stranger({ theme, language });
  await page.addInitScript('localStorage.setItem("recado.tour", "done")');
  // Colours are judged when they have come to rest.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enterAsOwner(page);
  await page.locator("#screen h1").first().waitFor();
  return page;
}

async function keepPicture(page: Page, path: string, style: string): Promise<void> {
  if (process.env["RECADO_PICTURES"] === undefined) return;
  const [screen, id] = path.replace("/studio/", "").split("/");
  const name = `${screen}${id === undefined ? "" : "-one"}-${style}.jpg`;
  await page.screenshot({ path: join(PICTURES, name), type: "jpeg", quality: 70 });
}

/** Opens a screen and waits until it has loaded; returns its content security policy. */
async function visit(page: Page, path: string): Promise<string> {
  const answer = await page.goto(path);
  await page.locator("#screen :is(h1, h2):visible").first().waitFor();
  await page.locator('#screen [aria-busy="true"]').first().waitFor({ state: "detached" });
  expect(await page.locator('#screen [role="alert"]').allTextContents(), path).toEqual([]);
  return answer?.headers()["content-security-policy"] ?? "";
}
