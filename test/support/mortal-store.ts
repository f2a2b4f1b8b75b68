import type { Store } from "../../src/core/ports/store.ts";

/** Statements of a turn, of its model and of what is around it. A process dies before one of them, or after it. */
const EDGES = new Set([
  ...["commit", "flushSteps", "claim", "park", "fail", "resume", "markInFlight", "settle"],
  // The model's ledger.
  ...["standing", "record"],
]);

/** What a person's process writes of a run. */
export const DEEDS_OF_PEOPLE = new Set(["pause", "cancel", "decide"]);

/**
 * A store that its process uses until it dies: what it asks after that never answers. It dies at the `edge`-th of these statements,
 * or when it is told to.
 */
export function mortalStore(
  store: Store,
  edge: number,
  when: "before" | "after",
  statements: ReadonlySet<string> = EDGES,
): { store: Store; isDead: () => boolean; die: () => void } {
  let seen = 0;
  let isDead = false;
  const never = () => new Promise<never>(() => {});
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          if (isDead) return never();
          const isEdge = statements.has(String(name)) && ++seen === edge;
          if (isEdge && when === "before") {
            isDead = true;
            return never();
          }
          const answer: unknown = await Reflect.apply(method, target, args);
          if (isEdge) isDead = true;
          return isDead ? never() : answer;
        };
      },
    });
  const ports = Object.fromEntries(
    Object.entries(store).map(([name, port]) => [name, typeof port === "object" ? mortal(port) : port]),
  );
  return { store: { ...store, ...ports }, isDead: () => isDead, die: () => (isDead = true) };
}
