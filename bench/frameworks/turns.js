// A process of its own that does turns of eight steps with one framework. Asked by its parent:
// { framework, url, durationMs, warmUpMs, atOnce }.
import { runFor } from "../support/run-for.js";

const PHASES = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"];
const CONNECTIONS = 14;
const CUSTOMERS = 2_000;

const FRAMEWORKS = {
  async langgraph(url) {
    const { Annotation, StateGraph, START, END } = await import("@langchain/langgraph");
    const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    const saver = new PostgresSaver(pool);
    await saver.setup();
    const State = Annotation.Root({
      messages: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
      phase: Annotation(),
    });
    const graph = new StateGraph(State);
    for (const phase of PHASES) {
      graph.addNode(phase, () =>
        phase === "respond" ? { phase, messages: [{ role: "assistant", text: "hola" }] } : { phase },
      );
    }
    [START, ...PHASES].forEach((from, n) => {
      graph.addEdge(from, PHASES[n] ?? END);
    });
    const compiled = graph.compile({ checkpointer: saver });
    return {
      turn: (customer) =>
        compiled.invoke(
          { messages: [{ role: "user", text: "hola" }] },
          { configurable: { thread_id: `customer-${customer}` } },
        ),
      close: () => pool.end(),
    };
  },

  async mastra(url) {
    const { Mastra } = await import("@mastra/core/mastra");
    const { createStep, createWorkflow } = await import("@mastra/core/workflows");
    const { PostgresStore } = await import("@mastra/pg");
    const { z } = await import("zod");
    const shape = z.object({ customer: z.string(), text: z.string() });
    const storage = new PostgresStore({ connectionString: url, max: CONNECTIONS });
    const workflow = createWorkflow({ id: "turn", inputSchema: shape, outputSchema: shape });
    for (const id of PHASES) {
      workflow.then(
        createStep({ id, inputSchema: shape, outputSchema: shape, execute: async ({ inputData }) => inputData }),
      );
    }
    workflow.commit();
    const mastra = new Mastra({ storage, workflows: { turn: workflow }, logger: false, telemetry: { enabled: false } });
    await storage.init();
    return {
      async turn(customer) {
        const run = await mastra.getWorkflow("turn").createRunAsync();
        const ended = await run.start({ inputData: { customer: String(customer), text: "hola" } });
        if (ended.status !== "success") throw new Error(`the workflow ended as ${ended.status}`);
      },
      close: async () => {},
    };
  },

  async dbos(url) {
    const { DBOS } = await import("@dbos-inc/dbos-sdk");
    DBOS.setConfig({
      name: "bench",
      systemDatabaseUrl: url,
      systemDatabasePoolSize: CONNECTIONS,
      logLevel: "error",
      runAdminServer: false,
    });
    const turn = DBOS.registerWorkflow(
      async (customer) => {
        for (const name of PHASES) await DBOS.runStep(async () => ({ customer, name }), { name });
        return "hola";
      },
      { name: "turn" },
    );
    await DBOS.launch();
    return { turn: (customer) => turn(customer), close: () => DBOS.shutdown() };
  },
};

process.once("message", async ({ framework, url, durationMs, warmUpMs, atOnce }) => {
  try {
    const { turn, close } = await FRAMEWORKS[framework](url);
    let n = 0;
    const next = () => turn(n++ % CUSTOMERS);
    await runFor(next, warmUpMs, atOnce);
    process.send({ kind: "warm" });
    await new Promise((resolve) => process.once("message", resolve));
    const startMs = performance.now();
    const turns = await runFor(next, durationMs, atOnce);
    process.send({ kind: "done", turns, elapsedMs: performance.now() - startMs });
    await close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
});
