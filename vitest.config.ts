import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { CostliestFirst } from "./test/support/costliest-first.ts";

/**
 * Files of one worker run one after the other in the same module graph, so that our source is read once and not once a
 * file. A file that leaves something behind fails its neighbours: `npm test -- --sequence.shuffle.files` looks for it.
 */
const SHARED = { isolate: false, restoreMocks: true } as const;

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
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Watches how our source is loaded, so it wants a module graph of its own. */
const ALONE = ["test/patterns/linear-patterns.test.ts"];

/** The Studio wants a browser: `npm run test:studio`. */
const STUDIO = "test/studio/**";

export default defineConfig({
  // `import … from "recado"` as its users write it; outside of tests Node resolves it to dist by package.json's exports.
  resolve: {
    alias: [
      { find: /^recado$/u, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      { find: /^recado\/(\w+)$/u, replacement: `${fileURLToPath(new URL("src/doors", import.meta.url))}/$1.ts` },
    ],
  },
  test: {
    // Real databases and real processes on two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    sequence: { sequencer: CostliestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "real",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, STUDIO, ...PURE, ...ALONE],
          globalSetup: ["test/support/test-server.ts"],
          ...SHARED,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "pure", include: PURE, ...SHARED } },
    ],
  },
});
