import { defineConfig } from "vitest/config";
import { BUILT, builtSource } from "../support/built-source.ts";

/** For `npm run test:studio`: Debian's Chromium, or the one that PLAYWRIGHT_CHROMIUM names. */
export default defineConfig({
  plugins: [builtSource],
  test: {
    server: { deps: { external: [BUILT] } },
    include: ["test/studio/**/*.test.ts"],
    globalSetup: ["test/support/test-server.ts"],
    // A list that should be empty is told with what is in it, not as `Array(1)`.
    chaiConfig: { truncateThreshold: 10_000 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The second that Vitest gives by default is too short for a browser, its worker and a server on two slow cores.
    expect: { poll: { timeout: Number(process.env["RECADO_TEST_PATIENCE_MS"] ?? 20_000), interval: 25 } },
    // A browser, a server and a database for each file: more of them at once would only wait for two cores.
    maxWorkers: 2,
    isolate: false,
  },
});
