import type { Draw } from "../draw.ts";

const TOLD = {
  nombre: "Ana",
  apellido: "Ruiz",
  telefono: "573001112233",
  ciudad: "Cali",
  departamento: "Valle del Cauca",
};
export const HOME = { ...TOLD, direccion: "Calle 5 # 10-20", barrio: "San Fernando", correo: "N/A" };
const GREETED = ["somnio.hola.primera_vez.1"];
const ASKED = [...GREETED, "somnio.captura_datos_si_compra.paso.1"];
const OFFERED = [...ASKED, "somnio.ofrecer_promos.paso.1"];

/** Places in a sale, as `docs/customers.md` writes them. */
export const TALKING = { mode: "conversacion", intents: ["hola"], sent: GREETED };
export const PRICED = {
  mode: "conversacion",
  intents: ["hola", "precio"],
  sent: [...GREETED, "somnio.precio.primera_vez.1"],
  said: "Estos son nuestros precios. ¿Le gustaría hacer su pedido?",
};
export const COLLECTING = { mode: "collecting_data", intents: ["hola", "captura_datos_si_compra"], sent: ASKED };
export const HALF_TOLD = { ...COLLECTING, data: TOLD };
export const OFFERING = {
  mode: "ofrecer_promos",
  intents: ["hola", "captura_datos_si_compra"],
  data: HOME,
  sent: OFFERED,
  said: "¡Perfecto, ya tengo sus datos! ¿Cuál le gustaría llevar?",
  armed: { level: "L3", in: "10m" },
};
export const summing = (pack: string): object => ({
  mode: "resumen",
  intents: ["hola", "captura_datos_si_compra", `resumen_${pack}`],
  data: HOME,
  pack,
  sent: [...OFFERED, "somnio.resumen.paso.1"],
  said: "Este es el resumen de su pedido. ¿Me confirma que todo está correcto?",
  armed: { level: "L4", in: "10m" },
});

/** Anywhere before the order: whatever waits there, what is said comes first. */
export function anywhere(draw: Draw): object {
  return draw.one([{}, TALKING, PRICED, COLLECTING, HALF_TOLD, OFFERING, summing(draw.one(["1x", "2x", "3x"]))]);
}
