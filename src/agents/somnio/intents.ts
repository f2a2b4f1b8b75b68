/** What Somnio's customers want (requirement A8). Contract names, in Spanish as the shop's people say them. */
export const GREETING = "hola";

/** Answered from templates. */
export const INFORMATIONAL: ReadonlySet<string> = new Set([
  GREETING,
  "precio",
  "info_promociones",
  "contenido_envase",
  "como_se_toma",
  "modopago",
  "metodos_de_pago",
  "modopago2",
  "envio",
  "invima",
  "ubicacion",
  "contraindicaciones",
  "sisirve",
]);

/** A person goes on. In this order when a message asks for several. */
export const ESCAPE = ["queja", "cancelar", "asesor"] as const;
export type EscapeIntent = (typeof ESCAPE)[number];

/** The customer buys, or says which pack. */
export const PURCHASE: ReadonlySet<string> = new Set([
  "captura_datos_si_compra",
  "resumen_1x",
  "resumen_2x",
  "resumen_3x",
  "compra_confirmada",
]);

/** Intents that a greeting joins: `hola+precio` and the ten others. */
export const JOINS_GREETING = [
  "precio",
  "como_se_toma",
  "envio",
  "modopago",
  "ubicacion",
  "contenido_envase",
  "invima",
  "contraindicaciones",
  "sisirve",
  "info_promociones",
  "captura_datos_si_compra",
] as const;
