import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgentRegistry } from "../../../agents/registry.ts";
import type { LoadedAgent } from "../../../app/agents/load-agent.ts";
import { startApp } from "../../../app/app.ts";
import { readConfig } from "../../../app/config.ts";
import { createLogger } from "../../../app/log.ts";
import { DEFAULT_WORKSPACE } from "../../../core/ids.ts";
import { templatesOf } from "../../../lab/memory/memory-crm.ts";
import { type JudgedScenario, judgeScenario } from "../../../lab/scenarios/judge-scenario.ts";
import type { LocatedScenario } from "../../../lab/scenarios/located-scenario.ts";
import { openEmbedded } from "../../../postgres/embedded/open-embedded.ts";
import { openScenarioDatabase } from "../../../postgres/lab/scenario-database.ts";
import { createIdMaker } from "../../../runtime/id-maker.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { openFullClient } from "./full-client.ts";
import { Gate } from "./gate.ts";
import { Mailboxes } from "./mailboxes.ts";
import { playInFull } from "./play-in-full.ts";
import { STAGED_READERS } from "./staged-files.ts";
import { stagedParts } from "./staged-parts.ts";
import { type Staging, stagingAgent } from "./staging-agent.ts";
import { Timeline } from "./timeline.ts";

/** The stage of `recado test --full`: a whole Recado with its simulator, on a database of its own. */
export interface FullStage {
  play(scenarios: readonly LocatedScenario[], onJudged: (judged: JudgedScenario) => void): Promise<JudgedScenario[]>;
  close(): Promise<void>;
}

/** Ten in the morning where the shop is, as in memory. */
const START = new Date("2025-03-03T15:00:00.000Z");
const DAY_MS = 86_400_000;

/** Conversations that live through the same time, and how many customers of them write at once. */
const TOGETHER = 400;
const AT_ONCE = 8;

export async function openFullStage({ agent, parts }: LoadedAgent, databaseUrl: string | null): Promise<FullStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-scenarios-"));
  const closers: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const logger = createLogger({ level: "fatal", style: "line", secrets: [] });
    const server =
      databaseUrl === null ? await openEmbedded({ dataDir, access: "exclusive", logger }) : { ownerUrl: databaseUrl };
    if ("close" in server) closers.push(() => server.close());
    const database = await openScenarioDatabase(server.ownerUrl, logger);
    closers.push(() => database.drop());
    let morning = START;
    let now = morning;
    await database.setClock(morning);
    const stagings = new Map<string, Staging>();
    const played = stagingAgent(agent, stagings);
    const app = await startApp(
      stageConfig(database.url, dataDir, agent.id),
      { http: true, worker: true, access: "exclusive", logStyle: "line" },
      // One time for all: what the simulator stamps, what the door reads, what the database counts from.
      {
        ...{ agents: createAgentRegistry([played]), clock: { ...systemClock, now: () => now }, ...STAGED_READERS },
        parts: await stagedParts(parts),
      },
    );
    closers.push(() => app.stop());
    for (const template of templatesOf(agent)) {
      await database.templates.save(DEFAULT_WORKSPACE, template, "scenarios");
    }
    await openFullClient(app, "573000000000").retrySoon();
    const mailboxes = new Mailboxes(database);
    const gate = new Gate(AT_ONCE);
    const newId = createIdMaker(() => Date.now());
    let customers = 0;

    const playTogether = async (scenarios: readonly LocatedScenario[], onJudged: (judged: JudgedScenario) => void) => {
      const setClock = async (at: Date) => {
        now = at;
        await database.setClock(at);
      };
      await setClock(morning);
      const settled = () => mailboxes.settled(null);
      const timeline = new Timeline(database, { settled, newId, setClock, logger, start: morning });
      const open = ({ scenario }: LocatedScenario) => {
        customers += 1;
        const phone = `57300${String(customers).padStart(7, "0")}`;
        const client = openFullClient(app, phone);
        return playInFull(scenario, { agent, phone, client, database, mailboxes, timeline, stagings, gate });
      };
      const judged = await Promise.all(
        scenarios.map((located) =>
          timeline.live(async () => {
            const one = await judgeScenario(located, { where: "full", open });
            onJudged(one);
            return one;
          }),
        ),
      );
      while (morning <= timeline.now()) morning = new Date(morning.getTime() + DAY_MS);
      return judged;
    };

    return {
      async play(scenarios, onJudged) {
        const judged = new Map<LocatedScenario, JudgedScenario>();
        for (const group of groupsOf(scenarios)) {
          for (const one of await playTogether(group, onJudged)) judged.set(one.located, one);
        }
        return scenarios.flatMap((located) => judged.get(located) ?? []);
      },
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** While a worker is away it is away for all: such a scenario is played alone. */
function groupsOf(scenarios: readonly LocatedScenario[]): LocatedScenario[][] {
  const isAway = ({ scenario }: LocatedScenario) => scenario.steps.some(({ away }) => away !== undefined);
  const together = scenarios.filter((located) => !isAway(located));
  const groups: LocatedScenario[][] = scenarios.filter(isAway).map((located) => [located]);
  for (let at = 0; at < together.length; at += TOGETHER) groups.push(together.slice(at, at + TOGETHER));
  return groups;
}

/** A failure is reported with the scenario that it broke. */
function stageConfig(databaseUrl: string, dataDir: string, agentId: string) {
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: "0",
    RECADO_DATA_DIR: dataDir,
    LOG_LEVEL: "fatal",
    RECADO_AGENT: agentId,
  };
  return readConfig(env, { agentIds: [agentId], cwd: process.cwd() });
}
