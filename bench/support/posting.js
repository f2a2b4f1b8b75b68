// The customers' side: a light HTTP client over raw sockets, and arrivals that do not wait for answers.
import { connect } from "node:net";

const MAX_SOCKETS = 128;

/** Connections to one door, kept alive. One request at a time on each; what finds none free waits, and the wait counts. */
export function openDoor(port) {
  const idle = [];
  const waiting = [];
  let sockets = 0;

  const open = () => {
    sockets += 1;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let current = null;
    let heard = "";
    const next = () => {
      current = waiting.shift() ?? null;
      if (current === null) idle.push(start);
      else socket.write(current.request);
    };
    const start = (job) => {
      current = job;
      socket.write(job.request);
    };
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      heard += text;
      const end = heard.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(heard)?.[1] ?? 0);
      if (heard.length < end + 4 + length) return;
      const status = Number(heard.slice(9, 12));
      heard = heard.slice(end + 4 + length);
      const done = current;
      next();
      done?.resolve({ status, atMs: performance.now() });
    });
    const lose = () => {
      sockets -= 1;
      const at = idle.indexOf(start);
      if (at >= 0) idle.splice(at, 1);
      current?.resolve({ status: 0, atMs: performance.now() });
      current = null;
    };
    socket.once("error", () => {});
    socket.once("close", lose);
    return start;
  };

  return {
    /** Resolves with the answer's status and when it was whole; 0 when the connection was lost. */
    post(request) {
      return new Promise((resolve) => {
        const job = { request, resolve };
        const free = idle.pop() ?? (sockets < MAX_SOCKETS ? open() : null);
        if (free === null) waiting.push(job);
        else free(job);
      });
    },
  };
}

/**
 * Open-loop arrivals: a Poisson stream of `rate` a second, drawn beforehand. `arrive(n, dueMs)` is called at its time or
 * as soon after it as this process wakes; who measures counts from `dueMs`, so that a server that makes us late is charged.
 */
export async function openLoop(rate, count, arrive) {
  const random = seeded(rate * 7919 + count);
  const startMs = performance.now() + 50;
  let dueMs = startMs;
  const due = Array.from({ length: count }, () => {
    dueMs += (-Math.log(1 - random()) * 1000) / rate;
    return dueMs;
  });
  const pending = [];
  for (let n = 0; n < count; ) {
    const now = performance.now();
    while (n < count && due[n] <= now) {
      pending.push(arrive(n, due[n]));
      n += 1;
    }
    if (n < count)
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.floor(due[n] - performance.now()))));
  }
  return Promise.all(pending);
}

/** A small generator of its own, so that each run meets the same arrivals. */
function seeded(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
