import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson, plain } from "../people.ts";
import { summing } from "../says/anywhere.ts";
import { greeting, PACKS, wishFor, yes } from "../says/buying.ts";

/** Whether a parcel reaches the customer's city, in a question. */
const asksOf = (draw: Draw, city: string): string =>
  draw.one([
    `¿llega a ${city}?`,
    `y eso lo mandan hasta ${city}?`,
    `hacen envíos a ${city}?`,
    `me lo envían a ${city}`,
    `hasta ${city} llega?`,
    `cuánto demora a ${city}?`,
    `será que llega a ${city}`,
    `despachan para ${city}?`,
  ]);

/** They ask whether it reaches their city and tell everything but the city: it goes there, and the summary says so. */
function askingOfTheirCity(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone, address, fields } = drawPerson(draw);
  const { correo: _, ...told } = fields;
  const city = draw.one([
    told["ciudad"] ?? "",
    plain(told["ciudad"] ?? ""),
    `${told["ciudad"]} ${told["departamento"]}`,
  ]);
  return {
    steps: [
      greeting(draw),
      asksOf(draw, city),
      wishFor(draw, pack),
      `${name} ${surname}`,
      phone,
      address,
      yes(draw),
      yes(draw),
    ],
    order: { pack, total },
    fields: told,
  };
}

/** Silence behind the summary, and what they say when they are asked whether it goes to the city that they only asked about. */
const TO_THE_PLACE = ["silence", "yes", "no, and another city", "another city"] as const;

function silentAboutTheirCity(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone, address } = drawPerson(draw);
  const [asked, other] = draw.some(["Pasto", "Tunja", "Ibagué", "Neiva", "Montería", "Popayán"], 2);
  const steps = [
    greeting(draw),
    asksOf(draw, asked ?? ""),
    wishFor(draw, pack),
    `${name} ${surname}`,
    phone,
    address,
    { wait: "21m" },
  ];
  switch (draw.one(TO_THE_PLACE)) {
    case "silence":
      return { steps: [...steps, { wait: "2h" }], order: null, forbidden: ["order"] };
    case "yes":
      return { steps: [...steps, yes(draw)], order: { pack, total }, fields: { ciudad: asked ?? "" } };
    case "no, and another city":
      return {
        steps: [...steps, "no", other ?? "", yes(draw)],
        order: { pack, total },
        fields: { ciudad: other ?? "" },
      };
    case "another city":
      return {
        steps: [...steps, `no, para ${other}`, yes(draw)],
        order: { pack, total },
        fields: { ciudad: other ?? "" },
      };
  }
}

/** Two cities in one question are no answer to where it goes. */
function askingOfTwoCities(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  const { name, surname, phone, address } = drawPerson(draw);
  const [one, other] = draw.some(["Pasto", "Tunja", "Ibagué", "Neiva", "Cali"], 2);
  return {
    steps: [
      `¿llega a ${one} y a ${other}?`,
      wishFor(draw, pack),
      `${name} ${surname}`,
      phone,
      address,
      yes(draw),
      yes(draw),
    ],
    order: null,
    forbidden: ["order", "field:ciudad"],
  };
}

/** A number of jars behind whatever verb: the yes that names none means it, and the summary says it back. */
const COUNTS: Readonly<Record<string, readonly string[]>> = {
  "1x": ["toca uno porque estoy sin plata", "mi patrona dijo que le pidiera un frasco", "me alcanza pa uno nada más"],
  "2x": ["tocaría dos porque somos dos en la casa", "mi mujer dijo que dos frascos", "nos caen bien dos, pues"],
  "3x": ["tocaría tres porque somos hartos", "mi mamá dijo que tres frascos", "3 und. por favor"],
};

function countingInTheirWords(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone, address, city } = drawPerson(draw);
  return {
    steps: [
      draw.one(COUNTS[pack] ?? []),
      `${name} ${surname}, ${phone}, ${address}, ${city}`,
      "sí, todo bien",
      yes(draw),
      yes(draw),
    ],
    order: { pack, total },
  };
}

/** The first words of all come in one burst, a datum a message: the bare city and department are theirs as well. */
function tellingAllInOneBurst(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone, address, fields } = drawPerson(draw);
  const { correo: _, ...told } = fields;
  const where = [told["ciudad"] ?? "", told["departamento"] ?? ""];
  return {
    steps: [
      [greeting(draw), wishFor(draw, pack), `${name} ${surname}`, phone, address, ...where],
      yes(draw),
      yes(draw),
    ],
    order: { pack, total },
    fields: told,
  };
}

const ENDEARMENTS =
  "vecinita|mi parcerito|doctorcita|señito|mijita linda|compa|mi reina bella|compadrito|ombe|mi hermano|profe|mi llave|veci|mona".split(
    "|",
  );
const YESES = ["sí", "si", "dale", "listo", "claro", "sí, confirmo", "hágale", "correcto"];

/** A yes with what they call us behind it, in words of an open class, orders what was summed up. */
function agreeingWithEndearment(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  return {
    context: summing(pack),
    steps: [`${draw.one(YESES)} ${draw.one(ENDEARMENTS)}`],
    order: { pack, total },
  };
}

/** What the customer told earlier, or how they say yes, decides: no question need be answered twice. */
export const CONTEXT_BUYERS: readonly CustomerClass[] = [
  { name: "asks whether it reaches a city, and never tells the city", floor: 0.95, tell: askingOfTheirCity },
  { name: "asks whether it reaches a city, and is silent", floor: 0.95, tell: silentAboutTheirCity },
  { name: "asks of two cities, and tells none", floor: 1, tell: askingOfTwoCities },
  { name: "tells all in the first burst, a datum a message", floor: 0.95, tell: tellingAllInOneBurst },
  { name: "counts in words of their own", floor: 0.9, tell: countingInTheirWords },
  { name: "says yes with a term of endearment", floor: 0.97, tell: agreeingWithEndearment },
];
