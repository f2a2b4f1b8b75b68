// `npm run test:simulation`: compiles the simulation (it is TypeScript, and Node 20 does not read that) and runs it in
// this process with the arguments given.
import "./node-version.js";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const { setUp } = await import("./set-up.js");
await setUp();
const root = fileURLToPath(new URL("..", import.meta.url));
const compiled = join(root, "node_modules", ".cache", "recado-simulation");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
try {
  execFileSync(process.execPath, [tsc, "-p", join(root, "test", "simulation"), "--outDir", compiled], {
    stdio: ["ignore", "inherit", "inherit"],
  });
} catch {
  console.error("The simulation does not compile.");
  process.exit(1);
}
await import(pathToFileURL(join(compiled, "test", "simulation", "run-simulation.js")).href);
