// @ts-check
/** Flor de Trigo, a bakery in São Paulo: the locale reads and writes Portuguese, reais and Brazilian phones. */
import { defineFlowAgent } from "recado";
import { transitionTable } from "recado/flow";
import { createOfflineReader, createRuleClassifier, phraseRules } from "recado/language";
import { PHRASES, TEMPLATES, TEXTS } from "./texts.js";

const locale = "pt-BR";
const seconds = { real: 600, rapido: 60, instantaneo: 1 };

const rules = phraseRules(PHRASES);
// A question about a size does not order it.
const sizes = phraseRules({ pequena: ["pequena"], media: ["média"], grande: ["grande"] }).map((rule) => ({
  ...rule,
  unless: [/\?|\bquanto\b/],
}));

export default defineFlowAgent({
  id: "padaria",
  name: "Padaria Flor de Trigo",
  description: "Takes orders for breakfast baskets in São Paulo, in Portuguese.",
  locale,
  initialMode: "inicio",
  modes: {
    inicio: { stage: "welcome" },
    conversa: { stage: "talk" },
    dados: { stage: "collect" },
    cestas: { stage: "offer" },
    resumo: { stage: "summary" },
    pedido: { stage: "confirmed" },
    pessoa: { stage: "handoff" },
  },
  transitions: transitionTable({
    inicio: ["conversa", "dados", "pessoa"],
    conversa: ["dados", "pessoa"],
    dados: ["cestas", "resumo", "pessoa"],
    cestas: ["resumo", "dados", "pessoa"],
    resumo: ["pedido", "cestas", "dados", "pessoa"],
    pedido: ["pessoa"],
    pessoa: [],
  }),
  purposes: {
    ...{
      talk: "conversa",
      collect: "dados",
      offer: "cestas",
      summary: "resumo",
      confirmed: "pedido",
      handoff: "pessoa",
    },
    // Nothing is baked without a yes.
    ...{ collectPickup: null, orderedWithoutPack: null, orderedUnconfirmed: null },
  },
  greeting: "oi",
  intents: {
    oi: { effect: "inform", examples: ["bom dia"] },
    precos: { effect: "inform", examples: ["quanto custa a média?"] },
    cesta: { effect: "inform", examples: ["o que vem na cesta?"] },
    horario: { effect: "inform", examples: ["até que horas vocês abrem?"] },
    entrega: { effect: "inform", examples: ["vocês entregam?"] },
    pagamento: { effect: "inform", examples: ["posso pagar com pix?"] },
    pedir: { effect: "start_collecting", examples: ["quero uma cesta"] },
    pequena: { effect: "choose_pack", pack: "pequena", examples: ["a pequena"] },
    media: { effect: "choose_pack", pack: "media", examples: ["quero a média"] },
    grande: { effect: "choose_pack", pack: "grande", examples: ["a grande, por favor"] },
    confirmar: { effect: "confirm", examples: ["pode confirmar"] },
    depois: { effect: "postpone", examples: ["vou pensar"] },
    nao_obrigado: { effect: "close", examples: ["não obrigada"] },
    pessoa: { effect: "hand_over", examples: ["quero falar com uma pessoa"] },
  },
  fields: [
    { name: "nome", label: "Seu nome" },
    { name: "telefone", label: "Seu celular, com DDD", show: (phone) => phone.replace(/^55(\d\d)(\d{5})/, "($1) $2-") },
    { name: "endereco", label: "Endereço da entrega" },
  ],
  fieldSets: {
    ...{ critical: ["nome", "telefone", "endereco"], minimum: ["nome", "telefone", "endereco"] },
    ...{ all: ["nome", "telefone", "endereco"], welcome: [], offerAt: 3 },
  },
  nameFields: { given: "nome", surname: null },
  address: "{{endereco}}",
  // Prices in centavos.
  packs: [
    { id: "pequena", name: "Cesta pequena", quantity: 1, price: 3_990 },
    { id: "media", name: "Cesta média", quantity: 1, price: 6_450 },
    { id: "grande", name: "Cesta grande", quantity: 1, price: 9_800 },
  ],
  templates: TEMPLATES,
  leadIns: ["Como eu dizia: "],
  media: { sticker: "gesture", image: "handoff", audio: "transcribe", document: "ask_to_write" },
  timers: { L3: { action: "soft_retry", seconds }, L4: { action: "soft_retry", seconds } },
  texts: TEXTS,
  reader: createOfflineReader({
    locale,
    classifier: createRuleClassifier([...rules, ...sizes], { greeting: "oi", joins: ["precos", "entrega", "pedir"] }),
    fields: { given_name: "nome", phone: "telefone", address: "endereco" },
    greeting: "oi",
  }),
});
