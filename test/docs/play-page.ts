import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Block {
  readonly language: string;
  readonly label: string;
  readonly text: string;
  readonly line: number;
}

/**
 * Carries a page out as a reader would, block by block, in a folder of its own: a block with a file's name is written, a command is
 * run, and the `text` after it is what it prints (`…` for anything). Each block is a test. Returns the commands.
 */
export function playPage(name: string, files: RegExp): readonly string[] {
  const page = readFileSync(join(root, "docs", name), "utf8");
  const blocks: Block[] = [...page.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", label = "", text = ""] = match;
    return { language, label, text, line: page.slice(0, match.index).split("\n").length };
  });
  const reader = openReader();
  for (const [index, { language, label, text, line }] of blocks.entries()) {
    const next = blocks[index + 1];
    const expected = next?.language === "text" ? patternOf(next.text) : null;
    if (language === "sh") {
      test(`line ${line}: ${text.split("\n")[0]}`, { timeout: 120_000 }, async () => {
        const isSaid = label === "starts" && expected !== null ? (output: string) => expected.test(output) : null;
        const { exitCode, output } = await reader.run(text, isSaid);
        if (expected !== null) expect(output).toMatch(expected);
        if (label === "starts") return;
        expect({ exitCode, output }).toMatchObject({ exitCode: label === "fails" ? 1 : 0 });
      });
    } else if (language !== "text") {
      test(`line ${line}: ${label}`, () => {
        expect(label, "a block of code names its file").toMatch(files);
        reader.write(label, text);
      });
    }
  }
  return blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
}

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

/** A folder as a clone looks from its root: the program, and the library under its own name. */
function openReader() {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(realpathSync(tmpdir()), "recado-reader-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(root, "bin"), join(folder, "bin"));
    symlinkSync(root, join(folder, "node_modules", "recado"));
    symlinkSync(join(root, "node_modules", "zod"), join(folder, "node_modules", "zod"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });
  return {
    write(name: string, text: string) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    /** Runs a command of the page. One that starts something is stopped once it has said all that it should. */
    run(command: string, isSaid: ((output: string) => boolean) | null): Promise<Ended> {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, DATABASE_URL: database.url, PORT: "0", LOG_LEVEL: "warn" };
      // A group of its own, so that what the shell has started is reached too.
      const child: ChildProcess = spawn("sh", ["-c", command], { cwd: folder, env, detached: true });
      let output = "";
      let awaited = isSaid;
      const collect = (part: Buffer) => {
        output += String(part);
        if (awaited?.(output) && child.pid !== undefined) {
          awaited = null;
          process.kill(-child.pid, "SIGTERM");
        }
      };
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode, output })));
    },
  };
}

/** A `text` block as a pattern: every line, in order; `…` is anything. */
function patternOf(text: string): RegExp {
  const quoted = text
    .trim()
    .split("…")
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(quoted.join("[\\s\\S]*"));
}
