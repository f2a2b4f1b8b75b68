import { renameSync, rmSync, writeFileSync } from "node:fs";
import { errorText, RecadoError } from "../../core/errors.ts";

/** Never half a model where a process may read it. */
export function writeWhole(path: string, content: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, content);
    renameSync(part, path);
  } catch (thrown) {
    rmSync(part, { force: true });
    throw new RecadoError("bad_model_file", `${path} cannot be written: ${errorText(thrown)}; name another with --out`);
  }
}
