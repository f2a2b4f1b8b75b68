import type { InputClass } from "../inbound/input-class.ts";
import { asksForResearch } from "./asks-for-research.ts";
import { hasAny, phrases } from "./phrases.ts";

export const ROUTES = ["command", "local_memory_intent", "conversion_tool", "websearch", "llm_only"] as const;
export type Route = (typeof ROUTES)[number];

/** Where a text goes before it is answered (requirement F2). It refines the input class and replaces none (D16). */
export interface RouteDecision {
  readonly route: Route;
  /** The customer does not want the web to be asked. */
  readonly toolVeto: boolean;
  readonly reason: string;
  readonly signals: {
    readonly isCommand: boolean;
    readonly isMemory: boolean;
    readonly isConversion: boolean;
    /** The answer changes with the day. */
    readonly isVolatile: boolean;
    /** The web, or sources, are asked for by name. */
    readonly isExplicit: boolean;
  };
}

const MEMORY = phrases(`
  que sabes de mi, que sabe de mi, que recuerdas de mi, recuerda que, recuerde que, acuerdate de que, anota que, anote que
  guarda que, olvida que, olvida lo que, borra lo que sabes, no olvides que, what do you know about me, remember that
`);
const CONVERSION = phrases(`convierte, convierteme, conviertame, convertir, cuanto es en, convert`);
const UNITS = phrases(`
  dolar*, euro*, peso, pesos, km, kilometro*, metro*, milla*, libra*, kilo*, gramo*, litro*, galon*, onza*, pulgada*, pie, pies
  grados, fahrenheit, celsius, centimetro*, cm, hora, horas, minutos
`);
const QUANTITY = phrases(
  `cuanto son, cuantos son, cuanto es, cuantos metros, cuantos kilos, cuantos pesos, cuantas libras`,
);
const NO_WEB = phrases(`
  sin buscar en internet, sin internet, no busques, no busque, no uses internet, sin consultar la web, no consultes, without searching
`);
const VOLATILE = phrases(`
  noticias, el precio del dolar, la trm, hoy en dia, este año, esta semana en, ultimas, recientes, que paso con, como va el dolar
  quien gano, resultado del partido, el clima
`);

/** Decides in less than a millisecond, by rules alone. */
export function routeText(text: string, inputClass: InputClass): RouteDecision {
  const signals = {
    isCommand: /^\s{0,8}\/\p{L}/u.test(text),
    isMemory: hasAny(text, MEMORY),
    isConversion: hasAny(text, UNITS) && /\d/u.test(text) ? hasAny(text, CONVERSION) : isQuantity(text),
    isVolatile: hasAny(text, VOLATILE),
    isExplicit: asksForResearch(text) !== null,
  };
  const toolVeto = hasAny(text, NO_WEB);
  const decided = (route: Route, reason: string): RouteDecision => ({ route, toolVeto, reason, signals });
  if (signals.isCommand) return decided("command", "a command");
  if (signals.isMemory) return decided("local_memory_intent", "about what we remember");
  if (signals.isConversion) return decided("conversion_tool", "a conversion of units");
  if (inputClass === "STICKER_STANDBY" || inputClass === "UNSUPPORTED") return decided("llm_only", "no words");
  if (toolVeto) return decided("llm_only", "the customer wants no search");
  if (signals.isExplicit) return decided("websearch", "sources are asked for");
  if (signals.isVolatile) return decided("websearch", "the answer changes with the day");
  return decided("llm_only", "nothing asks for the web");
}

function isQuantity(text: string): boolean {
  return hasAny(text, QUANTITY) && hasAny(text, UNITS);
}
