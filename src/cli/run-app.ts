import type { App } from "../app/app.ts";
import { RecadoError } from "../core/errors.ts";
import { heedStopSignals } from "./stop-signal.ts";

/**
 * Starts an app, greets and runs it until it is told to stop, then stops it in good order and ends the process with 0.
 * A signal during the start waits for its end: cut short, it would leave a database server behind.
 */
export async function runApp(start: () => Promise<App>, greet: (app: App) => string): Promise<never> {
  const stop = heedStopSignals();
  const app = await start().catch((thrown: unknown) => {
    // A Ctrl-C also reaches the programs that make the database; that they failed then is what was asked for.
    if (stop.isAsked() && thrown instanceof RecadoError) process.exit(0);
    throw thrown;
  });
  if (!stop.isAsked()) process.stdout.write(greet(app));
  await stop.asked;
  await app.stop();
  // Not left to the event loop: a forgotten socket must not keep a stopped process alive.
  process.exit(0);
}
