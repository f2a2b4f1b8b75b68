/**
 * The reason why a rule asks, by the rule's name (docs/tools.md). A rule without a text here is
 * shown in the policy's English.
 */
export const SPANISH_REASONS: Readonly<Record<string, string>> = {
  four_eyes: "No se puede deshacer: otra persona de la tienda también debe decir que sí.",
  said_twice: "No se puede deshacer: hace falta un segundo sí a exactamente esto.",
  paid: "Cada vez que se usa, cuesta dinero.",
  inferred: "El cliente no lo ha pedido con todas las letras.",
  their_own: "Es algo del cliente: debe decir que sí.",
  passed_on: "Un mensaje para otra persona sale cuando quien lo escribió lo ha leído y ha dicho que sí.",
  own_draft: "Un mensaje para un cliente sale cuando quien lo pidió lo ha leído y ha dicho que sí.",
  high_risk: "Puede hacer daño: alguien de la tienda debe decir que sí.",
  nobody_asked: "No hay un cliente que lo esté pidiendo.",
};
