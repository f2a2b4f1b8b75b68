import { Random } from "../support/random.ts";

/** Words drawn by a seed: the same seed gives the same customer on every machine. */
export class Draw {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  one<Item>(items: readonly Item[]): Item {
    return this.#random.pick(items);
  }

  chance(probability: number): boolean {
    return this.#random.chance(probability);
  }

  /** In `from` … `to`, both included. */
  between(from: number, to: number): number {
    return from + this.#random.below(to - from + 1);
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.#random.below(10)).join("");
  }

  /** `count` of them, no one twice, in any order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    return this.shuffled(items).slice(0, count);
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    const drawn: Item[] = [];
    while (left.length > 0) drawn.push(...left.splice(this.#random.below(left.length), 1));
    return drawn;
  }
}
