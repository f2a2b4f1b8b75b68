// @ts-check
/** La Repisa's support desk: questions, the way of an order, and a person. It needs no language model. */
import { defineAgent, foldText } from "recado";
import { httpTool } from "recado/tools";
import * as z from "zod";
import { FAQ, STATES, TEXTS } from "./texts.js";

export const orderStatus = httpTool({
  name: "external.orders.status",
  description: "Tells where an order is.",
  input: z.object({ order: z.string() }),
  output: z.object({ state: z.enum(["packing", "shipped", "delivered"]) }),
  method: "GET",
  url: `${process.env["REPISA_ORDERS_URL"] ?? "https://pedidos.larepisa.example"}/orders/{order}`,
  risk: "low",
});
export const tools = [orderStatus];

const WAITS_FOR_NUMBER = "espera_numero";

export default defineAgent({
  id: "support",
  name: "La Repisa",
  description: "Answers questions, says where an order is, and calls a person for the rest.",
  version: "1",
  initialMode: "conversacion",
  tools: [orderStatus.name],
  texts: {
    fallback: "Disculpe la demora. Una persona del equipo le responde por este mismo chat.",
    sticker: "¡Qué buen sticker! ¿En qué le puedo ayudar?",
    richInput: "Por ahora no puedo ver fotos ni escuchar audios; ¿me lo escribe, por favor?",
    unsupported: "No puedo ver ese tipo de mensaje. ¿Me lo cuenta por escrito?",
  },
  async decide(input) {
    if (input.message === "")
      return say("otro", input.inputClass === "STICKER_STANDBY" ? this.texts.sticker : this.texts.richInput);
    const said = foldText(input.message);
    const order = /\b\d{3,8}\b/.exec(said)?.[0];
    if (/\b(?:persona|asesora?|humano)\b/.test(said)) return handOver("persona", TEXTS.person);
    const asksForOrder = /\bpedido|\bguia\b|donde va|cuando llega/.test(said);
    const question = FAQ.find(({ asks }) => asks.test(said));
    if (question !== undefined) return say(question.intent, question.answer);
    if (order !== undefined && (asksForOrder || input.session.mode === WAITS_FOR_NUMBER)) return whereIs(order, input);
    if (asksForOrder) return say("pedido", TEXTS.askNumber, WAITS_FOR_NUMBER);
    if (/^(?:hola|buen[oa]s)\b/.test(said)) return say("hola", TEXTS.hello);
    return handOver("otro", TEXTS.unknown);
  },
});

/**
 * @param {string} order
 * @param {import("recado").AgentInput} input
 */
async function whereIs(order, input) {
  const found = await input.tools.read(orderStatus.name, { order });
  if (found.ok) {
    const { state } = /** @type {{ state: string }} */ (found.output);
    return say("pedido", `Su pedido ${order} ${STATES[state]}.`, "conversacion");
  }
  if (found.error === "not_found") return say("pedido", TEXTS.notFound(order), WAITS_FOR_NUMBER);
  return say("pedido", TEXTS.down, WAITS_FOR_NUMBER);
}

/**
 * @param {string} intent
 * @param {string} text
 * @returns {import("recado").Decision}
 */
function say(intent, text, newMode = "conversacion") {
  return {
    messages: [{ text, templateId: null }],
    intentInfo: { intent, confidence: 95, alternatives: [], reasoning: "a word of the shop's list" },
    stateUpdates: { newMode },
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why: [`answers ${intent}`],
  };
}

/**
 * @param {string} intent
 * @param {string} text
 * @returns {import("recado").Decision}
 */
function handOver(intent, text) {
  return { ...say(intent, text), handoff: { reason: `the customer needs a person: ${intent}` } };
}
