import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { arrows } from "./build/arrows.ts";
import { compressed } from "./build/compressed.ts";
import { scriptBudget } from "./build/script-budget.ts";

/** bin/build.js gives the folder to build into. */
export default defineConfig({
  base: "/studio/",
  plugins: [tailwind(), arrows(), compressed(), scriptBudget()],
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    // The page's own policy forbids inline scripts, and no file of ours is worth being one.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
    // What screens share is one file: many small ones are heavier together, and each is a request of its own.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "ui", test: /src\/(ui|api|shell|text)\// }] } } },
  },
  server: { proxy: { "/internal": "http://127.0.0.1:4600", "/studio/session": "http://127.0.0.1:4600" } },
});
