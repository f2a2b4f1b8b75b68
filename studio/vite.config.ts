import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";
import { firstPaint } from "./build/first-paint.ts";
import { scriptBudget } from "./build/script-budget.ts";

/**
 * The shared code of all screens is one file: many small ones are heavier together, and each is one
 * more request. The search opens seldom and is loaded then. Each language is a file of its own, because a visitor downloads only one.
 */
const SHARED = /src\/((ui|api)\/|shell\/(?!palette)|text\/(?!(?:later-)?(?:spanish|english))[^/]+$|stored)/;

/**
 * bin/build.js passes the folder to build into. A shell's or a test runner's NODE_ENV would build
 * the packages with their development code: 99 KB where 87 KB do (measured 2026-11-23).
 */
export default defineConfig(({ command }) => {
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    base: "/studio/",
    plugins: [tailwind(), firstPaint(), compressed(), scriptBudget()],
    build: {
      target: ["chrome123", "firefox120", "safari17.5"],
      // The page's own policy forbids inline scripts, and no file of ours is worth being one.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: "ui", test: SHARED }] } } },
    },
    server: { proxy: { "/internal": "http://127.0.0.1:4600", "/studio/session": "http://127.0.0.1:4600" } },
  };
});
