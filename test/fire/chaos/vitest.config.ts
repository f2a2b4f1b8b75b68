import { defineConfig } from "vitest/config";

/** Serves `npm run test:chaos` alone. The database server is always its own: it will be crashed. */
process.env["RECADO_TEST_DATABASE_URL"] = "";
process.env["RECADO_CHAOS"] = "whole";

export default defineConfig({
  test: {
    include: [
      "test/fire/chaos/chaos.ts",
      ...(process.env["RECADO_CHAOS_SUITE"] === undefined ? ["test/fire/failpoints-*.test.ts"] : []),
    ],
    globalSetup: ["test/support/test-server.ts", "test/support/runner/list-of-shares.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One after the other: each takes the whole machine.
    fileParallelism: false,
    maxWorkers: 1,
  },
});
