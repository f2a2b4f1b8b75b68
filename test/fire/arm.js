// @ts-check
/**
 * Edges around the calls of our ports, and what happens at the one that is armed. It lives in test/ alone: production has
 * no failpoint by construction. Plain JavaScript, because it also runs in processes of the compiled app.
 *
 * @typedef {"crash" | "stop" | "throw" | "delay"} Action
 *
 * - `crash`: the process kills itself with SIGKILL
 * - `stop`: it stops itself with SIGSTOP; whoever started it continues it
 * - `throw`: the call fails; after the call this is the lost answer: it was done, and the caller is told that it failed
 * - `delay`: the call takes longer
 *
 * @typedef {object} Arm
 * @property {string} point `<part>.<method>` of a port, or `statement.<words of the SQL>`
 * @property {"before" | "after"} when
 * @property {Action} action
 * @property {number} [nth] the first hit, unless told
 *
 * @typedef {(arm: Arm) => Promise<void> | void} Strike does the action; throws for `throw`
 */

/** @param {Strike} strike */
export function createFire(strike) {
  /** @type {Arm | null} */
  let armed = null;
  let hits = 0;

  /**
   * @param {string} point
   * @param {"before" | "after"} when
   */
  const isHit = (point, when) => {
    if (armed === null || armed.point !== point || armed.when !== when) return null;
    hits += 1;
    if (hits < (armed.nth ?? 1)) return null;
    const hit = armed;
    armed = null;
    return hit;
  };

  /**
   * @template {object} Port
   * @param {string} part
   * @param {Port} port
   * @returns {Port}
   */
  const wrap = (part, port) =>
    new Proxy(port, {
      get(inner, name, receiver) {
        const method = Reflect.get(inner, name, receiver);
        if (typeof method !== "function") return method;
        const point = `${part}.${String(name)}`;
        return async (/** @type {unknown[]} */ ...args) => {
          if (hasWork(args)) {
            const hit = isHit(point, "before");
            if (hit !== null) await strike(hit);
          }
          const result = await method.apply(inner, args);
          if (hasWork(args) && hasResult(result)) {
            const hit = isHit(point, "after");
            if (hit !== null) await strike(hit);
          }
          return result;
        };
      },
    });

  return {
    /** @param {Arm | null} arm */
    arm(arm) {
      armed = arm;
      hits = 0;
    },
    isHit,
    /** @param {import("../../src/core/ports/store.ts").Store} store */
    wrapStore(store) {
      /** @type {Record<string, unknown>} */
      const wrapped = {};
      for (const [part, port] of Object.entries(store))
        wrapped[part] = typeof port === "object" ? wrap(part, port) : port;
      return /** @type {typeof store} */ ({ ...store, ...wrapped });
    },
    /** @param {import("../../src/core/ports/channel.ts").Channel} channel */
    wrapChannel: (channel) => wrap("channel", channel),
  };
}

/**
 * A call that is given nothing to do is no edge.
 * @param {unknown[]} args
 */
const hasWork = (args) => !args.some((arg) => Array.isArray(arg) && arg.length === 0);

/**
 * A claim that took nothing, a sweep that freed nothing and a moment in which nothing came due are no edges.
 * @param {unknown} result
 */
function hasResult(result) {
  if (typeof result !== "object" || result === null || "items" in result) return true;
  if ("turns" in result) return Array.isArray(result.turns) && result.turns.length > 0;
  if ("claims" in result) return Array.isArray(result.claims) && result.claims.length > 0;
  if ("fired" in result) return result.fired !== 0;
  if ("closed" in result) return result.closed !== 0;
  if ("resumed" in result) return result.resumed !== 0;
  return !("deadWorkers" in result) || result.deadWorkers !== 0;
}
