import { tell } from "./progress.js";
import { openProvider } from "./provider.js";
import { startRecado } from "./recado.js";

/** A fresh database, a provider and Recado's processes around a piece of work; taken down again whatever happens. */
export async function onStage(server, { commands, from, engine }, work) {
  const database = await server.createDatabase(from);
  const provider = await openProvider();
  const processes = [];
  tell(`${commands.join(" + ")}${engine ? ", woken" : ""}`);
  try {
    for (const command of commands) {
      // `serve` and `worker` find the database migrated: it is a copy of a migrated one.
      processes.push(await startRecado(command, { database, provider, engine }));
    }
    const port = processes.find((one) => one.port !== null)?.port ?? null;
    return await work({ database, provider, processes, port, engine });
  } finally {
    await Promise.allSettled(processes.map((one) => one.stop()));
    await provider.close();
    await server.dropDatabase(database);
  }
}

/** The ways in which Recado is run. */
export const SETUPS = {
  start: ["start"],
  "serve + worker": ["serve", "worker"],
  "serve alone": ["serve"],
};
