import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { checkDatabase } from "../../src/cli/doctor-checks.ts";
import { openPostgres } from "../../src/postgres/open-postgres.ts";
import { silentLogger } from "../support/silent-logger.ts";

/** A message of PostgreSQL's protocol: a letter, a length, a body. */
function message(letter: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

const READY = message("Z", "I");
const column = (name: string, type: number) =>
  Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
const field = (text: string) => Buffer.concat([int32(text.length), Buffer.from(text)]);

/** To whatever is asked, the version of a PostgreSQL 14: version text (type 25), number int4 (type 23). */
const ANSWER = Buffer.concat([
  message("1"),
  message("2"),
  message("T", int16(2), column("version", 25), column("number", 23)),
  message("D", int16(2), field("14.11"), field("140011")),
  message("C", "SELECT 1\0"),
  READY,
]);

function speak(socket: Socket): void {
  let isOpen = false;
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    if (!isOpen) {
      isOpen = true;
      socket.write(Buffer.concat([message("R", int32(0)), READY]));
    } else if (bytes[0] === "X".charCodeAt(0)) socket.end();
    else socket.write(ANSWER);
  });
}

const server = createServer(speak);
let url = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("The server has no port.");
  url = `postgres://shop:geheim@127.0.0.1:${place.port}/shop`;
});

afterAll(() => {
  server.close();
});

test("a database that is too old is refused in one sentence that tells its version and the way out", async () => {
  const opening = openPostgres({ url, applicationName: "recado test", logger: silentLogger });
  await expect(opening).rejects.toMatchObject({
    code: "database_too_old",
    message: expect.stringMatching(
      /^PostgreSQL at 127\.0\.0\.1:\d+\/shop is version 14\.11: Recado needs 15 or newer; /,
    ),
  });
});

test("doctor says the same, and never the password", async () => {
  const config = readConfig({ DATABASE_URL: url }, { agentIds: ["somnio"], cwd: process.cwd() });
  const check = await checkDatabase(config);
  expect(check).toMatchObject({ name: "database", ok: false, detail: expect.stringContaining("is version 14.11") });
  expect(check.detail).not.toContain("geheim");
});
