import { COUNTRYSIDE_NOUN } from "../places/countryside.ts";

const OF_A_HOUSE =
  "pisos?|apartamentos?|aptos?|apt|casas?|casita|torres?|bloques?|interior(?:es)?|etapas?|manzanas?|mz|lotes?|locale?s?|oficinas?|consultorios?|edificios?|conjuntos?|unidad residencial";
const OF_A_STREET =
  "cuadras?|calles?|cll|carreras?|cra|kra|avenidas?|diagonal|transversal|esquinas?|barrios?|puertas?|porton(?:es)?|rejas?|entradas?|timbres?|porterias?|porteros?|escaleras?|ascensor|semaforos?|paradas?|rotondas?|parques?|hileras?|pasillos?|cuartos?|habitacion(?:es)?|ventanas?|nomenclatura|placas?|direcion(?:es)?|sector|zona";
/** "La torre es la 2", "el timbre es el 3": folded. */
const ADDRESS_NOUN = new RegExp(`^(?:${OF_A_HOUSE}|${OF_A_STREET}|celular(?:es)?|telefonos?|lineas?)$`);

export function isAddressNoun(word: string): boolean {
  return ADDRESS_NOUN.test(word);
}

/**
 * The owner of a number or an ordinal that is no quantity of goods, folded: parts of an address, of
 * a name, of a family, of a calendar, and documents. A clause with one of them is data or a
 * correction before it is a choice.
 */
const SLOT_NOUN = new RegExp(
  `\\b(?:${[
    `(?:${COUNTRYSIDE_NOUN})s?`,
    OF_A_HOUSE,
    OF_A_STREET,
    "nombres?|apellidos?|celular(?:es)?|telefonos?|lineas?|cedulas?|documentos?|correos?|emails?|codigos?|digitos?|letras?|nit|facturas?",
    "hij[oa]s?|niet[oa]s?|herman[oa]s?|prim[oa]s?|ti[oa]s?|espos[oa]s?|mama|papa|personas?|mujer|bebes?|nin[oa]s?|embarazos?",
    "horas?|dias?|noches?|semanas?|mes|meses|anos?|edad|minutos?|segundos|veces|vez|turnos?|fechas?|quincenas?|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|trimestre|mitad|cuotas?|pagos?|intentos?|mensajes?|audios?|fotos?|pastillas?|tabletas?|capsulas?|gotas?|copias?|grados?|nivel|estrato|puestos?|mano|planta",
  ].join("|")})\\b`,
);

export function hasSlotNoun(folded: string): boolean {
  return SLOT_NOUN.test(folded);
}
