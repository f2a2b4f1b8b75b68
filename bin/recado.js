#!/usr/bin/env node
// The entry of everything. In a fresh clone it first installs and builds; then the command runs in this same process,
// so that signals reach it.
import "./node-version.js";

const { endWithNpm } = await import("./npm-parent.js");
endWithNpm();
const { setUp } = await import("./set-up.js");
await setUp();
await import("../dist/bundle/main.js");
