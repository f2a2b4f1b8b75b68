import type { ChannelConfig, Config } from "../app/config.ts";
import { GRAPH_URL } from "../app/open-simulator.ts";
import { createGraphReader, type GraphAnswer, type GraphReader } from "../whatsapp/account/graph-reader.ts";
import {
  type AccountNumber,
  type AccountSubscription,
  type AccountTemplate,
  type AccountToken,
  accountsOf,
  readNumbers,
  readSubscribedApps,
  readSubscriptions,
  readTemplates,
  readToken,
} from "../whatsapp/account/read-account.ts";
import type { Check } from "./doctor-checks.ts";

const SCOPES = ["whatsapp_business_messaging", "whatsapp_business_management"];
const WEBHOOK_PATH = "/api/whatsapp/webhook";
/** What Recado acts on besides `messages` (docs/whatsapp.md). */
const WISHED_FIELDS = [
  ...["smb_message_echoes", "user_preferences", "user_id_update", "account_update", "account_alerts"],
  ...["business_capability_update", "phone_number_quality_update", "security", "message_template_status_update"],
  ...["message_template_quality_update", "template_category_update"],
];
/** A token that ends sooner will be forgotten about. */
const SOON_DAYS = 7;
const DAY_S = 86_400;

type MetaChannel = Extract<ChannelConfig, { kind: "meta" }>;
type Asking = Pick<Config, "channel" | "publicUrl">;

/** What Meta says about the token, the app, its webhooks, the numbers and the templates. Nothing is asked without a token. */
export async function checkMeta({ channel, publicUrl }: Asking, now: Date = new Date()): Promise<Check[]> {
  if (channel.kind !== "meta") return [];
  const read = createGraphReader(channel.apiUrl ?? GRAPH_URL);
  const token = await readToken(read, channel.accessToken);
  if (token.kind !== "read" || !token.value.is_valid) return [refusedToken(token)];
  const accounts = accountsOf(token.value);
  return [
    checkToken(token.value, now),
    ...(await checkApp(read, channel, { appId: token.value.app_id, publicUrl })),
    ...(accounts.length === 0 ? [noAccount()] : []),
    ...(await Promise.all(accounts.map((account) => checkAccount(read, channel, account, token.value.app_id)))).flat(),
  ];
}

function refusedToken(answer: GraphAnswer<AccountToken>): Check {
  const name = "meta token";
  if (answer.kind === "unreachable") {
    return { name, ok: false, detail: `Meta cannot be asked (${answer.detail}): look at the network and try again.` };
  }
  const why = answer.kind === "refused" ? answer.detail : (answer.value.error?.message ?? "it is not valid any more");
  return {
    name,
    ok: false,
    detail: `Meta refuses WHATSAPP_ACCESS_TOKEN (${why}): generate another for a system user, as docs/whatsapp.md says.`,
  };
}

function checkToken({ scopes, expires_at: expiresAt }: AccountToken, now: Date): Check {
  const name = "meta token";
  const missing = SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) {
    return { name, ok: false, detail: `lacks ${missing.join(" and ")}: generate it again with both permissions.` };
  }
  if (expiresAt === 0) return { name, ok: true, detail: "valid, never expires, has both permissions" };
  const daysLeft = (expiresAt - now.getTime() / 1_000) / DAY_S;
  const until = new Date(expiresAt * 1_000).toISOString();
  if (daysLeft >= SOON_DAYS) return { name, ok: true, detail: `valid until ${until}, has both permissions` };
  return { name, ok: false, detail: `ends at ${until}: generate one for a system user, which never expires.` };
}

async function checkApp(
  read: GraphReader,
  { appSecrets }: MetaChannel,
  { appId, publicUrl }: { readonly appId: string; readonly publicUrl: string | null },
): Promise<Check[]> {
  const name = "app secret";
  const answers = await Promise.all(appSecrets.map((secret) => readSubscriptions(read, appId, secret)));
  const known = answers.find((answer) => answer.kind === "read");
  if (known === undefined) {
    const detail = answers[0]?.kind === "read" ? "" : (answers[0]?.detail ?? "");
    const wayOut = `copy it from App settings → Basic of the app ${appId}.`;
    return [{ name, ok: false, detail: `Meta refuses WHATSAPP_APP_SECRET (${detail}): ${wayOut}` }];
  }
  const former = answers.filter(({ kind }) => kind !== "read").length;
  const rest = former === 0 ? "" : `; ${former} of the list is another one, which a rotation may leave out by now`;
  return [{ name, ok: true, detail: `of the app ${appId}${rest}` }, checkWebhook(known.value, publicUrl)];
}

