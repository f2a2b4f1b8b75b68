import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { summing } from "../says/anywhere.ts";
import { PACKS } from "../says/buying.ts";

const YES = [
  "así está bien, gracias|asi esta bien gracias|así quedó perfecto, muchas gracias|está bien así, gracias",
  "si apunte|sí anote pues|si apúntelo|listo, anótemelo|dale, regístrelo|sí señora apunte",
  "x fa si|si x fa|si por fa|por fa, sí",
  "si q llegue pronto|sí que no se demore|si y que llegue rápido|si pero que sea rapidito",
  "hagamole, confirmado|hagámole pues|hagamoslo|hágamole sí",
  "sí mi amor así mismito|si ese mero|sí esa mera|así mismito es",
  "yo creo que sí, sí, mándelo|pues yo creo que si, confirmo",
  "sí, ese es el pueblo, confirmo|si esa es la vereda, confirmo|sí, ese es el precio, mándelo",
  "si dice q si|sí, ella está aquí al lado y dice que sí|mi esposo está aquí conmigo y dice que sí",
  "yes, confirm|confirm|yeah|yep",
];

/** A yes in few words, as it is typed. */
function shortYes(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  return { context: summing(pack), steps: [draw.one(draw.one(YES).split("|"))], order: { pack, total } };
}

const NONE =
  "así no está bien, gracias|no así está bien gracias|así está bien, gracias, luego le confirmo|así está bien pero sin el correo|así está bien o falta algo?|si apunte mal el número|si apunte otra dirección|apunte otra cosa|si dice que sí, le aviso|si mi mamá dice que sí|si mi esposo dice que sí lo pido|yo creo que sí, pero mañana|yo creo que sí, déjeme pensarlo|creo que sí me equivoqué|si que llegue rápido pero no tengo plata|si llega pronto confirmo|sí pero que sea a otra casa|si pero mañana|sí, ella está aquí al lado y dice que no|ella está aquí conmigo y dice que lo piensa|ese es el problema|ese es el pueblo viejo|x fa no|x fa espere|hagámole una rebaja|hagámole mañana|confirm later|yes but later".split(
    "|",
  );

function none(draw: Draw): Told {
  return { context: summing(draw.one(PACKS).pack), steps: [draw.one(NONE)], order: null, forbidden: ["order"] };
}

/** A yes at the summary in few words, and the same words turned. */
export const SHORT_YES: readonly CustomerClass[] = [
  { name: "says yes in few words, as they are typed", floor: 0.95, tell: shortYes },
  { name: "says the words of a short yes, and no yes", floor: 1, tell: none },
];
