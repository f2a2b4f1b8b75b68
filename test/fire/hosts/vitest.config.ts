import { defineConfig } from "vitest/config";

/** Serves `npm run test:hosts` alone. */
export default defineConfig({
  test: {
    include: ["test/fire/hosts/hosts.ts"],
    globalSetup: ["test/support/test-server.ts"],
    testTimeout: 0,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
