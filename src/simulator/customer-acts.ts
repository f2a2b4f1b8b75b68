import { readIdentity } from "../core/inbound/identity.ts";
import type { CustomerAct } from "./customer-kinds.ts";
import { SAMPLES, type SampleKind } from "./media-samples.ts";
import { madeUpBsuid, type Person } from "./person.ts";
import { chatOf, type SaidMessage, type SimulatedWhatsApp } from "./simulated-whatsapp.ts";
import { contactOf, seconds } from "./webhook-bodies.ts";

type Content = Readonly<Record<string, unknown>>;

export type Acted =
  | { readonly kind: "done"; readonly said: Omit<SaidMessage, "wamid"> & { readonly wamid: string | null } }
  /** The act needs something that does not exist. */
  | { readonly kind: "impossible"; readonly detail: string };

type Made = { readonly kind: "content"; readonly content: Content } | Extract<Acted, { kind: "impossible" }>;

/** Carries out what a customer does, and posts what the business hears of it. */
export function act(whatsapp: SimulatedWhatsApp, person: Person, act: CustomerAct): Acted {
  const { phoneNumberId } = act;
  const at = whatsapp.clock.now();
  switch (act.kind) {
    case "echo":
      return done(whatsapp.shopSays(person, phoneNumberId, act.text));
    case "preferences": {
      const preference = {
        ...(person.phone === null ? {} : { wa_id: person.phone }),
        user_id: person.bsuid,
        detail: `User requested to ${act.marketing} marketing messages`,
        category: "marketing_messages",
        value: act.marketing,
        timestamp: seconds(at),
      };
      const part = { contacts: [contactOf(person)], user_preferences: [preference] };
      const note = { field: "user_preferences", wamid: null, content: { marketing: act.marketing } };
      return done({ wamid: null, ...whatsapp.notify(person, phoneNumberId, part, note) });
    }
    default: {
      const made = contentOf(whatsapp, person, act);
      if (made.kind === "impossible") return made;
      return done(whatsapp.customerSays(person, { phoneNumberId, content: made.content }));
    }
  }
}

function contentOf(
  whatsapp: SimulatedWhatsApp,
  person: Person,
  act: Exclude<CustomerAct, { kind: "echo" | "preferences" }>,
): Made {
  switch (act.kind) {
    case "text":
      return content("text", { body: act.text }, quoting(act.replyTo));
    case "choice":
      return choose(whatsapp, person, act);
    case "button_reply":
      return content(
        "interactive",
        { type: "button_reply", button_reply: { id: act.id, title: act.title } },
        quoting(act.replyTo),
      );
    case "list_reply": {
      const { id, title, description } = act;
      return content(
        "interactive",
        { type: "list_reply", list_reply: { id, title, description } },
        quoting(act.replyTo),
      );
    }
    case "template_reply":
      return content("button", { payload: act.payload, text: act.text }, quoting(act.replyTo));
    case "image":
    case "video":
    case "document":
    case "audio":
    case "sticker":
      return fileContent(whatsapp, act);
    case "location": {
      const { latitude, longitude, place, address } = act;
      return content("location", { latitude, longitude, name: place, address }, quoting(act.replyTo));
    }
    case "contacts": {
      const name = { formatted_name: act.contactName, first_name: act.contactName };
      return content("contacts", [{ name, phones: [{ phone: act.contactPhone, type: "CELL" }] }], quoting(act.replyTo));
    }
    case "reaction": {
      const of = act.of ?? whatsapp.phones.latest(chatOf(act.phoneNumberId, person))?.wamid;
      if (of === undefined) return impossible("of: this customer has heard nothing yet that they could react to");
      return content("reaction", { message_id: of, ...(act.emoji === "" ? {} : { emoji: act.emoji }) });
    }
    case "edit":
    case "revoke": {
      const of = act.of ?? whatsapp.lastSaid(chatOf(act.phoneNumberId, person));
      if (of === null) return impossible(`of: this customer has said nothing yet that they could ${act.kind}`);
      if (act.kind === "revoke") return content("revoke", { original_message_id: of });
      const message = { context: { id: "M0" }, type: "text", text: { body: act.text } };
      return content("edit", { original_message_id: of, message });
    }
    case "number_changed": {
      const newPhone = readIdentity(act.newPhone)?.phone ?? null;
      if (newPhone === null) return impossible("newPhone: must be a phone with country code");
      if (person.phone === null) return impossible("newPhone: this customer's phone is not known, so it cannot change");
      const body = `User ${person.name} changed from ${person.phone} to ${newPhone}`;
      const system = { body, wa_id: newPhone, user_id: madeUpBsuid(newPhone), type: "user_changed_number" };
      return content("system", system);
    }
    case "user_id_changed": {
      if (readIdentity(act.newUserId)?.bsuid == null) return impossible("newUserId: must be a BSUID, such as CO.1349");
      const body = `User ${person.name} changed from ${person.bsuid} to ${act.newUserId}`;
      return content("system", { body, user_id: act.newUserId, type: "user_changed_user_id" });
    }
    case "ad": {
      const { headline = "Duerme mejor esta noche", sourceUrl = "https://fb.me/recado" } = act;
      const referral = {
        source_url: sourceUrl,
        source_id: "120000000000000001",
        source_type: "ad",
        headline,
        body: headline,
        media_type: "image",
        image_url: "https://scontent.xx.fbcdn.net/recado.jpg",
        ctwa_clid: "recado-click",
      };
      return content("text", { body: act.text }, { referral });
    }
    case "unsupported": {
      const details = "Message type is currently not supported.";
      const title = "Message type unknown";
      const errors = [{ code: 131051, title, message: title, error_data: { details } }];
      return { kind: "content", content: { type: "unsupported", errors, unsupported: { type: "unknown" } } };
    }
  }
}

