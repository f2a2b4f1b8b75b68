/** Somebody else holds the conversation now: this attempt stops before its next effect and writes nothing more. */
export class LeaseLost extends Error {
  constructor(runId: string) {
    super(`the lease of run ${runId} was lost`);
    this.name = "LeaseLost";
  }
}
