/** Contract names (requirement A8), in Spanish as the shop's people say them. */
export const GREETING = "hola";

/** Intents that a greeting joins: `hola+precio` and ten others. */
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
