/**
 * The customer's words around a question of ours, in Colombian Spanish. An agent may replace any of
 * them.
 */
export interface ConfirmationTexts {
  /** They said no. */
  readonly denied: string;
  /** No person of the shop said yes, or one said no. */
  readonly declined: string;
  /** The customer waits, and no person of the shop answered in time. */
  readonly unanswered: string;
  /** They were asked, and did not answer in time. */
  readonly expired: string;
  /** The yes covers another call than the one that would be made now. */
  readonly changed: string;
  /** They answered a question that is not open any more. */
  readonly closed: string;
  /** Their answer may mean either; the question follows. */
  readonly unclear: string;
}

const STANDARD: ConfirmationTexts = {
  denied: "Listo, no lo hago. Si necesita algo más, con gusto le ayudo.",
  declined:
    "Disculpe, por ahora no podemos hacer lo que me pidió. Si quiere, cuénteme un poco más y lo revisamos con gusto.",
  unanswered:
    "Disculpe la espera: no alcanzamos a confirmar lo que me pidió, así que no se hizo. Si todavía lo necesita, escríbame y lo retomamos.",
  expired: "Como no recibí su respuesta, dejé todo como estaba. Si todavía lo necesita, escríbame y lo retomamos.",
  changed:
    "Disculpe, algo cambió desde que le pregunté, así que no lo hice. Si todavía lo necesita, escríbame y lo revisamos.",
  closed: "Esa pregunta ya está cerrada, así que no cambié nada. Si necesita algo más, con gusto le ayudo.",
  unclear: "Para estar seguros, ¿me confirma tocando Sí o No?",
};

export function confirmationTexts(own: Partial<ConfirmationTexts> = {}): ConfirmationTexts {
  return { ...STANDARD, ...own };
}
