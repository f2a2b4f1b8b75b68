import type { StartingPoint } from "../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, EIGHT, OFFERING, SIX, summing, TALKING } from "../scenarios/somnio/starting-points.ts";

const { correo: _, ...SEVEN } = EIGHT;

/** Where the conversations of `paraphrases.txt` stand, by the letters that stand before them. */
export const START: Readonly<Record<string, StartingPoint>> = {
  B: {},
  V: TALKING,
  /** We have just asked whether to buy. */
  VQ: { ...TALKING, said: ["¿Le gustaría hacer su pedido?"] },
  /** We have just explained something. */
  VI: { ...TALKING, said: ["Cada frasco de *Somnio* trae *90 tabletas* con melatonina y magnesio."] },
  /** We have just told the prices. */
  VP: { ...TALKING, said: ["• 1 frasco: *$79.900*\n• 2 frascos: *$129.900*\n• 3 frascos: *$169.900*"] },
  D: COLLECTING,
  DN: { ...COLLECTING, data: { nombre: "Julián" } },
  /** Only neighbourhood and e-mail are missing. */
  DK: {
    ...COLLECTING,
    data: {
      nombre: "Rosa",
      apellido: "Díaz",
      telefono: "573015550142",
      direccion: "Calle 1 # 2-3",
      ciudad: "Pasto",
      departamento: "Nariño",
    },
  },
  D6: { ...COLLECTING, data: SIX },
  D7: { ...COLLECTING, data: SEVEN },
  /** An office was asked about. */
  DI: { ...COLLECTING, mode: "collecting_data_inter", data: { entrega: "oficina" } },
  P: OFFERING,
  R2: summing("2x"),
  F: CONFIRMED,
  S: {
    ...CONFIRMED,
    mode: "pedido_sinpack",
    pack: null,
    sent: ["somnio.timer_sinpack.paso.1"],
    said: ["Dejé su pedido registrado para que no se quede sin él. ¿Cuántos frascos le envío: *1*, *2* o *3*?"],
  },
  PP: {
    ...CONFIRMED,
    mode: "pedido_pendiente",
    sent: ["somnio.timer_pendiente.paso.1"],
    said: ["Dejé apartado su pedido de *Somnio 90 Caps x2* por *$129.900*, pendiente de su confirmación."],
  },
};
