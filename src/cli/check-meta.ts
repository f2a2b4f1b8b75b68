import type { Config } from "../app/config.ts";
import { GRAPH_URL } from "../app/open-simulator.ts";
import { createGraphReader } from "../whatsapp/account/graph-reader.ts";
import { type AccountFinding, type AccountPart, inspectAccount } from "../whatsapp/account/inspect-account.ts";
import type { Check } from "./doctor-checks.ts";

type Asking = Pick<Config, "channel" | "publicUrl">;

const NAMES: Readonly<Record<AccountPart, string>> = {
  token: "meta token",
  app_secret: "app secret",
  webhook: "webhook",
  fields: "fields",
  account: "account",
  number: "number",
  templates: "templates",
};

/** What Meta says about the shop's account, in words with the way out. Nothing is asked without a token. */
export async function checkMeta({ channel, publicUrl }: Asking, now: Date = new Date()): Promise<Check[]> {
  if (channel.kind !== "meta") return [];
  const read = createGraphReader(channel.apiUrl ?? GRAPH_URL);
  const found = await inspectAccount(read, { ...channel, publicUrl }, now);
  return found.map((finding) => ({ name: NAMES[finding.part], ok: finding.ok, detail: wordsFor(finding) }));
}

const PLACE = "WhatsApp → Configuration of the app";

function wordsFor({ code, values }: AccountFinding): string {
  const value = (name: string): string => values[name] ?? "";
  switch (code) {
    case "token_ok":
      return `valid${values["until"] === undefined ? ", never expires" : ` until ${values["until"]}`}, has both permissions`;
    case "token_unreachable":
      return `Meta cannot be asked (${value("why")}): look at the network and try again.`;
    case "token_refused":
      return `Meta refuses WHATSAPP_ACCESS_TOKEN (${value("why")}): generate another for a system user, as docs/whatsapp.md says.`;
    case "token_lacks_scopes":
      return `lacks ${value("scopes")}: generate it again with both permissions.`;
    case "token_ends_soon":
      return `ends at ${value("until")}: generate one for a system user, which never expires.`;
    case "app_secret_ok":
      return `of the app ${value("app")}${values["former"] === undefined ? "" : `; ${values["former"]} of the list is another one, which a rotation may leave out by now`}`;
    case "app_secret_refused":
      return `Meta refuses WHATSAPP_APP_SECRET (${value("why")}): copy it from App settings → Basic of the app ${value("app")}.`;
    case "webhook_ok":
      return `Meta calls ${value("callback")}`;
    case "webhook_none":
      return `Meta sends no webhooks: in ${PLACE}, set the callback URL ${value("wanted")}.`;
    case "webhook_elsewhere":
      return `Meta calls ${value("callback")}: in ${PLACE}, set the callback URL ${value("wanted")}.`;
    case "fields_ok":
      return "all that Recado acts on are subscribed";
    case "fields_missing":
      return `messages, but not ${value("missing")}: tick them in ${PLACE}`;
    case "fields_without_messages":
      return `messages is not subscribed, so no message comes: tick it in ${PLACE}.`;
    case "account_ok":
      return `${value("account")} sends its webhooks to the app`;
    case "account_none":
      return "the token names no WhatsApp account, so numbers and templates cannot be looked at: assign the account to its system user.";
    case "account_not_subscribed":
      return `${value("account")} sends no webhooks to the app ${value("app")}: POST /${value("account")}/subscribed_apps with the token, once.`;
    case "account_refused":
      return `Meta does not say (${value("why")}): assign the account to the token's system user.`;
    case "account_unreachable":
      return `Meta does not say (${value("why")}): look at the network and try again.`;
    case "number_none":
      return `${value("account")} has none: add one in the WhatsApp Manager.`;
    case "number_ok":
      return `${numberOf(values)}, quality ${value("quality") || "unknown"}`;
    case "number_not_connected":
      return `${numberOf(values)} is ${value("status")}: register it in the WhatsApp Manager.`;
    case "number_quality_red":
      return `${numberOf(values)} has the quality RED, so Meta may restrict it: send fewer templates, only to customers who asked for them.`;
    case "templates_ok":
      return `${templateParts(values).join("; ")}; \`recado templates sync\` lists the approved ones for tools`;
  }
}

function numberOf({ phone = "", label = "", id = "" }: AccountFinding["values"]): string {
  return [phone === "" ? id : phone, label, `id ${id}`].filter((part) => part !== "").join(", ");
}

function templateParts({ approved = "", all = "", stopped = "", poor = "" }: AccountFinding["values"]): string[] {
  return [
    `${approved} of ${all} approved`,
    ...(stopped === "" ? [] : [`stopped: ${stopped}`]),
    ...(poor === "" ? [] : [`with the quality RED: ${poor}`]),
  ];
}
