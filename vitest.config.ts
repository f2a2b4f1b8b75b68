import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { CostliestFirst } from "./test/support/costliest-first.ts";

/**
 * Folders whose tests keep to themselves: no database, no process or thread of ours, no change of the environment. Their files run one
 * after the other in the same module graph, so that our source is read once and not once a file. A file that leaves
 * something behind fails its neighbours: `npm test -- --project pure --sequence.shuffle.files` looks for it.
 */
const PURE = [
  "agents",
  "app",
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
    maxWorkers: 2,
    sequence: { sequencer: CostliestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "real",
          include: ["test/**/*.test.ts"],
          // The Studio wants a browser: `npm run test:studio`.
          exclude: [...configDefaults.exclude, "test/studio/**", ...PURE],
          globalSetup: ["test/support/test-server.ts"],
        },
      },
      { extends: true, test: { name: "pure", include: PURE, isolate: false, restoreMocks: true } },
    ],
  },
});
