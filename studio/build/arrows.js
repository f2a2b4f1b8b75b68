// Fails on an import in the Studio that points the wrong way (ARCHITECTURE.md, The house).
// dependency-cruiser checks src; its parser reads no JSX.
import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseFileSync } from "@swc/core";

/** The rooms from below. A room imports itself, those before it, and the files outside of all. */
const ROOMS = ["text", "api", "ui", "screens", "shell"];

/** These two put the rooms together. Any other file outside of the rooms is below them all. */
const DOORS = /^(app|main)\.tsx$/;

const SCREEN = /^screens\/([^/]+)\//;

/** One line for each import of `folder` (`studio/src`) that is not allowed, and for each circle. */
export function wrongImports(folder) {
  const imports = readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => importsOf(folder, name.split(sep).join("/")));
  const wrong = imports.flatMap((one) => {
    const reason = reasonAgainst(one);
    return reason === null ? [] : [`${one.from} imports ${one.to}: ${reason}`];
  });
  return [...wrong, ...circlesIn(imports)];
}

/** The files that one file names, static, dynamic or for a type; packages are left out. */
function importsOf(folder, from) {
  const module = parseFileSync(join(folder, from), {
    syntax: "typescript",
    tsx: from.endsWith(".tsx"),
    target: "es2022",
  });
  const found = [];
  const add = (source, isType) => {
    if (!source.startsWith(".")) return;
    const to = relative(folder, resolve(folder, dirname(from), source))
      .split(sep)
      .join("/");
    found.push({ from, to, isType });
  };
  const read = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(read);
    const { type, source } = node;
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(type) && source) add(source.value, node.typeOnly === true);
    if (type === "TsImportType") add(node.argument.value, true);
    const [argument] = type === "CallExpression" && node.callee.type === "Import" ? node.arguments : [];
    if (argument?.expression.type === "StringLiteral") add(argument.expression.value, false);
    Object.values(node).forEach(read);
  };
  read(module.body);
  return found;
}

function reasonAgainst({ from, to, isType }) {
  if (to.startsWith("../")) return isType ? null : "the browser gets no code from outside of the Studio, only types";
  const [room, other] = [roomOf(from), roomOf(to)];
  if (other > room)
    return room < 0 ? "a file outside of the rooms is below them all" : `${ROOMS[room]} is below ${ROOMS[other]}`;
  const [screen, neighbour] = [SCREEN.exec(from)?.[1], SCREEN.exec(to)?.[1]];
  if (screen === undefined || neighbour === undefined || screen === neighbour) return null;
  return "what two screens need belongs to ui or api";
}

function roomOf(name) {
  return DOORS.test(name) ? ROOMS.length : ROOMS.indexOf(name.split("/")[0]);
}

/** Each circle once, as the path that closes it. */
function circlesIn(imports) {
  const next = new Map();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set();
  const circles = [];
  const follow = (name, path) => {
    const start = path.indexOf(name);
    if (start >= 0) return circles.push(`a circle: ${[...path.slice(start), name].join(" → ")}`);
    if (done.has(name)) return;
    for (const to of next.get(name) ?? []) follow(to, [...path, name]);
    done.add(name);
  };
  for (const name of next.keys()) follow(name, []);
  return circles;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const wrong = wrongImports(fileURLToPath(new URL("../src", import.meta.url)));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
}
