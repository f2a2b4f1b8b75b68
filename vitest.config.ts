import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  // `import … from "recado"` as its users write it; outside of tests Node resolves it to dist by package.json's exports.
  resolve: {
    alias: [
      { find: /^recado$/u, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      { find: /^recado\/(\w+)$/u, replacement: `${fileURLToPath(new URL("src/doors", import.meta.url))}/$1.ts` },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    // Wants a browser: `npm run test:studio`.
    exclude: [...configDefaults.exclude, "test/studio/**"],
    globalSetup: ["test/support/test-server.ts"],
    // Real databases and real processes on two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
