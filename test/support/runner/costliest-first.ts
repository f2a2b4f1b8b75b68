import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longer than 9 s, the longest first, and small ones that take longer than 5 s. One that begins last would hold
 * one core while the other has nothing left to do: on a fresh clone vitest's own order begins with the largest files.
 */
const COSTLIEST = [
  "fire/failpoints-died",
  "customers/customers",
  "end-to-end/passed-on",
  "model-agent/generated-models-killed",
  "end-to-end/full-disk",
  "embedded/backup",
  "scenarios/parity",
  "cli/agent-modules",
  "embedded/root-and-others",
  "simulation/simulation",
  "set-up/set-up",
  "engines/engines",
  "planted-bugs/planted-bugs",
  "docs/build-an-agent",
  "end-to-end/reminders-over-kills",
  "end-to-end/timers",
  "fire/chaos/chaos",
  "embedded/killed-processes",
  "embedded/shared-folder",
  "postgres/bounded-reads",
  "end-to-end/killed-in-a-sale",
  "fire/failpoints-survived",
  "end-to-end/away",
  "segments/killed-in-a-segment",
  "cli/test/test-scenarios",
  "postgres/store",
  "moves/traffic",
  "engines/inngest",
  "docs/own-tools",
  "end-to-end/timer-preset",
].map((name) => `/test/${name}.test.ts`);

export class CostliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = COSTLIEST.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? COSTLIEST.length : at;
    };
    const isAlone = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1);
    // A worker that has loaded our source ends where the next file wants one of its own, so those come before all others.
    return (await super.sort(files)).sort((one, other) => isAlone(one) - isAlone(other) || place(one) - place(other));
  }
}
