import { afterEach, beforeEach } from "vitest";
import type { AgentInput, Decision } from "../../../src/core/agent/agent.ts";
import type { IntentInfo } from "../../../src/core/agent/intent.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { Auditor } from "../../../src/core/ports/governance/auditor.ts";
import { textKey } from "../../../src/nlu/text/text-key.ts";
import { copyDecisions, LEARNER_DEFAULTS } from "../../../src/runtime/learner.ts";
import { watchStops } from "../../../src/runtime/local-stops.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

export const CANARY = "¿cuánto vale la zarigüeya dorada?";

export const understood = (overrides: Partial<IntentInfo> = {}): IntentInfo => ({
  intent: "precio",
  confidence: 96,
  alternatives: [{ intent: "envio", confidence: 3 }],
  reasoning: "the test says so",
  engine: "linear",
  modelHash: "ab12",
  isSettled: true,
  ...overrides,
});

export type Decide = (input: AgentInput) => Decision;

export const answers =
  (info: IntentInfo | null = understood()): Decide =>
  () =>
    decision("vale 79.900", { intentInfo: info });

/** Says of each text the same. */
export const auditor = (intent: string | null): Auditor => ({
  label: async () => (intent === null ? null : { intent, confidence: 90, model: "claude-test" }),
});

/** Learning from traffic on a real PostgreSQL: a database of its own for each test, because rounds go over all of it. */
export function openLearning() {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  function shopWhoseAgent(decide: Decide, localModel = "ab12", stops = watchStops(database.learning)) {
    const { channel } = recordingChannel();
    const agents = registryOf(testAgent(decide, { localModel }));
    return { ...openShop(database.store, { channel, agents, localStops: stops }), agents, stops };
  }

  /** Lets every said thing be answered, and the time pass after which it is copied. */
  async function allOver(): Promise<void> {
    await eventually("every run is over", async () => {
      return (await database.rows("select from agent_runs where status <> 'completed'")).length === 0;
    });
    await database.advance(31_000);
  }

  const counted: { engine: string; isSettled: boolean }[] = [];
  const copy = (auditPercent = 0, learning = database.learning) =>
    copyDecisions(
      {
        learning,
        fold: textKey,
        settings: { ...LEARNER_DEFAULTS, auditPercent },
        metrics: { decisionLearnt: (one) => counted.push(one) },
        logger: silentLogger,
      },
      0,
    );
  const samples = () => database.rows("select * from nlu_samples order by created_at, run_id");
  const admin = () => database.learningAdmin;
  /** The deeds of the audit log, the oldest first. */
  const deeds = async () =>
    (await database.store.audit.list(DEFAULT_WORKSPACE, { limit: 10 })).items
      .map(({ actor, action }) => `${actor} ${action}`)
      .filter((line) => !line.includes("alert"))
      .reverse();

  return {
    get database() {
      return database;
    },
    shopWhoseAgent,
    allOver,
    counted,
    copy,
    samples,
    admin,
    deeds,
  };
}
