/**
 * A message id built like Meta's: base64 of the peer's number and a hexadecimal id between a few
 * fixed bytes. Code must not read it. It is made so that code which treats wamids carelessly (in
 * logs, in URLs, in columns) meets the same difficulties here.
 *
 * @param direction `in` from the customer, `out` to the customer
 * @param uniqueId any unique text; its last 20 hexadecimal digits make the id unique
 */
export function simulatedWamid(peer: string, direction: "in" | "out", uniqueId: string): string {
  const hex = Buffer.from(uniqueId, "utf8").toString("hex");
  const digits = uniqueId.replace(/[^0-9a-f]/gi, "");
  const unique = (digits.length >= 20 ? digits : hex.padStart(20, "0")).slice(-20).toUpperCase();
  const number = Buffer.from(peer.slice(0, 255), "ascii");
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, number.length]),
    number,
    Buffer.from([0x15, 0x02, 0x00, direction === "in" ? 0x12 : 0x11, 0x18, unique.length]),
    Buffer.from(unique, "ascii"),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString("base64")}`;
}
