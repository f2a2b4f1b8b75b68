import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { OFFERING, summing } from "../says/anywhere.ts";
import { greeting, question } from "../says/buying.ts";

const NO =
  "no|no gracias|ya no|ya no lo quiero|mejor no|no me interesa|no señora, gracias|cambié de opinión|olvídelo|dejemos así|no voy a comprar|no quiero nada|me arrepentí|cancele eso|no lo mande|no me lo envíe|no por ahora|déjelo así|nada, gracias|ya no me interesa|desisto|no confirmo|no, así no".split(
    "|",
  );
const NOT_YET =
  "déjeme pensarlo|lo voy a pensar|después le aviso|más tarde le confirmo|mañana le digo|tengo que consultarlo con mi esposo|cuando me paguen le escribo|ahorita no tengo plata|espere le pregunto a mi hija|todavía no|en la quincena le aviso|yo le confirmo luego|ahora no puedo, le escribo después|voy a averiguar en otra parte primero|deme un tiempito|aún no estoy segura|apenas estoy averiguando|primero quiero hablar con mi médico|estoy esperando el sueldo|el viernes le digo".split(
    "|",
  );
const OBJECTIONS =
  "está muy caro|uy qué caro|en otra parte está más barato|no me alcanza la plata|eso no me da confianza|y si es estafa?|me da desconfianza|es mucha plata|no sé si me sirva|me da miedo que no llegue|en la droguería vale la mitad|ya me han robado así|no creo que funcione|tan costoso|no me convence|y cómo sé que no son unos estafadores?".split(
    "|",
  );
const CONDITIONS =
  "sí, pero si me llega hoy|solo si me rebaja|lo compro si me da garantía|si me regala otro lo llevo|sí, siempre y cuando sea contra entrega y lo pueda abrir|bueno, pero si no me sirve lo devuelvo|si me lo deja en 60 sí|sí pero primero mándeme fotos|dale, pero cuando me paguen|sí, pero primero consulto con mi señora|confirmo si me hace un descuento".split(
    "|",
  );

/** Said at the offer or the summary; then silence, which orders nothing. */
function refuse(draw: Draw): Told {
  const kind = draw.one([NO, NO, NOT_YET, OBJECTIONS, CONDITIONS]);
  const said = draw.one(kind);
  const lead = draw.one(["", "", "ay, ", "mmm ", "no sé, ", "señorita, ", "qué pena, ", "uy "]);
  const tail = draw.one(["", "", " gracias", " qué pena", " 🙏", " disculpe"]);
  const before = draw.chance(0.3) ? [question(draw)] : [];
  return {
    context: draw.one([OFFERING, summing("1x"), summing("2x"), summing("3x")]),
    steps: [...before, `${lead}${said}${tail}`, { wait: "21m" }, { wait: "3h" }],
    order: null,
    forbidden: ["order"],
  };
}

const TERMS =
  "le doy 120 por los tres, si me los deja en eso confirmo|si me lo deja en 60 lo llevo|si me rebaja algo lo compro|si me encima uno llevo dos|solo si llega mañana|lo pido si me llega antes del viernes|si me lo deja a cuotas sí|me interesa siempre y cuando sea gratis el envío|si mi esposo me da la plata lo pido|si me regala el envío y otro frasco, de una".split(
    "|",
  );

/** A condition, then all data, then silence: an order needs a yes after it. */
function bargain(draw: Draw): Told {
  const { name, surname, phone, address, city } = drawPerson(draw);
  const data = `${name} ${surname}, ${phone}, ${address}, ${city}`;
  return {
    steps: [
      greeting(draw),
      question(draw),
      draw.one(TERMS),
      draw.one([data, `${data}, barrio Palermo, no tengo correo`]),
      { wait: "30m" },
      { wait: "3h" },
    ],
    order: null,
    forbidden: ["order"],
  };
}

export const REFUSERS: readonly CustomerClass[] = [
  { name: "a no, a doubt, a condition, then silence", floor: 1, tell: refuse },
  { name: "a condition, then data, then silence", floor: 1, tell: bargain },
];
