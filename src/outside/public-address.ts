import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Where a tool may connect to (threat E5). A name is resolved once, all of its addresses are
 * judged, and the connection goes to the judged one, so no second answer of a name server can move
 * it. An address is judged by its value, in whatever way it is written.
 */
const PRIVATE_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** For IPv6, only the public range (2000::/3), without the parts that stand for another network. */
const PRIVATE_V6 = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20], // // for documentation, like 2001:db8::/32
] as const;

/** Cloud machines hand out their own keys at these addresses; no definition needs them. */
const METADATA = new BlockList();
METADATA.addSubnet("169.254.0.0", 16, "ipv4");
METADATA.addAddress("fd00:ec2::254", "ipv6");

// Two lists: a single list would also look up an IPv4 address among those of IPv6, where none is
// public.
const NOT_PUBLIC_V4 = new BlockList();
for (const [network, prefix] of PRIVATE_V4) NOT_PUBLIC_V4.addSubnet(network, prefix, "ipv4");
const NOT_PUBLIC_V6 = new BlockList();
for (const [network, prefix] of PRIVATE_V6) NOT_PUBLIC_V6.addSubnet(network, prefix, "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? !NOT_PUBLIC_V6.check(address, "ipv6") : !NOT_PUBLIC_V4.check(address, "ipv4");
}

function mayConnect(address: string, mayBePrivate: boolean): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return mayBePrivate ? !METADATA.check(address, family) : isPublicAddress(address);
}

/** A host name that itself says that it is on this machine or in this network. */
export function isLocalHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (bare === "localhost" || bare.endsWith(".localhost")) return true;
  return isIP(bare) !== 0 && !isPublicAddress(bare);
}

/**
 * null, or the reason why no connection is allowed. For a host that is an address: an address is
 * never looked up.
 */
export function refusalOfHost(hostname: string, mayBePrivate: boolean): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 0 || mayConnect(bare, mayBePrivate)) return null;
  return `${bare} is an address of a private network`;
}

export class AddressRefused extends Error {}

/** For `http.request`: resolves a name to an allowed address, or fails with AddressRefused. */
export function guardedLookup(mayBePrivate: boolean, resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { family: options.family ?? 0, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const refused = addresses.find(({ address }) => !mayConnect(address, mayBePrivate));
      const [first] = addresses;
      if (refused !== undefined || first === undefined) {
        return callback(
          new AddressRefused(`${hostname} is ${refused?.address ?? "nowhere"}, which is no public address`),
          "",
          0,
        );
      }
      if (options.all === true) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
