import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A file with a line for each stage of which this run plays a share; empty in a run inside a run. */
    listOfShares: string;
  }
}

/** One for all projects of this run. */
const LIST = join(tmpdir(), `recado-shares-${process.pid}`);

/** Prints, when the run ends, of which stages it played a share. */
export default function setUpListOfShares(project: TestProject): () => Promise<void> {
  const isInside = process.env["RECADO_TEST_TEMPLATE"] !== undefined;
  project.provide("listOfShares", isInside ? "" : LIST);
  return printShares;
}

async function printShares(): Promise<void> {
  // The first project that ends prints those of all: no test is left by then.
  if (!existsSync(LIST)) return;
  const lines = (await readFile(LIST, "utf8")).trimEnd().split("\n").sort();
  await rm(LIST);
  console.info(`\nStages of which this run played a share:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}
