/** The set-up cannot go on. Its message is for the person who typed the command. */
export class SetUpFailure extends Error {}

const CLOSED = new Set(["EACCES", "EPERM", "EROFS"]);

/** Runs work that writes into the project; a folder that cannot be written becomes one clear sentence. */
export async function writing(root, work) {
  try {
    return await work();
  } catch (error) {
    if (!CLOSED.has(error.code)) throw error;
    throw new SetUpFailure(
      `Recado has to install or build in ${root} and may not write there (${error.code}): ` +
        "start it once as a user who may, or copy the project to a folder of your own.",
    );
  }
}

/** The end of a program's output, where it says what went wrong. */
export function tail(output, lines = 15) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
