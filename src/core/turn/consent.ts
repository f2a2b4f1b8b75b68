import type { Decision } from "../agent/agent.ts";

/**
 * A customer's word on being written to: `out` no more, `in` again. An opt-out stops all messages
 * that we start (reminders, follow-ups, campaigns, a session's timers); their later questions are
 * answered all the same.
 */
export type ConsentWord = "out" | "in";

/** The words alone are the message: with anything else beside them they mean something else ("stop motion", "cuota de baja"). */
const OUT_ALONE =
  /^(stop|detener (promociones|mensajes|publicidad)|baja|parar|unsubscribe|unsuscribe|desuscribir(me)?|dar(me)? de baja|den?me de baja|stop (mensajes|promociones|publicidad)|no me (escrib[ae]n?|escribas|contacte[ns]?|molest(e[ns]?|ar)) ?(por favor)?|cancelar (la |mi )?suscripcion|salir de la lista)$/u;

const WRITE = "(escriban?|escribas|contacte[ns]?|moleste[ns]?|llamen? ni (me )?escriban?)";
const SEND = "(manden?|mandes|envien?|envies|escriban?|escribas|compartan?)";
const AGAIN = "(mas|nunca mas|nunca|jamas|de nuevo|otra vez|mas nunca)";
const MESSAGES = "(mensajes?|mensajitos|publicidad|propagandas?|promociones|ofertas|spam|cadenas|whatsapps?)";
const FROM =
  "( (suy[oa]s|de ustedes|de esta empresa|de esta tienda|de este numero|por (aca|aqui|whatsapp|este medio)))?";
const LIST =
  "((la|su|sus|esta|esa|las|una) )?((lista|listas|base|bases|grupo|difusion)( de (datos|difusion|contactos|mensajes|clientes|envios))?)";

/** Each is a whole sentence of its own: what stands before or after it in the sentence may turn it round. */
const OUT_SENTENCES = [
  `no (me|nos) ${WRITE} ${AGAIN}( ${MESSAGES})?${FROM}`,
  `no (me|nos) (vuelvan?|vuelvas|sigan?|sigas) (a )?(escribir|escribiendo|contactar|contactando|molestar|molestando|mandar|mandando|enviar|enviando)( (mas )?${MESSAGES})?( mas)?${FROM}`,
  `no (me|nos) ${SEND} (mas |tant[oa]s? )?${MESSAGES}( mas)?${FROM}`,
  `no (quiero|deseo|quisiera|necesito) (recibir )?(mas|ningun|ninguna) ${MESSAGES}${FROM}`,
  `no (quiero|deseo|quisiera) recibir (nada )?(sus |mas |esos |estos )?(${MESSAGES}|informacion|comunicaciones|notificaciones)( mas)?${FROM}`,
  `no (quiero|deseo) (publicidad|spam|propaganda|mensajes)${FROM}`,
  `no (quiero|deseo) que (me|nos) ${WRITE}( ${AGAIN})?`,
  `no (quiero|deseo) que (me|nos) (vuelvan?|sigan?) (a )?(escribir|escribiendo|contactar|molestar|molestando)`,
  `(quiero|deseo|prefiero) no recibir (mas )?(${MESSAGES}|informacion|comunicaciones|notificaciones)${FROM}`,
  `ya no (me|nos) ${WRITE}( ${AGAIN})?`,
  `nunca mas (me|nos) ${WRITE}`,
  `((me|nos) )?(eliminen?me|eliminarme|eliminame|saquen?me|sacarme|sacame|borren?me|borrarme|borrame|quiten?me|quitarme|quitame|retiren?me|retirarme|eliminen?|saquen?|borren?|quiten?|retiren?) de ${LIST}`,
  `(quiero|quisiera|deseo|necesito|pueden?|podrian?) (que me )?(eliminen?me|eliminarme|eliminen|sacarme|saquen|borrarme|borren|quitarme|quiten|retirarme|retiren) de ${LIST}`,
  `(elimin|borr|quit|retir)(en|e|ar) mi (numero|contacto|telefono|celular)( de ${LIST})?`,
  `((quiero|quisiera|deseo|necesito|solicito|me pueden?|me podrian?) )?(que )?(me )?(dar(me)? de baja|den?me de baja|den? de baja|darse de baja|desuscribirme|cancelar (la|mi) suscripcion)( de ((sus|los|estos|esta|la) )?(mensajes|lista|promociones|publicidad|servicio de mensajes|aqui))?`,
  `(dejen?|paren?|deja|para) de (escribirme|molestarme|contactarme|enviarme|mandarme|molestar|escribir|acosarme)( (mas )?${MESSAGES})?${FROM}`,
].map((source) => new RegExp(`^${source}$`, "u"));

