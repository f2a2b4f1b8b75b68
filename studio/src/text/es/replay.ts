import { screens } from "./screens.ts";

export const replay = {
  title: screens.replay,
  about: "Una conversación guardada, repetida con otro agente, motor o modelo. Nada se ejecuta.",
  conversation: "Conversación",
  choose: "Elija una conversación",
  agent: "Agente",
  same: "El mismo de entonces",
  model: "Modelo",
  modelHint: "Vacío: los configurados",
  play: "Repetir",
  empty: "Elija una conversación y vea qué respondería hoy el agente a las mismas palabras.",
  before: "Como fue",
  now: "Repetida",
  same_all: "Todo se decidió igual",
  differ: (count: number, all: number) => `${count} de ${all} turnos distintos`,
  forgotten: (turns: number) =>
    turns === 1
      ? "Falta 1 turno: lo que se dijo o decidió en él ya se borró porque venció el plazo para guardarlo. Lo que sigue se repite sin él."
      : `Faltan ${turns} turnos: lo que se dijo o decidió en ellos ya se borró porque venció el plazo para guardarlo. Lo que sigue se repite sin ellos.`,
  onlyDifferences: "Solo las diferencias",
  totals: (tokens: string, cost: string) => `${tokens} tokens · ${cost}`,
  noPrice: "sin precio",
  silent: "Sin respuesta",
  missing: "No ocurrió",
  timer: "Se cumplió un temporizador",
  operator: "Una persona",
  unnamed: "Sin nombre",
  diff_missing: "falta un lado",
  diff_intent: "intención",
  diff_mode: "etapa",
  diff_templates: "plantillas",
  diff_texts: "textos",
  diff_effects: "efectos",
  diff_signals: "temporizador",
  onlyOperators: "Solo un operador puede repetir conversaciones.",
};
