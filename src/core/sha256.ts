/** SHA-256 in hexadecimal, of a text's UTF-8 bytes. Written out because a pure folder gets nothing from Node. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + 4 * at);
    mixBlock(words, state);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

const FIRST_PRIMES = firstPrimes(64);
const ROUND_CONSTANTS = Uint32Array.from(FIRST_PRIMES, (prime) => fraction(Math.cbrt(prime)));

function mixBlock(words: Uint32Array, state: Uint32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const late = words[at - 2] as number;
    const early = words[at - 15] as number;
    const lateMix = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    const earlyMix = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    words[at] = lateMix + (words[at - 7] as number) + earlyMix + (words[at - 16] as number);
  }
  // One by one: to take an array apart costs more than the block itself.
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND_CONSTANTS[at] as number) + (words[at] as number);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(value: number): number {
  return Math.floor((value % 1) * 0x1_0000_0000);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
