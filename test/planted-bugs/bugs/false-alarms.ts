import type { PlantedBug } from "../planted-bug.ts";

/** Bugs by which a willing buyer is taken for one who complains, wants a person or buys for a child. */
export const FALSE_ALARM_BUGS: readonly PlantedBug[] = [
  {
    invariant: "a willing buyer gets an order",
    bug: '"¿hay alguien?" is a wish for a person',
    file: "src/nlu/heads/hear-messages.ts",
    find: "withPlainGreeting(withoutSurname(said))",
    replace: "withoutSurname(said)",
    test: "test/customers/customers.test.ts",
    named: "calls into the room, and buys",
  },
  {
    invariant: "a willing buyer gets an order",
    bug: "a datum that was wrong is a complaint",
    file: "src/nlu/reading/offline-reader.ts",
    find: 'Object.keys(fields).length > 0 ? rest.replace(WAS_WRONG, " ") : rest;',
    replace: 'Object.keys(fields).length > 99 ? rest.replace(WAS_WRONG, " ") : rest;',
    test: "test/customers/customers.test.ts",
    named: "says at the summary which datum is wrong",
  },
  {
    invariant: "a parcel goes to who receives it, where they live",
    bug: "a town that is all of a message, once all is told, is not heard",
    file: "src/nlu/reading/read-agent-fields.ts",
    find: 'const isAllTold = asked === "offer" || asked === "summary";',
    replace: 'const isAllTold = asked === "data";',
    test: "test/customers/customers.test.ts",
    named: "says at the summary which datum is wrong",
  },
  {
    invariant: "a willing buyer gets an order",
    bug: "a grandchild who only speaks holds the sale",
    file: "src/nlu/heads/minors.ts",
    find: "(?:dice|dijo|cuenta|conto|avis|ayud|ensen|mostr|explic)",
    replace: "(?:susurr|grit)",
    test: "test/customers/customers.test.ts",
    named: "a grandchild only speaks",
  },
];
