// node .ci/answers-a-signed-payload.js CLONE DATA_DIR: `npm start` in a clone answers a signed webhook, once, at a Cloud API
// server of our own; killed, it starts again and answers the next; stopped, it leaves nothing running. No packages.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { processesOf } from "./processes-of.js";

const FIRST_START_MS = 5 * 60_000; // installs and builds
const LATER_START_MS = 30_000;
const ANSWER_MS = 20_000;
const STOP_MS = 20_000;

const [clone, dataDir] = process.argv.slice(2);
const APP_SECRET = "ci-app-secret-0123456789";
const ACCESS_TOKEN = "ci-access-token-0123456789";
const SHOP = "106540352242922";
const CUSTOMER = "573001112233";

const sends = [];
const cloudApi = await listen(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const { url, headers } = request;
      response.setHeader("content-type", "application/json");
      if (body.type !== "text") return response.end('{"success":true}'); // read and typing
      sends.push({ url, authorization: headers.authorization, to: body.to, text: body.text.body });
      const answer = {
        messaging_product: "whatsapp",
        contacts: [{ input: body.to, wa_id: body.to }],
        messages: [{ id: `wamid.CI.SENT.${sends.length}` }],
      };
      response.end(JSON.stringify(answer));
    });
  }),
);
const port = await freePort();
let app = null;

try {
  app = await start(FIRST_START_MS);
  const hola = payload("wamid.CI.1", "hola");
  await post(hola);
  await until(() => sends.length === 1, ANSWER_MS, "the answer to the first message");
  expect(sends[0].url === `/v26.0/${SHOP}/messages`, `the answer left from ${sends[0].url}`);
  expect(sends[0].to.replace("+", "") === CUSTOMER, `the answer went to ${sends[0].to}`);
  expect(sends[0].authorization === `Bearer ${ACCESS_TOKEN}`, "the answer does not bear the access token");
  console.log(`answered: ${sends[0].text.slice(0, 70)}…`);
  await post(hola);
  expect((await send(hola, "sha256=00")).status === 401, "a wrong signature was not refused");

  process.kill(-app.child.pid, "SIGKILL");
  await app.ended;
  app = await start(LATER_START_MS);
  await post(payload("wamid.CI.2", "cuánto vale?"));
  await until(() => sends.length >= 2, ANSWER_MS, "the answer to the message after the kill");
  console.log(`killed and started again, it answered: ${sends[1].text.split("\n")[0]}…`);

  app.child.kill("SIGTERM");
  await Promise.race([app.ended, wait(STOP_MS).then(() => fail("npm did not end after SIGTERM"))]);
  await until(
    () => running().length === 0,
    STOP_MS,
    () => `the end of ${running().join(", ")}`,
  );
  // Only now may no other answer come: the redelivered message had the time of a start and a stop.
  expect(sends.length === 2, `two messages, one of them delivered twice, have ${sends.length} answers`);
  console.log("stopped, and nothing is left running");
} catch (error) {
  console.error(error.message);
  if (app !== null) console.error(`--- what the app said:\n${app.said().slice(-4000)}`);
  process.exitCode = 1;
} finally {
  for (const { pid } of processesOf([dataDir])) process.kill(pid, "SIGKILL");
  cloudApi.close();
}

/** Resolves when the first request is served. */
async function start(patienceMs) {
  const startedMs = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: clone,
    detached: true, // a group of its own, to be killed as a whole
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      RECADO_DATA_DIR: dataDir,
      WHATSAPP_API_URL: `http://127.0.0.1:${cloudApi.address().port}/v26.0`,
      WHATSAPP_ACCESS_TOKEN: ACCESS_TOKEN,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: "ci-verify-token",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let hasEnded = false;
  const ended = new Promise((resolve) => child.on("exit", resolve)).then(() => (hasEnded = true));
  app = { child, ended, said: () => output };
  await until(async () => hasEnded || (await isReady()), patienceMs, "the first served request");
  expect(!hasEnded, "npm start ended by itself");
  console.log(`first served request after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return app;
}

async function isReady() {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false; // not listening yet
  }
}

async function post(body) {
  const { status } = await send(body, `sha256=${createHmac("sha256", APP_SECRET).update(body).digest("hex")}`);
  expect(status === 200, `the webhook answered ${status} to a signed payload`);
}

function send(body, signature) {
  const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
  return fetch(`http://127.0.0.1:${port}/api/whatsapp/webhook`, { method: "POST", headers, body });
}

function payload(id, text) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: SHOP },
    contacts: [{ profile: { name: "Ana" }, wa_id: CUSTOMER }],
    messages: [{ from: CUSTOMER, id, timestamp, type: "text", text: { body: text } }],
  };
  const entry = [{ id: "102290129340398", changes: [{ field: "messages", value }] }];
  return JSON.stringify({ object: "whatsapp_business_account", entry });
}

function running() {
  // Its environment names the data folder. Whoever checks the clone may work in it too.
  return processesOf([dataDir]).map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`);
}

async function until(condition, patienceMs, what) {
  const deadlineMs = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) {
      fail(`waited ${patienceMs / 1000} s in vain for ${typeof what === "function" ? what() : what}`);
    }
    await wait(20);
  }
}

function expect(holds, otherwise) {
  if (!holds) fail(otherwise);
}

function fail(sentence) {
  throw new Error(sentence);
}

async function freePort() {
  const trial = await listen(createServer());
  const { port: free } = trial.address();
  await new Promise((resolve) => trial.close(resolve));
  return free;
}

function listen(server) {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
