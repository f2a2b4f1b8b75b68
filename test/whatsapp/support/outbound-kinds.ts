import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";

const UPLOADED = { id: "1013859600285441" } as const;
const PICTURE = { link: "https://somnio.co/pack.jpg" } as const;
const yes = [{ id: "yes", title: "Sí" }];

/** Everything we can say, each kind with and without what it may leave out. */
export const manyKinds = {
  "a text": { type: "text", body: "Hola 👍 https://somnio.co" },
  "a text with a preview": { type: "text", body: "Mira: https://somnio.co", previewUrl: true },
  "a few buttons": {
    type: "buttons",
    body: "¿Confirmas tu pedido?",
    buttons: [
      { id: "confirm:1", title: "Sí, confirmo" },
      { id: "change:1", title: "Quiero cambiar algo" },
    ],
  },
  "buttons under a text": {
    type: "buttons",
    header: { type: "text", text: "Tu pedido" },
    body: "¿Listo?",
    footer: "Somnio",
    buttons: yes,
  },
  "buttons under a picture": {
    type: "buttons",
    header: { type: "image", source: PICTURE },
    body: "¿Listo?",
    buttons: yes,
  },
  "buttons under a video": {
    type: "buttons",
    header: { type: "video", source: UPLOADED },
    body: "¿Listo?",
    buttons: yes,
  },
  "buttons under a document": {
    type: "buttons",
    header: { type: "document", source: UPLOADED, fileName: "factura.pdf" },
    body: "¿Listo?",
    buttons: yes,
  },
  "a list": {
    type: "list",
    header: "Paquetes",
    body: "¿Cuál te sirve?",
    footer: "Envío gratis",
    button: "Ver paquetes",
    sections: [
      { title: "Para empezar", rows: [{ id: "1x", title: "1 frasco", description: "Un mes" }] },
      { title: "Para ahorrar", rows: [{ id: "2x", title: "2 frascos" }] },
    ],
  },
  "a list without headings": {
    type: "list",
    body: "¿Cuál te sirve?",
    button: "Ver",
    sections: [{ rows: [{ id: "1x", title: "1 frasco" }] }],
  },
  "a request for the location": { type: "location_request", body: "¿A dónde te lo enviamos?" },
  "an image by link": { type: "media", media: "image", source: PICTURE, caption: "El paquete" },
  "a video by id": { type: "media", media: "video", source: UPLOADED },
  "a voice note": { type: "media", media: "audio", source: UPLOADED, isVoiceNote: true },
  "an audio file": { type: "media", media: "audio", source: { link: "https://somnio.co/a.mp3" }, isVoiceNote: false },
  "a document": {
    type: "media",
    media: "document",
    source: UPLOADED,
    caption: "Tu factura",
    fileName: "factura.pdf",
  },
  "a sticker": { type: "media", media: "sticker", source: UPLOADED },
  "a template": {
    type: "template",
    name: "pedido_en_camino",
    language: "es_CO",
    category: "utility",
    components: [
      { type: "header", parameters: [{ type: "image", image: PICTURE }] },
      { type: "body", parameters: [{ type: "text", text: "Ana" }] },
      { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "pedido-1" }] },
    ],
  },
  "a template without holes": {
    type: "template",
    name: "hello_world",
    language: "en_US",
    category: "utility",
    components: [],
  },
  "a reaction": { type: "reaction", targetWamid: "wamid.HBgL", emoji: "❤️" },
  "no reaction any more": { type: "reaction", targetWamid: "wamid.HBgL", emoji: "" },
} satisfies Readonly<Record<string, OutboundContent>>;
