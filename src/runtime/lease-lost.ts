/**
 * Another worker holds the conversation now. This attempt stops before its next effect and writes
 * nothing more.
 */
export class LeaseLost extends Error {
  constructor(runId: string) {
    super(`the lease of run ${runId} was lost`);
    this.name = "LeaseLost";
  }
}
