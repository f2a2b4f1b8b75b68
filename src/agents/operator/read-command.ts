import type { OrderStatus } from "../../core/agent/shop-words.ts";
import { foldLetters } from "../../core/plain-text.ts";

/** What a member asks for. `phone` is as they wrote it. */
export type Asked =
  | { readonly kind: "vincular"; readonly code: string }
  | { readonly kind: "ayuda" }
  | { readonly kind: "estado" }
  | { readonly kind: "pedidos"; readonly status?: OrderStatus; readonly day?: "today" | "yesterday" }
  | { readonly kind: "pausa"; readonly phone: string; readonly isOn: boolean }
  /** Without a phone: the plan of this chat. */
  | { readonly kind: "pausa-plan"; readonly isPaused: boolean }
  | { readonly kind: "confirmar"; readonly number: number | null; readonly isYes: boolean | null }
  | { readonly kind: "mensaje"; readonly phone: string; readonly text: string }
  /** The member says what to write; a model words it. */
  | { readonly kind: "borrador"; readonly phone: string; readonly about: string }
  | { readonly kind: "agent"; readonly goal: string }
  | { readonly kind: "dev-review"; readonly phone: string | null; readonly focus: string }
  /** A reminder for the member who asks, with its time in words. */
  | { readonly kind: "recordar"; readonly words: string }
  /** `takesBack`: the number or the words of one that is no longer wanted; null lists them. */
  | { readonly kind: "recordatorios"; readonly takesBack: string | null }
  | { readonly kind: "preguntar"; readonly words: string }
  /** A command without what it needs. */
  | {
      readonly kind: "incomplete";
      readonly command: "vincular" | "pausa" | "mensaje" | "borrador" | "agent" | "recordar";
    }
  | { readonly kind: "unknown"; readonly word: string };

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  confirmados: "confirmed",
  confirmado: "confirmed",
  pendientes: "pending",
  pendiente: "pending",
  cancelados: "cancelled",
  cancelado: "cancelled",
  empacados: "packed",
  empacado: "packed",
  enviados: "sent",
  enviado: "sent",
  entregados: "delivered",
  entregado: "delivered",
  devueltos: "returned",
  devuelto: "returned",
};
const DAYS: Readonly<Record<string, "today" | "yesterday">> = { hoy: "today", ayer: "yesterday" };
const PHONE = /^(\+?\d[\d\s-]{5,18}\d)(?=\s|$)\s*/;

/** Reads a command of the operator. Words without a slash are a question. */
export function readCommand(message: string): Asked {
  const words = message.trim();
  const [, name, rest = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  if (name === undefined) return readWish(words);
  const said = rest.trim();
  switch (foldLetters(name).toLowerCase()) {
    case "vincular":
      return said === "" ? { kind: "incomplete", command: "vincular" } : { kind: "vincular", code: codeIn(said) };
    case "ayuda":
    case "help":
    case "start":
      return { kind: "ayuda" };
    case "estado":
      return { kind: "estado" };
    case "pedidos":
      return readOrders(said);
    case "pausa":
    case "pausar":
      return readSwitch(said, false);
    case "reanudar":
      return readSwitch(said, true);
    case "confirmar":
      return readAnswer(said);
    case "mensaje":
      return readMessage(said);
    case "borrador": {
      const { phone, after } = phoneIn(said);
      return phone === null || after === ""
        ? { kind: "incomplete", command: "borrador" }
        : { kind: "borrador", phone, about: after.slice(0, 1_000) };
    }
    case "recordar":
    case "recuerdeme":
      return said === "" ? { kind: "incomplete", command: "recordar" } : { kind: "recordar", words: said };
    case "recordatorios":
      return readReminders(said);
    case "agent":
    case "agente":
      return said === "" ? { kind: "incomplete", command: "agent" } : { kind: "agent", goal: said };
    case "dev-review": {
      const { phone, after } = phoneIn(said);
      return { kind: "dev-review", phone, focus: after };
    }
    default:
      return { kind: "unknown", word: `/${name}` };
  }
}

const WRITES_TO =
  /^(?:por favor,?\s+)?(?:escriba(?:le)?|escribe(?:le)?|escríbale|escríbele|dígale|dile|avísele|avísale|cuéntele|cuéntale|respóndale|respóndele|contéstele|contéstale|infórmele)\s+(?:al?\s+)?/iu;

const REMINDS = /^(?:por favor,?\s+)?(?:recu[ée]rd[ae]me|acu[ée]rd[ae]me)\s+(?:(?:de\s+)?que\s+|de\s+)?(?=\S)/iu;

/** Words without a slash: a reminder, a wish to write to one customer, whose phone the member has typed, or a question. */
function readWish(words: string): Asked {
  const [reminds] = REMINDS.exec(words) ?? [];
  if (reminds !== undefined) return { kind: "recordar", words: words.slice(reminds.length) };
  const [verb] = WRITES_TO.exec(words) ?? [];
  if (verb === undefined) return { kind: "preguntar", words };
  const { phone, after } = phoneIn(words.slice(verb.length));
  return phone === null || after === "" ? { kind: "preguntar", words } : { kind: "borrador", phone, about: after };
}

/** A code may be typed in groups. */
const codeIn = (said: string): string => said.replace(/[\s-]/g, "").slice(0, 64);

function readReminders(said: string): Asked {
  const [verb] = /^(?:quit|cancel|borr|elimin)[a-z]*\s*/iu.exec(said) ?? [];
  const wanted =
    verb === undefined ? "" : foldLetters(said.slice(verb.length)).replace(/^(?:el|la|lo)\s+(?:del?\s+)?/u, "");
  return { kind: "recordatorios", takesBack: wanted === "" ? null : wanted.slice(0, 200) };
}

function readOrders(said: string): Asked {
  const words = foldLetters(said).toLowerCase().split(/\s+/);
  const status = words.map((word) => STATUSES[word]).find((one) => one !== undefined);
  const day = words.map((word) => DAYS[word]).find((one) => one !== undefined);
  return { kind: "pedidos", ...(status === undefined ? {} : { status }), ...(day === undefined ? {} : { day }) };
}

function readSwitch(said: string, isOn: boolean): Asked {
  const { phone } = phoneIn(said);
  if (phone !== null) return { kind: "pausa", phone, isOn };
  return said === "" ? { kind: "pausa-plan", isPaused: !isOn } : { kind: "incomplete", command: "pausa" };
}

function readMessage(said: string): Asked {
  const { phone, after } = phoneIn(said);
  return phone === null || after === ""
    ? { kind: "incomplete", command: "mensaje" }
    : { kind: "mensaje", phone, text: after.slice(0, 1_000) };
}

function readAnswer(said: string): Asked {
  const [, number, answer] = /^(\d{1,2})\s+(si|no)\W*$/.exec(foldLetters(said).toLowerCase()) ?? [];
  if (number === undefined) return { kind: "confirmar", number: null, isYes: null };
  return { kind: "confirmar", number: Number(number), isYes: answer === "si" };
}

function phoneIn(said: string): { readonly phone: string | null; readonly after: string } {
  const [whole = "", phone] = PHONE.exec(said) ?? [];
  return phone === undefined
    ? { phone: null, after: said }
    : { phone: phone.replace(/\s+/g, " "), after: said.slice(whole.length).trim() };
}
