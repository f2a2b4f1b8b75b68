import type { MiddlewareHandler } from "hono";
import { RecadoError } from "../../core/errors.ts";
import type { Principal } from "../../core/operations/principal.ts";
import type { ServerEnv } from "../server-env.ts";
import { partOf } from "./route-access.ts";

/**
 * One person or program, and a whole workspace, get this many reads at once. The pool behind them
 * has six connections.
 */
const MOST_OF_A_PRINCIPAL = 4;
const MOST_OF_A_WORKSPACE = 5;
/**
 * A page of the Studio sends several requests at once: beyond the limit, at most this many requests
 * wait, and at most this long.
 */
const PATIENCE_MS = 3_000;
const MOST_WAITING = 16;

const READS = new Set(["GET", "HEAD"]);

interface Share {
  readonly of: string;
  readonly most: number;
}

interface Waiting {
  readonly shares: readonly Share[];
  readonly enter: () => void;
}

/**
 * Limits reads at once below `/internal`, so that one workspace's readers leave room for the
 * others.
 */
export class ReadLimit {
  readonly #inHand = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** Returns a function that gives the place back. Throws when no place came free in time. */
  async enter({ workspaceId, identity }: Pick<Principal, "workspaceId" | "identity">): Promise<() => void> {
    const shares = [
      { of: JSON.stringify([workspaceId, identity]), most: MOST_OF_A_PRINCIPAL },
      { of: workspaceId, most: MOST_OF_A_WORKSPACE },
    ];
    if (this.#hasRoom(shares)) this.#count(shares, 1);
    else await this.#wait(shares);
    return () => {
      this.#count(shares, -1);
      this.#letNextIn();
    };
  }

  #wait(shares: readonly Share[]): Promise<void> {
    const [own] = shares;
    const before = this.#waiting.filter((one) => one.shares[0]?.of === own?.of).length;
    if (before >= MOST_WAITING) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        shares,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(tooMany());
      }, PATIENCE_MS);
      this.#waiting.push(waiting);
    });
  }

  /** Lets in the first of those that have room now. */
  #letNextIn(): void {
    const place = this.#waiting.findIndex(({ shares }) => this.#hasRoom(shares));
    const [next] = place === -1 ? [] : this.#waiting.splice(place, 1);
    if (next === undefined) return;
    this.#count(next.shares, 1);
    next.enter();
  }

  #hasRoom(shares: readonly Share[]): boolean {
    return shares.every(({ of, most }) => (this.#inHand.get(of) ?? 0) < most);
  }

  #count(shares: readonly Share[], change: 1 | -1): void {
    for (const { of } of shares) {
      const left = (this.#inHand.get(of) ?? 0) + change;
      if (left === 0) this.#inHand.delete(of);
      else this.#inHand.set(of, left);
    }
  }
}

/** Limits reads alone. Commands are few and short, and a person waits for each. */
export function limitReads(limit: ReadLimit): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (!READS.has(c.req.method) && partOf(c.req.path) !== "mcp") return next();
    const leave = await limit.enter(c.get("principal"));
    try {
      await next();
    } finally {
      leave();
    }
  };
}

function tooMany(): RecadoError {
  return new RecadoError(
    "overloaded",
    `You have ${MOST_OF_A_PRINCIPAL} reads under way, or your workspace has ${MOST_OF_A_WORKSPACE}. Try again in a moment.`,
  );
}
