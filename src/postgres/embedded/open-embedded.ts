/**
 * The embedded PostgreSQL: a real server in the data folder, shared by every Recado process that
 * uses the folder. The first process starts it, and the last one out stops it. When it dies, a
 * process that is still there starts it again on the same port. It outlives a killed process; the
 * next start adopts it.
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorText } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { bringUp, type UpServer } from "./bring-up.ts";
import { APP_ROLE, ensureCluster, type Passwords, ROLE } from "./cluster.ts";
import { giveToOwner, openDataDir } from "./data-dir.ts";
import { findPlacement, type Placement } from "./placement.ts";
import { findServer } from "./postmaster-file.ts";
import { addressUrl, Presence } from "./presence.ts";
import { type ServerSettings, stopServer } from "./server-process.ts";
import { withStartLock } from "./start-lock.ts";

export interface EmbeddedOptions {
  readonly dataDir: string;
  /**
   * `exclusive`: refuse when another exclusive process lives on this data folder (`recado start`,
   * `recado serve`). `shared`: join the processes that are there (worker, chat, doctor, migrate).
   */
  readonly access: "exclusive" | "shared";
  /** In place of the server's own, where this process starts it. For a server of tests, which may lose what it holds. */
  readonly settings?: ServerSettings | undefined;
  readonly logger: Logger;
}

export interface EmbeddedDatabase {
  /**
   * `postgres://…@127.0.0.1:<port>/recado`, valid until `close`: a server that dies comes back at the same address. For servers and
   * workers: in a migrated database it acts as recado_runtime, before that it may do nothing.
   */
  readonly url: string;
  /** The same as the superuser: for migrations, and for tests that make databases. */
  readonly ownerUrl: string;
  /** Whether we started the server or found it running. */
  readonly how: "started" | "adopted";
  /** Leaves; the last one out stops the server. */
  close(): Promise<void>;
}

/**
 * Errors: `data_dir_in_use`, `data_dir_unusable`, `embedded_database_failed`, `embedded_database_unsupported`.
 *
 * Connections of this process to the database should bear the application name `recado <what> pid <process.pid>`: others
 * with the prefix `recado` keep the server up when we leave.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { access, settings, logger } = options;
  const dataDir = await openDataDir(options.dataDir);
  const lockDir = join(dataDir, "postgres.lock");
  const opened = await withStartLock(lockDir, async () => {
    giveToOwner(dataDir, lockDir);
    const placement = await findPlacement(dataDir, logger);
    const passwords = await ensureCluster(placement, logger);
    const server = await bringUp({ placement, passwords, access, port: null, settings, logger });
    return { placement, passwords, server };
  });
  const { placement, passwords, server } = opened;
  const house = { ...options, placement, passwords, port: server.port, lockDir };
  try {
    if (access === "exclusive") await server.presence.claimOwnership(dataDir);
  } catch (error) {
    await leave(house, server.presence);
    throw error;
  }
  const guard = guardServer(house, server);
  let closed: Promise<void> | null = null;
  return {
    url: addressUrl({ port: server.port, password: passwords.app }, APP_ROLE),
    ownerUrl: addressUrl({ port: server.port, password: passwords.superuser }, ROLE),
    how: server.how,
    close: () => (closed ??= guard.stop().then((presence) => leave(house, presence))),
  };
}

interface House extends EmbeddedOptions {
  readonly placement: Placement;
  readonly passwords: Passwords;
  readonly port: number;
  readonly lockDir: string;
}

/** Watches our presence; when the server dies, brings it up again at the same address. */
function guardServer(house: House, server: UpServer): { stop(): Promise<Presence> } {
  const stopping = new AbortController();
  const whenStopping = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  let presence = server.presence;
  const watching = (async () => {
    for (;;) {
      await Promise.race([presence.lost, whenStopping]);
      if (stopping.signal.aborted) return;
      house.logger.warn({ port: house.port }, "the connection to the embedded database broke: bringing it up again");
      presence = (await comeBack(house, stopping.signal)) ?? presence;
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return presence;
    },
  };
}

/** Null when told to stop before it worked. */
async function comeBack(house: House, signal: AbortSignal): Promise<Presence | null> {
  const { placement, passwords, access, port, settings, logger, lockDir } = house;
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      const server = await withStartLock(lockDir, () =>
        bringUp({ placement, passwords, access, port, settings, logger }),
      );
      try {
        if (access === "exclusive") await server.presence.claimOwnership(placement.dataDir);
      } catch (error) {
        await server.presence.leave();
        throw error;
      }
      logger.info({ port, how: server.how }, "the embedded database is back");
      return server.presence;
    } catch (error) {
      logger.error(
        { error: errorText(error), next_try_ms: pauseMs },
        "the embedded database could not be brought up again",
      );
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined); // told to stop: the loop's condition sees it
  }
  return null;
}

async function leave(house: House, presence: Presence): Promise<void> {
  const { placement, lockDir, logger } = house;
  await withStartLock(lockDir, async () => {
    if (await hasCompany(house, presence)) return;
    const found = await findServer(placement.dataPath);
    if (found.kind === "alive") await stopServer(found.file.pid, "fast", logger);
  });
}

async function hasCompany({ port, passwords, access, logger }: House, presence: Presence): Promise<boolean> {
  try {
    return await presence.hasCompany();
  } catch (error) {
    // Our connection broke just now. Another process may have brought the server up again: ask that
    // one.
    logger.debug({ error: errorText(error) }, "leaving over a fresh connection");
  } finally {
    await presence.leave();
  }
  try {
    const fresh = await Presence.join({ port, password: passwords.superuser }, access);
    return await fresh.hasCompany().finally(() => fresh.leave());
  } catch (error) {
    logger.debug({ error: errorText(error) }, "the embedded database can no longer be used");
    return false;
  }
}
