import { vi } from "vitest";

/** Looks again until the check passes. The machine may be busy with ten other tests. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 });
}
