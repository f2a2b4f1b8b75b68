#!/usr/bin/env node
// The entry of everything. In a fresh clone it first installs and builds; then the command runs in this same process,
// so that signals reach it.
import "./node-version.js";
import { setFlagsFromString } from "node:v8";

// V8 compiles a pattern once for its first use and again, well, for its second. The patterns of an agent are long and in use
// as long as the process lives: compiled well at once, a start takes 0.4 s less of processor time.
setFlagsFromString("--no-regexp-tier-up");

const { endWithNpm } = await import("./npm-parent.js");
endWithNpm();
const { setUp } = await import("./set-up.js");
await setUp();
await import("../dist/bundle/main.js");
