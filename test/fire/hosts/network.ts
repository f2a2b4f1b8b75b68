import { execFileSync } from "node:child_process";

/**
 * Hosts of their own on this machine: network namespaces on one bridge. Each host loses packets in both directions
 * (iptables), and what it says to the others passes relays that delay it (relay.ts), because kernels of virtual machines
 * often come without netem. What is not on a host (database, pooler, provider, customers) stands at the gateway.
 */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** The words before a command that runs on it. */
  readonly enter: readonly string[];
  readonly cable: Cable;
  setCable(cable: Cable): void;
}

export interface Cable {
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly lossPercent: number;
}

export interface Network {
  readonly gateway: string;
  readonly hosts: readonly Host[];
  close(): void;
}

export const GOOD_CABLE: Cable = { delayMs: 3, jitterMs: 1, lossPercent: 0.2 };
export const SLOW_CABLE: Cable = { delayMs: 120, jitterMs: 40, lossPercent: 3 };
/** Nothing arrives and nothing is refused, as when a switch dies. */
export const CUT_CABLE: Cable = { delayMs: 0, jitterMs: 0, lossPercent: 100 };

/** Why this machine cannot have hosts; null when it can. */
export function whyNoNetwork(): string | null {
  if (process.getuid?.() !== 0) return "it must run as root, which alone may make network namespaces";
  for (const command of ["ip", "iptables", "pgbouncer"]) {
    try {
      execFileSync("which", [command], { stdio: "ignore" });
    } catch {
      return `there is no "${command}" (packages iproute2, iptables and pgbouncer)`;
    }
  }
  return null;
}

export function openNetwork(names: readonly string[]): Network {
  const own = process.pid % 200;
  const bridge = `rcdo${own}`;
  const addressOf = (place: number) => `10.213.${own}.${place}`;
  const made: string[] = [];
  const close = () => {
    for (const name of made) attempt("ip", "netns", "del", name);
    attempt("ip", "link", "del", bridge);
  };
  try {
    run("ip", "link", "add", bridge, "type", "bridge");
    run("ip", "addr", "add", `${addressOf(1)}/24`, "dev", bridge);
    run("ip", "link", "set", bridge, "up");
    const hosts = names.map((name, place): Host => {
      const namespace = `recado-${own}-${name}`;
      const address = addressOf(place + 11);
      const cable = `rcd${own}h${place}`;
      const enter = ["ip", "netns", "exec", namespace];
      run("ip", "netns", "add", namespace);
      made.push(namespace);
      run("ip", "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      run("ip", "link", "set", cable, "master", bridge, "up");
      run(...enter, "ip", "addr", "add", `${address}/24`, "dev", "eth0");
      run(...enter, "ip", "link", "set", "eth0", "up");
      run(...enter, "ip", "link", "set", "lo", "up");
      let cableNow = GOOD_CABLE;
      const host: Host = {
        ...{ name, address, enter },
        get cable() {
          return cableNow;
        },
        setCable(next) {
          cableNow = next;
          const chance = String(next.lossPercent / 100);
          const some = next.lossPercent >= 100 ? [] : ["-m", "statistic", "--mode", "random", "--probability", chance];
          run(...enter, "iptables", "-F");
          run(...enter, "iptables", "-A", "INPUT", "-i", "eth0", ...some, "-j", "DROP");
          run(...enter, "iptables", "-A", "OUTPUT", "-o", "eth0", ...some, "-j", "DROP");
        },
      };
      host.setCable(GOOD_CABLE);
      return host;
    });
    return { gateway: addressOf(1), hosts, close };
  } catch (error) {
    close();
    throw error;
  }
}

function run(...[command = "", ...words]: string[]): void {
  execFileSync(command, words, { stdio: ["ignore", "ignore", "pipe"] });
}

function attempt(...words: string[]): void {
  try {
    run(...words);
  } catch {
    // It is gone already.
  }
}
