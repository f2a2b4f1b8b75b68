import { faultsOf, listed } from "../app/agents/load-agent-module.ts";
import { RecadoError } from "../core/errors.ts";

/** One sentence for what was expected to be able to happen; the whole stack for a bug. */
export function reportError(thrown: unknown, write: (text: string) => void): void {
  if (thrown instanceof RecadoError) {
    write(`recado: ${thrown.message}\n`);
    return;
  }
  const faults = faultsOf(thrown);
  if (faults !== null) {
    write(`recado: an agent cannot work:\n${listed(faults)}\n`);
    return;
  }
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  write(`${text}\n\nThis is a bug in Recado. Please report it with the lines above.\n`);
}
