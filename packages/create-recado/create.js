#!/usr/bin/env node
// `npm create recado my-shop`: copies the template into a new folder. No dependencies, nothing is downloaded.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = "npm create recado <folder> [-- --recado <version or file>]";

/** npm leaves these names out of a package, or gives them a meaning of its own. */
const RENAMED = { gitignore: ".gitignore", dockerignore: ".dockerignore", "env.example": ".env.example" };

main();

function main() {
  const { folder, recado } = readArguments();
  const target = resolve(folder);
  const name = basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  if (name === "") return fail(`"${folder}" gives the project no name: choose a folder with letters in it.`);
  if (existsSync(target) && readdirSync(target).length > 0) {
    return fail(`${target} is not empty: choose another folder.`);
  }
  cpSync(fileURLToPath(new URL("template", import.meta.url)), target, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) renameSync(join(target, from), join(target, to));
  for (const file of ["package.json", "README.md"]) {
    const text = readFileSync(join(target, file), "utf8");
    writeFileSync(join(target, file), text.replaceAll("__NAME__", name).replaceAll("__RECADO__", recado));
  }
  writeFileSync(join(target, ".env"), readFileSync(join(target, ".env.example")), { mode: 0o600 });
  console.log(`Made ${name}. Next:\n\n  cd ${folder}\n  npm install\n  npm test\n  npm start`);
}

function readArguments() {
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { recado: { type: "string" } } });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) return fail(USAGE);
    return { folder, recado: values.recado ?? `^${version}` };
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
