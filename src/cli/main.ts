import { buildProgram } from "./program.ts";
import { reportError } from "./report-error.ts";

try {
  await buildProgram().parseAsync();
} catch (thrown) {
  reportError(thrown, (text) => process.stderr.write(text));
  process.exitCode = 1;
}
