import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { summing } from "../says/anywhere.ts";
import { PACKS, type Pack } from "../says/buying.ts";

const OPENERS = ["", "", "", "ay ", "bueno, ", "listo, ", "ah bueno, ", "pues ", "ok, "];
const CORES =
  "sí|sí señora|confirmo|sí confirmo|confirmado|sí, confirmado|confírmelo|listo, confirmo|sí, mándelo|sí, procede|komfirmo".split(
    "|",
  );
const NUMBER: Readonly<Record<Pack, string>> = { "1x": "uno", "2x": "dos", "3x": "tres" };
const PRICE: Readonly<Record<Pack, string>> = { "1x": "79.900", "2x": "129.900", "3x": "169.900" };
/** What stands beside a yes, in each of its kinds. */
const BESIDE = [
  ["usted copió todo bien", "quedó muy bien escrito", "todo cuadra perfecto", "todo coincide con lo pedido"],
  [
    "mi yerno lo recibe",
    "mi cuñada paga al recibir",
    "la señora de la casa lo espera",
    "ella ya sabe",
    "mi nuera está enterada",
  ],
  [
    "ojalá llegue ligero",
    "espero que me sirva",
    "a ver si por fin descanso",
    "que venga rápido",
    "pero que no se demore tanto",
  ],
  ["qué se le va a hacer", "no importa", "sin problema", "como quieran", "cuando gusten"],
  ["con esa misma dirección", "a nombre de mi suegra", "en esa dirección que le di", "con ese valor"],
  ["ahí los espero", "aquí estoy todo el día", "siempre estoy", "por acá los recibimos"],
  ["me avisan cuando despachen", "me llaman antes de llegar", "me timbran al llegar"],
  ["tengo la plata lista", "en efectivo está perfecto", "pago por Bancolombia"],
  ["que me urge", "que tengo afán", "necesito descansar ya"],
  ["que nos estamos cayendo del sueño", "porque ya no aguanto este desvelo", "que acá no dormimos nada"],
  ["el abuelo dice que confirma", "dice mi tía que lo manden", "usted sabe que sí", "queda en firme"],
  ["perdone la tardanza", "quedo a la espera", "confío en ustedes", "nada que corregir", "sin ningún cambio"],
  ["que el muchacho me timbre duro", "le aviso al celador", "que me lo traigan a la casita"],
] as const;
const CALLED = ["", "", "", " mija", " joven", " vecina", " su merced", " mi reina"];

/** A clear yes, and more: nothing of it changes, puts off or doubts. */
function yesAndMore(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const of = draw.chance(0.3)
    ? draw.one([
        ` los ${NUMBER[pack]}`,
        ` el pedido de ${NUMBER[pack]}`,
        ` el pedido por ${PRICE[pack]}`,
        ` el de ${PRICE[pack]}`,
      ])
    : "";
  const core = of === "" ? draw.one(CORES) : draw.one(["sí confirmo", "confirmo"]);
  const counted = pack === "1x" ? of.replace("los uno", "el de uno") : of;
  const more = draw.one(draw.one(BESIDE));
  const said = `${draw.one(OPENERS)}${core}${counted}, ${more}${draw.one(CALLED)}`;
  return { context: summing(pack), steps: [said], order: { pack, total } };
}

/** The same kinds of words, turned: a condition, a delay, a doubt, another number, a jest. */
const TURNED =
  "sí, mi yerno lo va a pensar|confirmo si mi cuñada lo recibe|si ella paga confirmo|sí, mi esposo no está de acuerdo|sí, usted copió mal|sí, todo cuadra menos el barrio|sí, todo bien excepto el apellido|sí, espero que no sea mentira|sí, ojalá tuviera con qué|sí, a ver si me pagan|sí, con otra dirección|sí, a nombre de otra persona|sí, ese no es mi teléfono|sí, aquí los espero pero el lunes|sí, me avisan cuando haya rebaja|sí, tengo la plata el viernes|ya le dije que no|no, así está bien, gracias|ah ya, entonces no|ah bueno, el martes no estoy|no importa, gracias|confirmo cuando me manden fotos|confírmeme la dirección|confírmeme si llega a mi vereda|sí claro, y el ratón Pérez me lo trae|sí, cómo no, a mí me sobra la plata|confirmado que me interesa, pero cobro el 30|sí, será|será que sí|sí, dizque sirve|confirmo en la noche|sí, un día de estos|sí, apenas cobre|sí, en lo que reúno la platica|sí, que mi hijo confirme el pedido|sí, igual lo devuelvo|pago por nequi|sí, mi mamá quiere pero mi papá no|sí, casi|sí, puro cuento|sí, que estoy sin plata|sí, porque mi esposa dice que no|sí, que quiero cambiar la dirección|dice el abuelo que mañana confirma|si dice ella que sí, confirmo|usted sabe que si pudiera|un momento verifico|reviso y le confirmo|no confío en ustedes|nada que confirmar|sí, esa es mi dirección vieja|quedo a la espera de que mi esposo responda|me arriesgo si me da garantía".split(
    "|",
  );

function yesThatIsNone(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  const said = draw.one(TURNED);
  return {
    context: summing(pack),
    steps: [`${draw.one(["", "", "bueno, ", "ay, "])}${said}${draw.one(["", "", " 🙏", " señorita"])}`],
    order: null,
    forbidden: ["order"],
  };
}

/** "Confirmo los tres" at a summary of two. */
function yesToAnotherNumber(draw: Draw): Told {
  const [shown, other] = draw.some(PACKS, 2).map(({ pack }) => pack) as [Pack, Pack];
  const said = draw.one([
    `sí, los ${NUMBER[other]}`,
    `confirmo el pedido de ${NUMBER[other]}`,
    `confirmo el pedido por ${PRICE[other]}`,
    `sí, el de ${PRICE[other]}`,
    `sí, los ${NUMBER[other]} a esa dirección`,
  ]);
  return { context: summing(shown), steps: [said], order: null, forbidden: ["order"] };
}

/** A yes at the summary with more words in it. */
export const FULLER_YES: readonly CustomerClass[] = [
  { name: "says yes and more, which changes nothing", floor: 0.95, tell: yesAndMore },
  { name: "says what sounds like a yes and more, and is none", floor: 1, tell: yesThatIsNone },
  { name: "says yes to another number than the summary's", floor: 1, tell: yesToAnotherNumber },
];
