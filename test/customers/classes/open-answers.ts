import type { Asked, CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson, type Person } from "../people.ts";
import { choiceOf, greeting, PACKS, question, yes } from "../says/buying.ts";

const or = (words: string): readonly string[] => words.split("|");

const KIN = or("mi esposo|mi mamá|mi jefe|la señora|la comadre|mi cuñada");
/** Ways to say who receives it that no label announces. */
const NAMED: readonly ((name: string, kin: string) => string)[] = [
  (name) => `ponga a ${name}`,
  (name) => `es pa ${name}`,
  (name) => `anóteme como ${name}`,
  (name, kin) => `${kin} ${name} lo recibe`,
  (name, kin) => `es ${kin}, ${name}`,
  (name, kin) => `${kin} se llama ${name}`,
  (name) => `el que recibe es ${name}`,
  (name) => `firma ${name}`,
  (name) => `que pregunten por ${name}`,
];
const PHONED: readonly ((phone: string) => string)[] = [
  (phone) => `su celular es ${phone}`,
  (phone) => `el de ella es ${phone}`,
  (phone) => `me escriben al ${phone}`,
  (phone) => `${phone}, a ese también me pueden llamar`,
  (phone) => `es el ${phone} que contesto siempre`,
  (phone) => phone,
];

function withoutEmail({ correo: _, barrio: __, ...fields }: Person["fields"]): Person["fields"] {
  return fields;
}

/** Each datum in a sentence of its own, in words that announce nothing. */
function answering(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const name = `${person.name} ${person.surname}`;
  return {
    steps: [
      "hola, quiero comprar",
      draw.one(NAMED)(name, draw.one(KIN)),
      draw.one(PHONED)(person.phone),
      `${person.address}, ${person.city}`,
      choiceOf(draw, pack),
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

/** A name and a mobile before the shop has asked for anything; the rest comes when it asks. */
function tellingFirst(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const name = `${person.name} ${person.surname}`;
  return {
    steps: [
      greeting(draw),
      question(draw),
      draw.one([
        `${name} ${person.phone}`,
        `se llama ${name}, celular ${person.phone}`,
        `${person.phone} ${name}`,
        `ponga a ${name}, cel ${person.phone}`,
      ]),
      `${person.address}, ${person.city}`,
      choiceOf(draw, pack),
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

const LOOKS = or(
  "la casa azul|una casa de dos pisos|la última casa de ladrillo|la casa de rejas negras|el portón verde",
);
const STANDS = or(
  "al lado de la tienda|subiendo por la cancha|frente al colegio|pasando el puente|dos cuadras abajo del ancianato|detrás del estadio|por los lados del coliseo|enseguida de la ferretería",
);
const LEADS = or("||es |eso queda por ahí, |queda en |mándelo a ");

/** A house without a street: what is read of it varies; that it is ordered does not. */
function describing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const { direccion: _, ...fields } = withoutEmail(person.fields);
  return {
    steps: [
      "buenas, quiero hacer un pedido",
      `${person.name} ${person.surname}, ${person.phone}`,
      person.city,
      `${draw.one(LEADS)}${draw.one(LOOKS)} ${draw.one(STANDS)}`,
      choiceOf(draw, pack),
      yes(draw),
    ],
    order: { pack, total },
    fields,
  };
}

/** Words beside the address that we ask for which tell none. */
const NO_HOUSE = or(
  "espere pregunto en la casa|es que mi mamá está enferma|no quiero dar la dirección de mi casa|ya estoy en la tienda, ahorita le escribo|mañana le digo la dirección de la casa|la compré en la tienda del parque y no me sirvió|¿lo dejan en la portería del conjunto?|trabajo de noche en la portería de un edificio|quiero morirme en esta casa|mi hijo de 8 años duerme en la casa de la abuela|no me escriban más a la casa|eso llega a la puerta de la casa?",
);

function describingNone(draw: Draw): Asked {
  const data = { nombre: "Rosa", apellido: "Gil", telefono: "573001112233", ciudad: "Neiva", departamento: "Huila" };
  return {
    text: draw.one(NO_HOUSE),
    context: { mode: "collecting_data", data },
    forbidden: ["field:direccion", "order", "pack"],
  };
}

/** Buyers who answer what we ask in words of their own, and others who answer something else. */
export const OPEN_ANSWERS: readonly CustomerClass[] = [
  { name: "answers in words that announce nothing", floor: 0.93, tell: answering },
  { name: "gives a mobile before it is asked for", floor: 0.93, tell: tellingFirst },
  { name: "describes the house where the address is asked for", floor: 0.93, tell: describing },
  { name: "speaks of a house and describes none", floor: 1, tell: describingNone },
];