const IN_ALONE = /^(alta|start|reanudar|dar(me)? de alta|den?me de alta)$/u;
const IN_SENTENCES = [
  `(si )?(quiero|deseo) (volver a recibir (sus |los )?(${MESSAGES}|informacion|notificaciones)|recibir (sus |los )?(${MESSAGES}) (de nuevo|otra vez))`,
  `(ya )?(me )?pueden? (volver a escribir(me)?|escribir(me)? (de nuevo|otra vez))`,
].map((source) => new RegExp(`^${source}$`, "u"));

/** Words of politeness or anger around it; they change nothing. */
const AROUND_IT =
  /^((hola|buenas|buenos dias|buenas tardes|buenas noches|por favor|porfa|porfavor|favor|gracias|muchas gracias|oigan?|mire|ya|senores|senora|senor|le pido que|les pido que|les agradezco que|solicito que) )+|( (por favor|porfa|porfavor|gracias|muchas gracias|ya|nunca|ok))+$/gu;

/**
 * The meaning of the words for being written to; null when they have none. Deterministic: no model
 * is asked.
 */
export function readConsent(text: string): ConsentWord | null {
  if (text.length > LONGEST) return null;
  const whole = fold(text);
  if (OUT_ALONE.test(politely(whole))) return "out";
  if (IN_ALONE.test(politely(whole))) return "in";
  // The later of two contradicting sentences counts.
  for (const sentence of text.split(/[.!?¡¿;,\n]+/u).reverse()) {
    const said = politely(fold(sentence));
    if (OUT_SENTENCES.some((pattern) => pattern.test(said))) return "out";
    if (IN_SENTENCES.some((pattern) => pattern.test(said))) return "in";
  }
  return null;
}

/** Longer texts are no opt-out, and no pattern is tried on a page of text. */
const LONGEST = 600;

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A word of politeness may be all there is to a message: then it stays. */
function politely(said: string): string {
  const bare = said.replace(AROUND_IT, "").trim();
  return bare === "" ? said : bare;
}

/** Newest first: of what was said in one breath the last word counts. */
export function newestConsent(messages: readonly string[]): ConsentWord | null {
  for (const message of [...messages].reverse()) {
    const word = readConsent(message);
    if (word !== null) return word;
  }
  return null;
}

const CONFIRMATIONS: Readonly<Record<ConsentWord, string>> = {
  out: "Listo, no le volveremos a escribir por nuestra cuenta. Si necesita algo, escríbanos y con gusto le respondemos. Para recibir de nuevo nuestros mensajes, responda ALTA.",
  in: "¡Listo! Volverá a recibir nuestros mensajes. Si más adelante no los quiere, responda BAJA.",
};

/**
 * The answer to it, in the place of the agent: one short confirmation. The sale is over, and with
 * it whatever it waited for.
 */
export function consentDecision(word: ConsentWord): Decision {
  return {
    messages: [{ text: CONFIRMATIONS[word], templateId: null }],
    intentInfo: {
      intent: word === "out" ? "opt_out" : "opt_in",
      confidence: 100,
      alternatives: [],
      reasoning: "the words of the customer, by rule",
      engine: "rules",
      modelHash: null,
      isSettled: true,
    },
    stateUpdates: {},
    timerSignals: [
      { type: "cancel", reason: word === "out" ? "the customer wants no more messages" : "nothing is asked" },
    ],
    timer: null,
    tools: [],
    handoff: null,
    closesSession: word === "out",
    totalTokens: 0,
    why: [
      word === "out"
        ? "the customer wants no more messages: it is noted, confirmed once, and the sale ends"
        : "the customer wants our messages again",
    ],
  };
}
