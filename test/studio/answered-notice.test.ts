import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FeedReceiver, openFeedReceiver } from "../support/provider/feed-receiver.ts";
import { openPushService, type PushService } from "../support/provider/push-service.ts";
import { eventually } from "../support/shop.ts";
import { type NoticeBrowser, openNoticeBrowser, switchNoticesOn } from "./notice-browser.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** A question that harms no customer is answered from its notification, with the Studio closed. */
const MARTA = "573001112611";
const LUIS = "573001112612";
const ELENA = "573001112613";
let studio: OpenStudio;
let service: PushService;
let receiver: FeedReceiver;
let person: NoticeBrowser;

beforeAll(async () => {
  [service, receiver] = await Promise.all([openPushService(), openFeedReceiver()]);
  const env = {
    RECADO_FEED_PRIVATE: "yes",
    RECADO_AGENT: fileURLToPath(new URL("agents/reminding-agent.js", import.meta.url)),
    RECADO_TIMER_PRESET: "instantaneo",
  };
  studio = await openStudio(env, undefined, "whole");
  person = await openNoticeBrowser(studio, service);
  await switchNoticesOn(studio);
});
afterAll(async () => {
  await studio?.close();
  await service?.close();
  await receiver?.close();
});

const notes = () => studio.database.rows("select body from contact_notes");
const bodies = async () => (await person.shown()).map(({ body }) => body);

/** Says that a customer fell silent; the notification that asks about it. */
async function asks(phone: string): Promise<string> {
  await studio.says(phone, "hola");
  const waiting = () => service.messages.filter(({ told }) => told["kind"] === "confirmation.waiting");
  await eventually("it is told", () => waiting().length > 0);
  for (const { told } of waiting()) await person.deliver(told);
  service.messages.length = 0;
  const question = async () => (await person.shown()).find(({ tag }) => tag.startsWith("confirmation-"));
  await expect.poll(question).toMatchObject({ actions: ["approve", "deny"], title: "Marta · Espera su aprobación" });
  return (await question())?.tag ?? "";
}

test("a yes on the notification does exactly what it showed, once, as the person of that browser", async () => {
  const tag = await asks(MARTA);
  expect(await studio.faults()).toEqual([]);
  await studio.page.goto(`${studio.url}/openapi.json`);
  await person.touch(tag, "approve");
  await expect.poll(bodies).toContain("Aprobado. Ya se está haciendo.");
  await eventually("it is done", async () => (await notes()).length === 1);
  expect(await notes()).toEqual([{ body: "Dejó de escribir" }]);
  expect(await studio.database.rows("select status, decided_by from confirmations")).toEqual([
    { status: "approved", decided_by: "api" },
  ]);
});

test("a yes that comes after another person's no does nothing, and says so", async () => {
  const tag = await asks(LUIS);
  const [asked] = await studio.database.rows(
    "select run_id::text as run, arguments_hash as hash from confirmations where status = 'pending'",
  );
  await studio.command(await studio.tokenOf("owner"), `/internal/agent/runs/${asked?.["run"]}/confirm`, {
    ...{ decision: "deny", argumentsHash: asked?.["hash"], actor: "camila" },
  });
  await person.touch(tag, "approve");
  await expect.poll(bodies).toContain("Ya no espera respuesta: otra persona decidió, venció o ya no hace falta.");
  expect(await notes()).toHaveLength(1);
});

test("an answer that failed for good is told once by push and by webhook, and stands in the title, on the rail and among the alerts", async () => {
  const { page } = studio;
  const owner = await studio.tokenOf("owner");
  await studio.command(owner, "/internal/agent/feed/endpoints", {
    ...{ actor: "camila", url: receiver.url, kinds: ["run.dead_letter"] },
  });
  service.messages.length = 0;
  await studio.says(ELENA, "tropiece");
  const dead = () => service.messages.filter(({ told }) => told["kind"] === "run.dead_letter");
  await eventually("both are told", () => dead().length > 0 && receiver.posts.length > 0);
  await person.deliver(dead()[0]?.told ?? {});
  await expect
    .poll(async () => (await person.shown()).map(({ title }) => title))
    .toContain("Marta · Una respuesta no salió");
  expect(receiver.types()).toEqual(["run.dead_letter"]);
  expect(receiver.posts[0]?.text).not.toMatch(/tropiece|Marta|57\d{10}/);
  await studio.open("/inbox");
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  const rail = page.getByRole("navigation", { name: "Pantallas" }).first();
  await rail
    .getByRole("link", { name: /Actividad/ })
    .getByText("1", { exact: true })
    .waitFor();
  await page.getByRole("link", { name: /Marta.*Falló/ }).waitFor();
  await eventually(
    "the alert stands",
    async () => {
      const found = await studio.database.rows(
        "select from alerts where kind = 'dead_letters' and resolved_at is null",
      );
      return found.length === 1;
      // The worker looks for alerts now and then, in a rhythm of its own.
    },
    45_000,
  );
  await studio.open("/confirmations?tab=alerts");
  await page
    .getByRole("link", { name: /atascada/i })
    .first()
    .waitFor();
  expect(dead()).toHaveLength(1);
  expect(await studio.faults()).toEqual([]);
});
