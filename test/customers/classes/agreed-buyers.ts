import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { OFFERING, summing } from "../says/anywhere.ts";
import { PACKS, yes } from "../says/buying.ts";

const WHO = ["mi esposo", "el abuelo", "mi mamá", "el jefe", "la señora", "mi hija"];
const THAT = ["que sí", "que hágale", "que dale", "que listo"];
/** Who agreed, and how: whole, and nothing else. */
const AGREEMENTS = [
  "las tres estamos de acuerdo",
  "todos estamos de acuerdo con el resumen",
  "estoy conforme con el resumen",
  "autorizo el envío con esos datos",
  "todo al pelo",
  "así quedamos",
  "me arriesgo",
  "ya quedamos así",
  "ya le pregunté y dice que sí",
  "ya ella lo revisó y está de acuerdo",
  "le digo que sí",
  "sírvase enviarlo",
];
const YES = ["sí", "sí señora", "confirmado", "listo, sí", "sí, confirmo", "confirme pues"];
/** What changes nothing about the order. */
const BESIDE = [
  "gracias por la paciencia",
  "que mi Dios le pague por la atención",
  "yo le aviso al portero",
  "ya le digo al celador",
  "ya con confianza",
  "pero que venga sellado",
  "que llegue bien empacado",
  "en la casa",
  "yo espero en la casa",
  "antes de que me arrepienta",
  "aquí estoy",
];
/** A condition, a delay, a change or a refusal in nearly the same words. */
const NEARLY = [
  "no estoy de acuerdo con el precio",
  "si mi esposo está de acuerdo",
  "dice mi esposo que no",
  "dice mi esposo que lo piense",
  "yo le aviso mañana",
  "le digo a mi esposo y le confirmo",
  "pero que llegue el viernes",
  "déjeme reviso los datos",
  "que lo mande mañana",
  "le confirmo el viernes",
  "estaba con dudas",
  "gracias por todo pero no",
];

function agreeing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const agreed = draw.chance(0.3) ? `dice ${draw.one(WHO)} ${draw.one(THAT)}` : draw.one(AGREEMENTS);
  const said = draw.chance(0.5) ? `${draw.one(YES)}, ${agreed}` : `${draw.one(YES)}, ${draw.one(BESIDE)}`;
  return { context: summing(pack), steps: [said], order: { pack, total } };
}

function nearlyAgreeing(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  const said = `${draw.one(["sí", "listo", "bueno", "ok, sí"])}, ${draw.one(NEARLY)}`;
  return { context: summing(pack), steps: [said], order: null, forbidden: ["order"] };
}

const COLLECTS = [
  "mejor lo recojo en la oficina",
  "yo lo recojo en la oficina de interrapidísimo",
  "me sale mejor recoger en la oficina",
  "prefiero recogerlo en la oficina, por la lluvia está mala la vía",
];

/** All is told, and the parcel is collected: the summary follows in the same turn. */
function collecting(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const number = { "1x": "un frasco", "2x": "dos frascos", "3x": "tres frascos" }[pack];
  const person = drawPerson(draw);
  const data = `${person.name} ${person.surname}, ${person.phone}, ${person.city}`;
  const how = draw.one(COLLECTS);
  return {
    steps: [`quiero ${number}`, data, how, yes(draw)],
    order: { pack, total },
    fields: { telefono: person.fields["telefono"] ?? "" },
  };
}

/** Hours, and no jars. */
const HOURS = [
  "que me lo traigan de 1 a 2",
  "yo llego a la casa es a la 1 pm, que me lo traigan de 1 a 3",
  "ponga que es entre la 1 y la 2",
  "de 2 a 3 estoy en la casa",
  "de 2 a 3",
  "que sea de 2 a 3",
  "mejor de 1 a 2",
];

function namingHours(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  return {
    context: summing(pack),
    steps: [draw.one(HOURS)],
    order: null,
    forbidden: ["order", ...PACKS.flatMap((one) => (one.pack === pack ? [] : [`pack:${one.pack}`]))],
  };
}

/** How many, in words that leave the goods out. */
const COUNTS: readonly (readonly ["1x" | "2x" | "3x", number, readonly string[]])[] = [
  [
    "1x",
    79900,
    [
      "1 pa mí nomás",
      "uno no más pa que pruebe",
      "uno pa que pruebe el viejo",
      "uno nomás pa probar",
      "uno primero a ver",
    ],
  ],
  [
    "2x",
    129900,
    ["el de dos que sale más barato cada uno", "el parcito", "quiero 2 al hospital", "dos que acá somos varios"],
  ],
  ["3x", 169900, ["tres que acá somos hartos", "quiero 2 no mentira 3", "el de tres porque somos varios"]],
];

function countingWithoutGoods(draw: Draw): Told {
  const [pack, total, said] = draw.one(COUNTS);
  return {
    context: OFFERING,
    steps: [draw.one(said), "sí confirmo"],
    order: { pack, total },
  };
}

/** Buyers who agree, collect and count in words that no list of phrases has. */
export const AGREED_BUYERS: readonly CustomerClass[] = [
  { name: "agrees beside words that change nothing", floor: 0.97, tell: agreeing },
  { name: "nearly agrees, and orders nothing", floor: 1, tell: nearlyAgreeing },
  { name: "collects it, and is asked for nothing else", floor: 0.85, tell: collecting },
  { name: "names hours at the summary", floor: 1, tell: namingHours },
  { name: "counts without naming the goods", floor: 0.95, tell: countingWithoutGoods },
];
