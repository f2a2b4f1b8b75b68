import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** PgBouncer in transaction mode before the given server, as Supabase and others put one. */
export interface Pooler {
  /** The address of the same database behind it. */
  urlOf(databaseUrl: string): string;
  /** Ends all its connections at once, and starts again. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

const PORT = 6432;

export async function openPooler(serverUrl: string, host: string): Promise<Pooler> {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), "recado-pooler-"));
  await chmod(folder, 0o755);
  const settings = join(folder, "pgbouncer.ini");
  const login = `user=${decodeURIComponent(server.username)} password=${decodeURIComponent(server.password)}`;
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} ${login}
[pgbouncer]
listen_addr = ${host}
listen_port = ${PORT}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 24
max_client_conn = 400
`,
  );
  let isOpen = true;
  let printed = "";
  let bouncer = start();
  function start(): ChildProcess {
    // It refuses to run as root.
    const child = spawn("pgbouncer", ["-u", "nobody", settings], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.on("data", (chunk) => (printed = `${printed}${chunk}`.slice(-4_000)));
    child.once("exit", () => {
      if (isOpen) bouncer = start();
    });
    return child;
  }
  const end = async () => {
    const ended = new Promise((resolve) => bouncer.once("exit", resolve));
    bouncer.kill("SIGKILL");
    await ended;
  };
  const untilUp = async () => {
    const giveUpAt = performance.now() + 15_000;
    while (!(await answers(host))) {
      if (performance.now() > giveUpAt) throw new Error(`pgbouncer did not start:\n${printed}`);
      await pause(50);
    }
  };
  await untilUp();
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = host;
      url.port = String(PORT);
      // Its own servers prove who they are; the pooler does not.
      url.searchParams.delete("require_auth");
      url.searchParams.set("pgbouncer", "true");
      return url.toString();
    },
    async crash() {
      await end();
      await untilUp();
    },
    async close() {
      isOpen = false;
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(PORT, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
