import { screens } from "./screens.ts";

type Values = Readonly<Record<string, string>>;

const number = ({ phone = "", id = "", label = "" }: Values) =>
  `${phone === "" ? id : phone}${label === "" ? "" : ` (${label})`}`;

export const live = {
  title: screens.live,
  about: "Los cinco pasos hasta que sus clientes reciben respuesta por WhatsApp. Recado le pregunta a Meta qué falta.",
  look: "Mirar otra vez",
  steps: "Pasos para salir en vivo",
  simulator:
    "Esta tienda está con el simulador: nada sale de este equipo. Los pasos se revisan igual, con la cuenta de mentira. Para salir en vivo, quien instaló Recado pone el token de Meta (docs/whatsapp.md).",
  progress: (done: number, all: number) => `${done} de ${all} pasos listos`,
  whole: "¡Listo! Su tienda está en vivo: los clientes reciben respuesta.",
  state_done: "Listo",
  state_fault: "Falta",
  state_waiting: "Primero lo de arriba",
  step_app: "El permiso de Meta",
  step_number: "El número y la dirección",
  step_subscription: "Lo que Meta le avisa a Recado",
  step_templates: "Las plantillas aprobadas",
  step_first_message: "El primer mensaje, respondido",
  how_app:
    "En developers.facebook.com cree la aplicación, un usuario del sistema y su token, y copie la clave secreta. Quien instaló Recado los pone y lo reinicia.",
  how_number:
    "Agregue su número en el Administrador de WhatsApp. Después, en WhatsApp → Configuración de la aplicación, pegue la dirección de Recado.",
  how_subscription:
    "En WhatsApp → Configuración de la aplicación, marque los campos del webhook. Sin «messages» no llega ningún mensaje.",
  how_templates:
    "Después de 24 horas sin que el cliente escriba, solo puede salir una plantilla aprobada. Créelas en el Administrador de WhatsApp y tráigalas aquí. Puede salir en vivo sin ellas.",
  how_first_message: "Escríbale a su número desde otro teléfono y mire la respuesta.",
  copyAddress: "Copiar la dirección",
  copied: "Dirección copiada.",
  notCopied: "El navegador no dejó copiar. Selecciónela y cópiela.",
  sync: "Traer de WhatsApp",
  synced: (n: number) => (n === 1 ? "Llegó 1 plantilla nueva." : `Llegaron ${n} plantillas nuevas.`),
  firstWords: "Hola, quiero saber del producto",
  code: (phone: string) => `Código QR para escribirle a ${phone}`,
  scan: "Apunte la cámara de su teléfono, o póngalo en el mostrador para que sus clientes le escriban:",
  found_token_ok: ({ until }: Values) =>
    until === undefined
      ? "El token sirve, no se vence y tiene los dos permisos."
      : `El token sirve hasta el ${until} y tiene los dos permisos.`,
  found_token_unreachable: () => "No se pudo preguntar a Meta. Revise la conexión del servidor y mire otra vez.",
  found_token_refused: ({ why = "" }: Values) =>
    `Meta no acepta el token (${why}). Genere otro para un usuario del sistema y cámbielo en Recado.`,
  found_token_lacks_scopes: ({ scopes = "" }: Values) =>
    `Al token le falta permiso: ${scopes}. Genérelo otra vez con los dos permisos.`,
  found_token_ends_soon: ({ until = "" }: Values) =>
    `El token se vence el ${until}. Genere uno para un usuario del sistema, que no se vence.`,
  found_app_secret_ok: ({ former }: Values): string =>
    former === undefined
      ? "La clave secreta de la aplicación es la correcta."
      : "Una clave secreta es la correcta; la otra ya se puede quitar.",
  found_app_secret_refused: () =>
    "La clave secreta no es la de la aplicación. Cópiela de Configuración de la aplicación → Básica.",
  found_webhook_ok: ({ callback = "" }: Values) => `Meta entrega los mensajes en ${callback}.`,
  found_webhook_none: ({ wanted = "" }: Values) =>
    `Meta todavía no entrega nada. La dirección que debe llamar es ${wanted}.`,
  found_webhook_elsewhere: ({ callback = "", wanted = "" }: Values) =>
    `Meta entrega los mensajes en otra dirección: ${callback}. Debe ser ${wanted}.`,
  found_fields_ok: () => "Todos los campos están marcados.",
  found_fields_missing: ({ missing = "" }: Values) => `Los mensajes llegan. También conviene marcar: ${missing}.`,
  found_fields_without_messages: () => "El campo «messages» no está marcado: no llega ningún mensaje.",
  found_account_ok: () => "La cuenta de WhatsApp avisa a la aplicación.",
  found_account_none: () =>
    "El token no tiene ninguna cuenta de WhatsApp. Asígnele la cuenta a su usuario del sistema.",
  found_account_not_subscribed: ({ account = "" }: Values) =>
    `La cuenta ${account} no avisa a la aplicación. Quien instaló Recado la suscribe una vez (docs/whatsapp.md).`,
  found_account_refused: () => "Meta no deja mirar la cuenta. Asígnela al usuario del sistema del token.",
  found_account_unreachable: () => "Meta no respondió sobre la cuenta. Mire otra vez en un momento.",
  found_number_ok: (values: Values) => `${number(values)} está conectado.`,
  found_number_none: () => "La cuenta no tiene un número de esta tienda. Agréguelo en el Administrador de WhatsApp.",
  found_number_not_connected: (values: Values) =>
    `${number(values)} no está conectado. Regístrelo en el Administrador de WhatsApp.`,
  found_number_quality_red: (values: Values) =>
    `${number(values)} tiene la calidad en rojo y Meta lo puede limitar. Envíe menos plantillas, solo a quien las pidió.`,
  found_templates_ok: ({ approved = "", all = "", stopped = "" }: Values) =>
    `WhatsApp tiene ${approved} de ${all} aprobadas${stopped === "" ? "." : `; detenidas: ${stopped}.`}`,
  found_templates_listed: ({ count = "" }: Values) => `La tienda puede enviar ${count}.`,
  found_templates_not_listed: () => "La tienda todavía no tiene ninguna para enviar.",
  found_first_none: () => "Nadie ha escrito todavía a este número.",
  found_first_unanswered: ({ at = "" }: Values) =>
    `Un cliente escribió (${at}) y WhatsApp no ha recibido ninguna respuesta. Mire la conversación y los avisos.`,
  found_first_answered: ({ at = "" }: Values) => `Un mensaje fue respondido y WhatsApp lo recibió (${at}).`,
};
