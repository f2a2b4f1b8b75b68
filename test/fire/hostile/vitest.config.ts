import { defineConfig } from "vitest/config";

/** Serves `npm run test:hostile` alone. */
export default defineConfig({
  test: {
    include: ["test/fire/hostile/hostile.ts"],
    globalSetup: ["test/support/test-server.ts"],
    testTimeout: 0,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
