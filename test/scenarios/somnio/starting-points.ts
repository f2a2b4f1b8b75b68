import type { StartingPoint } from "../../../src/memory/sandbox-conversation.ts";

/** Eight answered: everything that Somnio asks for. */
export const EIGHT = {
  nombre: "Marta Lucía",
  apellido: "Ríos",
  telefono: "573015550142",
  direccion: "Calle 45 # 12-30",
  barrio: "Laureles",
  ciudad: "Medellín",
  departamento: "Antioquia",
  correo: "marta@ejemplo.co",
};

const { correo: _, ...SEVEN } = EIGHT;
const { barrio: __, ...SIX } = SEVEN;

export { SEVEN, SIX };

const ASKED = ["somnio.captura_datos_si_compra.paso.1"];
const OFFERED = [...ASKED, "somnio.ofrecer_promos.paso.1"];

export const TALKING: StartingPoint = { mode: "conversacion", intents: ["hola"], sent: ["somnio.hola.primera_vez.1"] };
export const COLLECTING: StartingPoint = {
  mode: "collecting_data",
  intents: ["hola", "captura_datos_si_compra"],
  sent: ASKED,
};
export const OFFERING: StartingPoint = {
  mode: "ofrecer_promos",
  data: EIGHT,
  intents: ["hola", "captura_datos_si_compra"],
  sent: OFFERED,
  said: ["¡Perfecto, ya tengo sus datos! ¿Cuál le gustaría llevar?"],
  armed: { level: "L3", inSeconds: 600 },
};

export function summing(pack: "1x" | "2x" | "3x"): StartingPoint {
  return {
    ...OFFERING,
    mode: "resumen",
    pack,
    intents: ["hola", "captura_datos_si_compra", `resumen_${pack}`],
    sent: [...OFFERED, "somnio.resumen.paso.1"],
    said: ["Este es el resumen de su pedido. ¿Me confirma que todo está correcto?"],
    armed: { level: "L4", inSeconds: 600 },
  };
}

export const CONFIRMED: StartingPoint = {
  ...summing("2x"),
  mode: "confirmado",
  sent: [...OFFERED, "somnio.resumen.paso.1", "somnio.compra_confirmada.paso.1"],
  said: ["¡Listo! Su pedido quedó confirmado."],
};
