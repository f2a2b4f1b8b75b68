import { expect, test } from "vitest";
import { createAddressOfSocket } from "../../src/server/client-address.ts";

const readAddress = createAddressOfSocket(["10.0.0.0/8", "::1"]);

test.each([
  ["a caller without a proxy", "203.0.113.9", null, "203.0.113.9"],
  ["a caller who makes up another", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a proxy's caller", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["a proxy's caller on a socket of both families", "::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["a proxy's caller who made up what stands before", "10.1.2.3", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
  ["a chain of proxies", "::1", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
  ["a proxy that says nothing", "10.1.2.3", null, "10.1.2.3"],
  ["a proxy that says nonsense", "10.1.2.3", "unknown", "10.1.2.3"],
  ["nothing but proxies", "10.1.2.3", "10.4.4.4", "10.4.4.4"],
  ["an IPv6 caller, as its network", "2001:db8:0:7::1:2", null, "2001:db8:0:7"],
  ["another address of that network", "10.1.2.3", "2001:DB8::7:aaaa:bbbb:cccc:dddd", "2001:db8:0:7"],
  ["a short IPv6 address", "fe80::1%eth0", null, "fe80:0:0:0"],
])("%s", (_, socket, forwarded, expected) => {
  expect(readAddress(socket, forwarded ?? undefined)).toBe(expected);
});
