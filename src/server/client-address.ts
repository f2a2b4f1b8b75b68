import { BlockList, isIP } from "node:net";
import type { Context } from "hono";
import type { ServerEnv } from "./server-env.ts";

/** The address that a request counts for. */
export type ClientAddress = (c: Context<ServerEnv>) => string;

/** The same by the socket's address and the header `x-forwarded-for`. */
export type AddressOfSocket = (remote: string | undefined, forwardedFor: string | undefined) => string;

export function clientAddressBy(addressOfSocket: AddressOfSocket): ClientAddress {
  return (c) => addressOfSocket(c.env?.incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"));
}

/**
 * Returns the socket's address. For a trusted proxy (RECADO_TRUSTED_PROXIES) it is the last address
 * of `x-forwarded-for` that is no trusted proxy: a sender can invent those before it. An IPv6
 * address counts as its /64, the least that one customer of a provider has.
 */
export function createAddressOfSocket(trustedProxies: readonly string[]): AddressOfSocket {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return (remote = "", forwardedFor = "") => {
    let address = unmapped(remote);
    if (isIP(address) === 0 || !isTrusted(address)) return networkOf(address);
    const forwarded = forwardedFor.split(",");
    for (const one of forwarded.reverse()) {
      const said = unmapped(one.trim());
      if (isIP(said) === 0) break;
      address = said;
      if (!isTrusted(said)) break;
    }
    return networkOf(address);
  };
}

/** Accepts an address or a network: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null;
}

function readNetwork(text: string): { address: string; bits: number; family: "ipv4" | "ipv6" } | null {
  const [address = "", prefix, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const bits = prefix === undefined ? most : /^[0-9]{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return bits <= most ? { address, bits, family: version === 6 ? "ipv6" : "ipv4" } : null;
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const network = readNetwork(proxy);
    if (network === null) throw new Error(`A proxy that the configuration should have refused: ${proxy}`);
    list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}

/** Unwraps the address of an IPv4 caller on a socket for both versions. */
function unmapped(address: string): string {
  const bare = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return isIP(bare) === 4 ? bare : address;
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const all = [...groups, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...(tail ?? "").split(":")];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
