/**
 * From whatever is found in the data folder to a server that answers: the one that runs is adopted, one that does not
 * answer is replaced, and without one a new one starts.
 */
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError } from "pg";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Passwords } from "./cluster.ts";
import type { Placement } from "./placement.ts";
import { findServer, type PostmasterFile } from "./postmaster-file.ts";
import { type Access, Presence } from "./presence.ts";
import { freePorts } from "./server-port.ts";
import { type ServerSettings, startServer, stopServer } from "./server-process.ts";

/** How long a running server may leave us without an answer before it is replaced. */
const ADOPTION_PATIENCE_MS = 5_000;
/** How long one that is starting or stopping may take: recovery after a crash reads the whole log. */
const TRANSITION_PATIENCE_MS = 60_000;
const AUTHORIZATION_CLASS = "28";
const TOO_MANY_CONNECTIONS = "53300";
/** How long killed predecessors' backends, or a stranger on a port that must stay ours, are waited for. */
const RETRY_PATIENCE_MS = 10_000;

export interface BringUp {
  readonly placement: Placement;
  readonly passwords: Passwords;
  readonly access: Access;
  /** The port others already know, or null when any will do. */
  readonly port: number | null;
  /** Settings of a server that we start, in place of its own. */
  readonly settings?: ServerSettings | undefined;
  readonly logger: Logger;
}

export interface UpServer {
  readonly how: "started" | "adopted";
  readonly port: number;
  readonly presence: Presence;
}

/** Call under the start lock. */
export async function bringUp(work: BringUp): Promise<UpServer> {
  const server = await findOrStart(work);
  try {
    await server.presence.ensureAppLogin(work.passwords.app);
    return server;
  } catch (error) {
    await server.presence.leave();
    throw error;
  }
}

async function findOrStart(work: BringUp): Promise<UpServer> {
  const { placement, logger } = work;
  const found = await findServer(placement.dataPath);
  if (found.kind === "alive") {
    const adopted = await adopt(work, found.file);
    if (adopted !== null) return adopted;
    logger.warn({ pid: found.file.pid }, "a database server was left running and does not answer: replacing it");
    await stopServer(found.file.pid, "immediate", logger);
  }
  const port = await start(work, found.file);
  const presence = await Presence.join({ port, password: work.passwords.superuser }, work.access);
  return { how: "started", port, presence };
}

/** Null when the server is to be replaced: it does not answer, or refuses our password. */
async function adopt(work: BringUp, first: PostmasterFile): Promise<UpServer | null> {
  const { placement, logger } = work;
  let file = first;
  const startedAt = Date.now();
  for (;;) {
    const answer = await tryJoin(work, file);
    if (answer instanceof Presence && file.port !== null) {
      logger.debug({ pid: file.pid, port: file.port }, "adopted the database server that was running");
      return { how: "adopted", port: file.port, presence: answer };
    }
    const patienceMs = file.status === "ready" ? ADOPTION_PATIENCE_MS : TRANSITION_PATIENCE_MS;
    if (answer === "refused" || Date.now() - startedAt > patienceMs) return null;
    await wait(10);
    const found = await findServer(placement.dataPath);
    if (found.kind === "gone") return null;
    file = found.file;
  }
}

async function tryJoin(work: BringUp, { pid, port }: PostmasterFile): Promise<Presence | "refused" | "no_answer"> {
  if (port === null || (work.port !== null && port !== work.port)) return "no_answer";
  try {
    return await Presence.join({ port, password: work.passwords.superuser }, work.access);
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined;
    if (code === TOO_MANY_CONNECTIONS) {
      throw new RecadoError(
        "embedded_database_failed",
        `All connections of the embedded database (process ${pid}) are taken. Stop a Recado process or another client of it.`,
        error,
      );
    }
    if (code === undefined || !code.startsWith(AUTHORIZATION_CLASS)) return "no_answer";
    work.logger.warn({ pid, port, error: errorText(error) }, "the running database server refuses us");
    return "refused";
  }
}

async function start(work: BringUp, stale: PostmasterFile | null): Promise<number> {
  const { placement, logger } = work;
  // Other processes may still hold the address of a server that was killed: its port first.
  for await (const port of work.port === null ? portsToTry(placement, stale) : repeat(work.port)) {
    const outcome = await startPatiently(work, port, stale);
    if (outcome === "ready") return port;
    logger.debug({ port }, "the port was taken when the database wanted it");
  }
  throw new RecadoError(
    "embedded_database_failed",
    work.port === null
      ? "The embedded database found no free port between 20000 and 31999."
      : `The embedded database cannot have its port ${work.port} back: another program took it. Restart Recado.`,
  );
}

async function startPatiently(
  work: BringUp,
  port: number,
  stale: PostmasterFile | null,
): Promise<"ready" | "port_taken"> {
  const { placement } = work;
  const deadlineAt = Date.now() + RETRY_PATIENCE_MS;
  for (;;) {
    const { kind } = await startServer(placement, port, stale, work);
    if (kind !== "predecessor_lingers") return kind;
    if (Date.now() > deadlineAt) {
      throw new RecadoError(
        "embedded_database_failed",
        `Processes of the server that was killed before still work in ${placement.dataPath}. Stop them, then start again.`,
      );
    }
    await wait(50);
  }
}

async function* portsToTry({ dataDir }: Placement, stale: PostmasterFile | null): AsyncGenerator<number> {
  if (stale !== null && stale.port !== null) yield stale.port;
  yield* freePorts(dataDir);
}

async function* repeat(port: number): AsyncGenerator<number> {
  const deadlineAt = Date.now() + RETRY_PATIENCE_MS;
  do {
    yield port;
    await wait(100);
  } while (Date.now() < deadlineAt);
}
