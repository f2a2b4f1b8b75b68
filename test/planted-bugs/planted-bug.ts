/**
 * One realistic bug for an invariant of ours, and the test that must turn red with it. A bug is a change of our own source:
 * `find` is the shape of the code that it changes (`find-place.ts`), so that a rename moves no bug.
 */
export interface PlantedBug {
  readonly invariant: string;
  readonly bug: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** The name of the test, as a pattern. */
  readonly named: string;
}
