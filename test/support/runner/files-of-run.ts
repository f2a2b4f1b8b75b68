import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder on disk for what several tests of a run share. */
    filesOfRun: string;
  }
}

/**
 * The run itself deletes the folder when it ends: a worker that a signal ends runs no code of its own any more, and would
 * leave it behind.
 */
export default function setUpFilesOfRun(project: TestProject): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "recado-run-"));
  // The embedded server of root runs as another user, who must be able to pass through.
  chmodSync(folder, 0o755);
  project.provide("filesOfRun", folder);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
