import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signBody } from "../../src/whatsapp/signature.ts";
import { API_TOKEN, APP_SECRET, freePort, textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** The files of `deploy` in a real Caddy and a real nginx, with this machine's name, ports and certificate in their places. */
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CERTIFICATE = file("test/whatsapp/support/self-signed.cert.pem");
const KEY = file("test/whatsapp/support/self-signed.key.pem");

interface Place {
  readonly folder: string;
  readonly shop: string;
  readonly port: number;
}

const PROXIES = [
  {
    name: "Caddy",
    program: "caddy",
    version: ["version"],
    prepare({ folder, shop, port }: Place) {
      const config = join(folder, "Caddyfile");
      const site = readFileSync(file("deploy/Caddyfile"), "utf8")
        .replace("recado.example.com {", `https://localhost:${port} {\n\ttls ${CERTIFICATE} ${KEY}`)
        .replace("127.0.0.1:4600", shop);
      writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ["run", "--adapter", "caddyfile", "--config", config];
    },
  },
  {
    name: "nginx",
    program: "nginx",
    version: ["-v"],
    prepare({ folder, shop, port }: Place) {
      const site = readFileSync(file("deploy/nginx.conf"), "utf8")
        .replace(/server \{\n {2}listen 80;[\s\S]+?\n\}\n/, "")
        .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
        .replace(/ssl_certificate .+;/, `ssl_certificate ${CERTIFICATE};`)
        .replace(/ssl_certificate_key .+;/, `ssl_certificate_key ${KEY};`)
        .replaceAll("127.0.0.1:4600", shop);
      const config = join(folder, "nginx.conf");
      const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
      writeFileSync(
        config,
        `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${kept.join(" ")}\n${site}}\n`,
      );
      return ["-p", folder, "-c", config];
    },
  },
];

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop({ RECADO_PUBLIC_URL: "https://localhost", RECADO_TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(() => shop.close());

describe.each(PROXIES)("$name", ({ name, program, version, prepare }) => {
  const isThere = spawnSync(program, version).status === 0;
  if (!isThere) console.warn(`no ${name} here: its file is not tried`);
  let folder: string;
  let port: number;
  let proxy: ChildProcess;

  beforeAll(async () => {
    if (!isThere) return;
    folder = mkdtempSync(join(tmpdir(), "recado-proxy-"));
    mkdirSync(join(folder, "home"));
    port = await freePort();
    let said = "";
    proxy = spawn(program, prepare({ folder, port, shop: new URL(shop.url).host }), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: join(folder, "home") },
    });
    proxy.stderr?.on("data", (chunk) => (said += chunk));
    await eventually("it answers", async () => {
      if (proxy.exitCode !== null) throw new Error(said);
      return (await asks("GET", "/healthz").catch(() => null))?.statusCode === 200;
    });
  });
  afterAll(async () => {
    if (!isThere) return;
    // Asked to go, Caddy waits a minute for connections that stay open. nginx goes, and takes its own processes along.
    proxy.kill(name === "Caddy" ? "SIGKILL" : "SIGTERM");
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, "exit");
    rmSync(folder, { recursive: true, force: true });
  });

  async function asks(
    method: string,
    path: string,
    headers = {},
    body: string | Buffer = "",
  ): Promise<IncomingMessage> {
    const asked = request(`https://localhost:${port}${path}`, {
      ...{ method, family: 4, rejectUnauthorized: false },
      headers: { host: "localhost", "content-length": Buffer.byteLength(body), ...headers },
    });
    asked.end(body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return answer;
  }
  const statusOf = async (...asked: Parameters<typeof asks>) => {
    const answer = await asks(...asked);
    answer.resume();
    return answer.statusCode;
  };

  test.skipIf(!isThere)("lets a signed webhook through, byte for byte, and the customer is answered", async () => {
    const phone = `57300555${name === "nginx" ? "0142" : "0143"}`;
    const body = JSON.stringify(textWebhook(phone, `wamid.${name}`, "¿Cuánto vale? 🌙"));
    const headers = {
      "content-type": "application/json",
      "x-hub-signature-256": signBody(APP_SECRET, Buffer.from(body)),
    };
    expect(await statusOf("POST", "/api/whatsapp/webhook", headers, body)).toBe(200);
    expect(await statusOf("POST", "/api/whatsapp/webhook", headers, `${body} `)).toBe(401);
    await eventually("the customer is answered", () => shop.graph.ledger.some(({ to }) => to === phone));
  });

  test.skipIf(!isThere)("keeps from the world what the machine's own monitoring reads", async () => {
    for (const path of ["/metrics", "/readyz", "/openapi.json"])
      expect([path, await statusOf("GET", path)]).toEqual([path, 404]);
  });

  test.skipIf(!isThere)("refuses a body that is larger than ours may be", async () => {
    // Caddy cuts such a body off, and older versions of it blame the server behind it.
    const refusals = name === "Caddy" ? [413, 502] : [413];
    expect(refusals).toContain(await statusOf("POST", "/api/whatsapp/webhook", {}, Buffer.alloc(4_000_000)));
  });

  test.skipIf(!isThere)("signs a person in at the Studio, and no other site", async () => {
    const headers = { "content-type": "application/json", "x-recado-csrf": "1" };
    const token = JSON.stringify({ token: API_TOKEN });
    const signIn = (origin: string) => asks("POST", "/studio/session", { ...headers, origin }, token);
    const own = await signIn("https://localhost");
    own.resume();
    expect([own.statusCode, String(own.headers["set-cookie"])]).toEqual([
      204,
      expect.stringMatching(/^__Host-.+Secure/),
    ]);
    const foreign = await signIn("https://shop.example");
    foreign.resume();
    expect(foreign.statusCode).toBe(403);
  });

  test.skipIf(!isThere)("hands on an event of the stream while the stream is open", async () => {
    const stream = await asks("GET", "/internal/agent/stream", { authorization: `Bearer ${API_TOKEN}` });
    expect(stream.statusCode).toBe(200);
    let heard = "";
    stream.on("data", (chunk) => (heard += chunk));
    await eventually("the stream has begun", () => heard !== "");
    const before = heard;
    await shop.customer().says("¿Cómo se toma?");
    await eventually(
      "the event is there",
      () => heard.length > before.length && /conversation/.test(heard.slice(before.length)),
    );
    expect(stream.complete).toBe(false);
    stream.destroy();
  });
});
