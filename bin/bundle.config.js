// src → dist/bundle: the program in few files, because Node takes about a quarter of a start to open a thousand. Packages stay
// packages. The modules beside it are what TypeScript made of the same sources: types, and what is loaded on its own.
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");
const ENTRIES = {
  main: "cli/main.ts",
  index: "index.ts",
  engines: "doors/engines.ts",
  flow: "doors/flow.ts",
  language: "doors/language.ts",
  test: "doors/test.ts",
  tools: "doors/tools.ts",
  // No doors: what a process of a test under kills loads, so that it starts as fast as the command and runs the same code.
  app: "app/app.ts",
  "load-config": "app/load-config.ts",
  errors: "core/errors.ts",
  "create-server": "server/create-server.ts",
};
const entries = Object.entries(ENTRIES).map(([name, file]) => [name, join(src, file)]);

/** A module reads the files beside it by its own address, so it keeps the address that it has in dist. */
const ownAddress = {
  name: "own-address",
  transform(code, id) {
    if (!id.startsWith(src + sep) || !code.includes("import.meta.url")) return null;
    const module = relative(src, id).split(sep).join("/").replace(/\.ts$/, ".js");
    return code.replaceAll("import.meta.url", `new URL("../${module}", import.meta.url).href`);
  },
};

export default defineConfig({
  input: Object.fromEntries(entries.filter(([, path]) => existsSync(path))),
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith(src),
  plugins: [ownAddress],
  output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", sourcemap: true },
});