function checkWebhook(subscriptions: readonly AccountSubscription[], publicUrl: string | null): Check {
  const name = "webhook";
  const found = subscriptions.find(({ object }) => object === "whatsapp_business_account");
  const place = "WhatsApp → Configuration of the app";
  const wanted = `${publicUrl?.replace(/\/+$/, "") ?? "https://<your address>"}${WEBHOOK_PATH}`;
  if (found === undefined || !found.active) {
    return { name, ok: false, detail: `Meta sends no webhooks: in ${place}, set the callback URL ${wanted}.` };
  }
  const callback = found.callback_url ?? "";
  const isOurs = publicUrl === null ? callback.endsWith(WEBHOOK_PATH) : callback === wanted;
  if (!isOurs)
    return { name, ok: false, detail: `Meta calls ${callback}: in ${place}, set the callback URL ${wanted}.` };
  const fields = found.fields.map((field) => field.name);
  if (!fields.includes("messages")) {
    return {
      name,
      ok: false,
      detail: `the field messages is not subscribed, so no message comes: tick it in ${place}.`,
    };
  }
  const missing = WISHED_FIELDS.filter((field) => !fields.includes(field));
  const rest = missing.length === 0 ? "all fields" : `messages, but not ${missing.join(", ")}: tick them in ${place}`;
  return { name, ok: true, detail: `${callback}, ${rest}` };
}

function noAccount(): Check {
  const detail =
    "the token names no WhatsApp account, so numbers and templates cannot be looked at: assign the account to its system user.";
  return { name: "account", ok: false, detail };
}

async function checkAccount(
  read: GraphReader,
  { accessToken }: MetaChannel,
  account: string,
  appId: string,
): Promise<Check[]> {
  const [apps, numbers, templates] = await Promise.all([
    readSubscribedApps(read, account, accessToken),
    readNumbers(read, account, accessToken),
    readTemplates(read, account, accessToken),
  ]);
  return [
    ...asked("account", apps, (ids) => [
      ids.includes(appId)
        ? { name: "account", ok: true, detail: `${account} sends its webhooks to the app` }
        : {
            name: "account",
            ok: false,
            detail: `${account} sends no webhooks to the app ${appId}: POST /${account}/subscribed_apps with the token, once.`,
          },
    ]),
    ...asked("number", numbers, (list) => checkNumbers(account, list)),
    ...asked("templates", templates, (list) => [checkTemplates(list)]),
  ];
}

function checkNumbers(account: string, numbers: readonly AccountNumber[]): Check[] {
  const name = "number";
  if (numbers.length === 0) {
    return [{ name, ok: false, detail: `${account} has none: add one in the WhatsApp Manager.` }];
  }
  return numbers.map(({ id, display_phone_number: phone, verified_name: label, quality_rating: quality, status }) => {
    const what = [phone ?? id, label, `id ${id}`].filter((part) => part !== null && part !== undefined).join(", ");
    if (status !== null && status !== undefined && status !== "CONNECTED") {
      return { name, ok: false, detail: `${what} is ${status}: register it in the WhatsApp Manager.` };
    }
    if (quality === "RED") {
      const wayOut = "send fewer templates, only to customers who asked for them";
      return { name, ok: false, detail: `${what} has the quality RED, so Meta may restrict it: ${wayOut}.` };
    }
    return { name, ok: true, detail: `${what}, quality ${quality ?? "unknown"}` };
  });
}

function checkTemplates(templates: readonly AccountTemplate[]): Check {
  const name = "templates";
  const approved = templates.filter(({ status }) => status === "APPROVED");
  const stopped = templates.filter(({ status }) => ["REJECTED", "PAUSED", "DISABLED"].includes(status));
  const poor = approved.filter(({ quality_score: quality }) => quality?.score === "RED");
  const parts = [
    `${approved.length} of ${templates.length} approved`,
    ...stopped.map(({ name: of, language, status }) => `${of}/${language} is ${status}`),
    ...poor.map(({ name: of, language }) => `${of}/${language} has the quality RED`),
  ];
  // A shop that only answers needs none.
  return { name, ok: true, detail: `${parts.join("; ")}; \`recado templates sync\` lists the approved ones for tools` };
}

function asked<Value>(name: string, answer: GraphAnswer<Value>, judge: (value: Value) => Check[]): Check[] {
  if (answer.kind === "read") return judge(answer.value);
  const wayOut =
    answer.kind === "refused" ? "assign the account to the token's system user" : "look at the network and try again";
  return [{ name, ok: false, detail: `Meta does not say (${answer.detail}): ${wayOut}.` }];
}
