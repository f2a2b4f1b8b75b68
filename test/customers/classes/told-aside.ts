import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { PRICED, TALKING } from "../says/anywhere.ts";

const or = (words: string): readonly string[] => words.split("|");

/** What is asked, and what it is: each stands beside a reason that has words of other questions. */
const ASKS: readonly (readonly [intents: readonly string[], asked: readonly string[]])[] = [
  [["knowledge.rastreo"], or("me pasa la guía|me da el número de guía|por dónde viene mi paquete")],
  [["knowledge.horario"], or("hasta qué hora atienden|a qué horas contestan|los domingos atienden")],
  [["knowledge.factura"], or("me dan factura|hacen factura electrónica|la factura a nombre de quién sale")],
  [["knowledge.presentaciones"], or("no lo tienen en goticas|no lo hay en gomitas|no hay uno más pequeño")],
  [["knowledge.entrega-fin-de-semana"], or("entregan los domingos|reparten los festivos|el sábado sí entregan")],
  [["knowledge.cuotas"], or("el mensajero trae datáfono|el domiciliario recibe tarjeta|llevan datáfono")],
  [["knowledge.vencimiento"], or("toca guardarlo en la nevera|cuándo se vence|se dañan con el calor")],
  [["knowledge.composicion"], or("cuántos miligramos trae|tiene gluten|es apto para veganos")],
  [["knowledge.mayoristas"], or("lo puedo revender|venden al por mayor|quiero venderlo por catálogo")],
];
const REASONS = or(
  "es que en la portería me preguntan|es que mi suegra me tiene loca con eso|porque mi hijo me mandó a preguntar|es que salgo de turno a las siete|es que la vecina también quiere saber",
);

/** A question and a reason: the reason does not hide the question. */
function askWithReason(draw: Draw): Asked {
  const [intents, asked] = draw.one(ASKS);
  return {
    text: `${draw.one(["", "", "buenas, ", "oiga, "])}${draw.one(asked)}${draw.one(["?", "? ", ", "])} ${draw.one(REASONS)}`,
    context: draw.one([{}, TALKING, PRICED]),
    intents,
    acceptable: ["person"],
    forbidden: ["order", "pack", "silence"],
  };
}

const SURNAMES = or("Rojas|Castro|Pérez|Cárdenas|Bernal");
const FIRST = or("Marina|Carlos|Alba|Jairo|Edelmira");

/** "Niño" is a surname, and a grown child who pays is no minor. */
function noChild(draw: Draw): Asked {
  const text = draw.one([
    () => `soy ${draw.one(FIRST)} Niño`,
    () => `mi apellido es Niño, ${draw.one(FIRST)} Niño ${draw.one(SURNAMES)}`,
    () => `el niño no es nombre, es mi apellido: ${draw.one(FIRST)} Niño ${draw.one(SURNAMES)}`,
    () =>
      `deje le pregunto a mi ${draw.one(["hijo", "hija", "nieto"])} que es ${draw.one(["el", "la"])} que me da la plata`,
    () => `le pregunto a mi ${draw.one(["hijo", "hija"])} que me manda la plata y le aviso`,
  ])();
  return {
    text,
    context: draw.one([{}, TALKING, PRICED]),
    forbidden: ["contraindicaciones", "field:venta_en_pausa", "order"],
  };
}

export const TOLD_ASIDE: readonly CustomerClass[] = [
  { name: "a question beside its reason", floor: 0.85, tell: askWithReason },
  { name: "a child in the words, and none meant", floor: 1, tell: noChild },
];