/** A tap on a choice of the latest message with choices. */
function choose(whatsapp: SimulatedWhatsApp, person: Person, act: Extract<CustomerAct, { kind: "choice" }>): Made {
  const offer = whatsapp.phones.latest(
    chatOf(act.phoneNumberId, person),
    ({ wamid, choices }) => choices !== undefined && (act.of === undefined || wamid === act.of),
  );
  if (offer?.choices === undefined) return impossible("number: no message on this phone has anything to choose");
  const choice = offer.choices[act.number - 1];
  if (choice === undefined) {
    return impossible(
      `number: must be from 1 to ${offer.choices.length}, the choices of the latest message that has any`,
    );
  }
  const { id, title } = choice;
  switch (offer.kind) {
    case "list":
      return content("interactive", { type: "list_reply", list_reply: choice }, quoting(offer.wamid));
    case "template":
      return content("button", { payload: id, text: title }, quoting(offer.wamid));
    default:
      return content("interactive", { type: "button_reply", button_reply: { id, title } }, quoting(offer.wamid));
  }
}

function fileContent(whatsapp: SimulatedWhatsApp, act: Extract<CustomerAct, { kind: SampleKind }>): Made {
  const known = act.mediaId === undefined ? whatsapp.media.put(SAMPLES[act.kind]) : whatsapp.media.get(act.mediaId);
  if (known === null) return impossible(`mediaId: there is no file ${act.mediaId}; POST /media takes one`);
  const part = {
    id: known.id,
    mime_type: known.mimeType,
    // Base64 in webhooks, hexadecimal in the API's answers.
    sha256: Buffer.from(known.sha256, "hex").toString("base64"),
    ...("caption" in act ? { caption: act.caption } : {}),
    ...(act.kind === "document" ? { filename: act.fileName ?? known.fileName ?? "documento" } : {}),
    ...(act.kind === "audio" ? { voice: act.isVoiceNote } : {}),
    ...(act.kind === "sticker" ? { animated: false } : {}),
  };
  return content(act.kind, part, quoting(act.replyTo));
}

function content(type: string, part: unknown, more: Content = {}): Made {
  return { kind: "content", content: { type, [type]: part, ...more } };
}

function quoting(wamid: string | undefined): Content {
  return wamid === undefined ? {} : { context: { id: wamid } };
}

function impossible(detail: string): Extract<Acted, { kind: "impossible" }> {
  return { kind: "impossible", detail };
}

function done(said: Extract<Acted, { kind: "done" }>["said"]): Acted {
  return { kind: "done", said };
}
