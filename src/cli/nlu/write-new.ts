import { writeFileSync } from "node:fs";
import { errorText, RecadoError } from "../../core/errors.ts";

/** Writes a file that must not be there yet: it may hold a person's work, or answers that were paid for. */
export function writeNew(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: "wx" });
  } catch (thrown) {
    const isThere = thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";
    const why = isThere ? "exists already, and may hold a person's work" : `cannot be written (${errorText(thrown)})`;
    throw new RecadoError("request_invalid", `${path} ${why}: name another file with --out`);
  }
}
