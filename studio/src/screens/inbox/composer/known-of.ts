import type { Conversation } from "../../../api/types.ts";

/** What a canned reply or a template may say of this customer. */
export function knownOf(conversation: Conversation, actor: string): Readonly<Record<string, string>> {
  const captured = conversation.session?.datos_capturados ?? {};
  const name = captured["nombre"] ?? conversation.contact.name ?? undefined;
  const [order] = conversation.orders;
  return {
    ...Object.fromEntries(Object.entries(captured).map(([key, value]) => [key.toLowerCase(), value])),
    ...(name === undefined ? {} : { nombre: name.split(/\s+/)[0] ?? name, nombre_completo: name }),
    ...(order?.pack == null ? {} : { pack: order.pack }),
    operador: actor,
  };
}
