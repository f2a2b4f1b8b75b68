import { seededRandom, shuffle } from "../../core/seeded-random.ts";

/** Kinds of people and of moments. One word of each list makes a voice; five lists make some 2,000. */
const AGES = ["a young adult", "a person of about 35", "a person of about 50", "a pensioner"];
const PLACES = ["from the capital", "from the coast", "from a village", "from the mountains", "who has moved here"];
const MANNERS = [
  "polite and full of words",
  "curt",
  "warm and familiar",
  "in a hurry",
  "distrustful",
  "without capitals",
];
const WAYS = ["straight to the point", "in a roundabout way, without the obvious word", "within a longer story"];
const CHANNELS = ["typed with slips of the finger", "typed with care", "dictated", "in two or three words"];

/** Different voices, the same ones for the same seed. */
export function voices(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const all = AGES.flatMap((age) =>
    PLACES.flatMap((place) =>
      MANNERS.flatMap((manner) =>
        WAYS.flatMap((way) => CHANNELS.map((channel) => `${age} ${place}, ${manner}, ${way}, ${channel}`)),
      ),
    ),
  );
  shuffle(all, random);
  return all.slice(0, count);
}
