import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DOCUMENT_LIMITS } from "../../src/core/documents/document.ts";
import { createDocumentReader } from "../../src/documents/create-document-reader.ts";

const entry = new URL("../../dist/documents/document-process.js", import.meta.url);

/** A process that asks for a page which is read for half a minute, and says the number of the process that reads it. */
const ASKS = `
  const child = require("node:child_process").fork(${JSON.stringify(fileURLToPath(entry))}, ["1024"], { serialization: "advanced" });
  child.send({ bytes: Buffer.from("<b>".repeat(8_000_000)), name: "a.html", limits: ${JSON.stringify(DOCUMENT_LIMITS)} });
  console.log(child.pid);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the process that reads a long file ends with the process that asked for it, however that one ends", async () => {
  const asking = spawn(process.execPath, ["-e", ASKS], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(asking.stdout, "data");
  const reader = Number(String(said));
  // Busy with the file: a process that is idle ends by itself.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(isAlive(reader)).toBe(true);
  asking.kill("SIGKILL");
  try {
    await expect.poll(() => isAlive(reader)).toBe(false);
  } finally {
    if (isAlive(reader)) process.kill(reader, "SIGKILL");
  }
});

test.runIf(existsSync("/proc/self/task"))(
  "the process that reads foreign files has no secret of ours in its environment",
  async () => {
    process.env["RECADO_TEST_SECRET"] = "a secret of the shop";
    const reader = createDocumentReader({ entry });
    await reader.read(Buffer.from("Hola"), null);
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
    const reading = children.filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("document-process.js"),
    );
    expect(reading).not.toEqual([]);
    for (const pid of reading) expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("secret");
    await reader.stop();
    delete process.env["RECADO_TEST_SECRET"];
  },
);
