import { buildProgram } from "./program.ts";
import { reportError } from "./report-error.ts";

// `recado start | head`, or a closed terminal: the output has no reader any more. Work under way
// continues, and ends as it should.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });
}

try {
  await buildProgram().parseAsync();
} catch (thrown) {
  reportError(thrown, (text) => process.stderr.write(text));
  process.exitCode = 1;
}
