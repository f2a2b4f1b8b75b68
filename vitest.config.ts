import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BUILT, builtSource } from "./test/support/built-source.ts";
import { COMMAND_FLAGS } from "./test/support/recado-process.ts";
import { CostliestFirst } from "./test/support/runner/costliest-first.ts";

/** Folders whose tests need no database: `npm test -- test/core` starts no server. */
const PURE = [
  "agents",
  "app",
  "customers",
  "core",
  "examples",
  "flow",
  "lab",
  "memory",
  "models",
  "nlu",
  "simulation",
  "whatsapp",
].map((folder) => `test/${folder}`);

/** The files on the command line; all where it names none. */
const named = process.argv.filter((word) => word.startsWith("test/"));
const isPure = named.length > 0 && named.every((path) => PURE.includes(path.split("/", 2).join("/")));

/** Watches how our source is loaded, so it wants a module graph of its own. */
const ALONE = ["test/patterns/linear-patterns.test.ts"];

/** The Studio wants a browser: `npm run test:studio`. */
const STUDIO = "test/studio/**";

export default defineConfig({
  plugins: [builtSource],
  // `import … from "recado"` as its users write it; outside of tests Node resolves it to dist by package.json's exports.
  resolve: {
    alias: [
      { find: /^recado$/u, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      { find: /^recado\/(\w+)$/u, replacement: `${fileURLToPath(new URL("src/doors", import.meta.url))}/$1.ts` },
    ],
  },
  test: {
    server: { deps: { external: [BUILT] } },
    // Real databases and real processes on two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What was decided is heard a moment later. Runs with a planted bug wait for what never comes, and give up sooner.
    expect: { poll: { timeout: Number(process.env["RECADO_TEST_PATIENCE_MS"] ?? 20_000), interval: 10 } },
    // A list that should be empty is told with what is in it, not as `Array(1)`.
    chaiConfig: { truncateThreshold: 10_000 },
    maxWorkers: 3,
    execArgv: COMMAND_FLAGS,
    sequence: { sequencer: CostliestFirst },
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, STUDIO, ...ALONE],
          globalSetup: [
            ...(isPure ? [] : ["test/support/test-server.ts", "test/support/runner/files-of-run.ts"]),
            "test/support/runner/list-of-shares.ts",
          ],
          // Files of one worker run one after the other in the same module graph, so that our source is read once and not once
          // a file. A file that leaves something behind fails its neighbours: `npm test -- --sequence.shuffle.files` looks for
          // it. One project, because a worker serves no other: each change between two would load all again.
          isolate: false,
          restoreMocks: true,
        },
      },
    ],
  },
});
