/** A seeded source of chance (sfc32): the same seed gives the same schedule, bit for bit, on every machine. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = Math.trunc(seed / 0x1_0000_0000) | 0;
    this.#c = 0x9e3779b9;
    for (let n = 0; n < 12; n += 1) this.bits();
  }

  /** 32 bits, signed. */
  bits(): number {
    const t = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    return t;
  }

  /** In [0, 1). */
  fraction(): number {
    return (this.bits() >>> 0) / 0x1_0000_0000;
  }

  /** In 0 … n - 1. */
  below(n: number): number {
    return Math.trunc(this.fraction() * n);
  }

  chance(probability: number): boolean {
    return probability > 0 && this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}
