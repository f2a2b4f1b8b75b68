import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { choiceOf, greeting, opening, PACKS, question, smallTalk, WISHES, wishFor, yes } from "../says/buying.ts";
import { telling } from "../says/telling.ts";

/** A willing buyer: asks, chats, buys, tells everything once and says yes. */
function buy(draw: Draw): Told {
  const person = drawPerson(draw);
  const { pack, total } = draw.one(PACKS);
  const asides = (): string[] => (draw.chance(0.25) ? [draw.chance(0.5) ? smallTalk(draw) : question(draw)] : []);
  const told = telling(draw, person).flatMap((line, at) => (at === 0 ? [line] : [...asides(), line]));
  const way = draw.one(["pack first", "pack first", "pack last", "pack last", "all at once"] as const);
  const steps = [opening(draw), ...asides(), ...asides()];
  if (way === "pack first") steps.push(wishFor(draw, pack), ...told);
  if (way === "pack last") steps.push(draw.one(WISHES), ...told, ...asides(), choiceOf(draw, pack));
  if (way === "all at once") {
    const [first = "", ...rest] = told;
    steps.splice(0, steps.length, `${greeting(draw)}, ${wishFor(draw, pack)}. ${first}`, ...rest);
  }
  return { steps: [...steps, ...asides(), yes(draw)], order: { pack, total }, fields: person.fields };
}

export const WILLING_BUYERS: CustomerClass = { name: "a willing buyer", floor: 0.95, tell: buy };
