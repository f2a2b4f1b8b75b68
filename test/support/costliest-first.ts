import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longer than 15 s, the longest first. One that begins last would hold one core while the other has nothing
 * left to do. All others follow in vitest's own order.
 */
const COSTLIEST = [
  "planted-bugs/planted-bugs",
  "fire/failpoints-died",
  "fire/chaos/chaos",
  "server/webhook-fuzz",
  "set-up/set-up",
  "fire/failpoints-survived",
  "postgres/store",
  "cli/test/test-scenarios",
  "embedded/killed-processes",
  "embedded/root-and-others",
  "embedded/shared-folder",
  "nlu/linear/public-corpora",
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
