import type { GraphAnswer, GraphReader } from "./graph-reader.ts";
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
} from "./read-account.ts";

export type AccountPart = "token" | "app_secret" | "webhook" | "fields" | "account" | "number" | "templates";

/** What was found of one part, as a code; `recado doctor` and the Studio have the words. */
export const ACCOUNT_CODES = [
  "token_ok",
  "token_unreachable",
  "token_refused",
  "token_lacks_scopes",
  "token_ends_soon",
  "app_secret_ok",
  "app_secret_refused",
  "webhook_ok",
  "webhook_none",
  "webhook_elsewhere",
  "fields_ok",
  "fields_missing",
  "fields_without_messages",
  "account_ok",
  "account_none",
  "account_not_subscribed",
  "account_refused",
  "account_unreachable",
  "number_ok",
  "number_none",
  "number_not_connected",
  "number_quality_red",
  "templates_ok",
] as const;
export type AccountCode = (typeof ACCOUNT_CODES)[number];

export interface AccountFinding {
  readonly part: AccountPart;
  readonly code: AccountCode;
  readonly ok: boolean;
  /** What the words name: ids, addresses, Meta's own sentence. Neither the token nor a secret. */
  readonly values: Readonly<Record<string, string>>;
}

/** What is asked about: the account behind a token, and the address that should get its webhooks. */
export interface AskedAccount {
  readonly accessToken: string;
  readonly appSecrets: readonly string[];
  /** Without a path; null where it is not known, and any address with the webhook's path is right. */
  readonly publicUrl: string | null;
  /** The numbers to speak of; all of the account when absent. */
  readonly isOwnNumber?: (id: string) => boolean;
}

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

/** What Meta says about the token, the app, its webhooks, the numbers and the templates. */
export async function inspectAccount(read: GraphReader, asked: AskedAccount, now: Date): Promise<AccountFinding[]> {
  const token = await readToken(read, asked.accessToken);
  if (token.kind !== "read" || !token.value.is_valid) return [refusedToken(token)];
  const { app_id: appId } = token.value;
  const accounts = accountsOf(token.value);
  const found = await Promise.all(accounts.map((account) => inspectOne(read, asked, account, appId)));
  return [
    inspectToken(token.value, now),
    ...(await inspectApp(read, asked, appId)),
    ...(accounts.length === 0 ? [finding("account", "account_none", false)] : []),
    ...found.flat(),
  ];
}

function finding(
  part: AccountPart,
  code: AccountCode,
  ok: boolean,
  values: Readonly<Record<string, string>> = {},
): AccountFinding {
  return { part, code, ok, values };
}

function refusedToken(answer: GraphAnswer<AccountToken>): AccountFinding {
  if (answer.kind === "unreachable") return finding("token", "token_unreachable", false, { why: answer.detail });
  const why = answer.kind === "refused" ? answer.detail : (answer.value.error?.message ?? "it is not valid any more");
  return finding("token", "token_refused", false, { why });
}

function inspectToken({ scopes, expires_at: expiresAt }: AccountToken, now: Date): AccountFinding {
  const missing = SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return finding("token", "token_lacks_scopes", false, { scopes: missing.join(", ") });
  if (expiresAt === 0) return finding("token", "token_ok", true);
  const isSoon = (expiresAt - now.getTime() / 1_000) / DAY_S < SOON_DAYS;
  const until = new Date(expiresAt * 1_000).toISOString();
  return finding("token", isSoon ? "token_ends_soon" : "token_ok", !isSoon, { until });
}

async function inspectApp(
  read: GraphReader,
  { appSecrets, publicUrl }: AskedAccount,
  appId: string,
): Promise<AccountFinding[]> {
  const answers = await Promise.all(appSecrets.map((secret) => readSubscriptions(read, appId, secret)));
  const known = answers.find((answer) => answer.kind === "read");
  if (known === undefined) {
    const [first] = answers;
    const why = first === undefined || first.kind === "read" ? "" : first.detail;
    return [finding("app_secret", "app_secret_refused", false, { why, app: appId })];
  }
  const former = answers.filter(({ kind }) => kind !== "read").length;
  const values = { app: appId, ...(former === 0 ? {} : { former: String(former) }) };
  return [finding("app_secret", "app_secret_ok", true, values), ...inspectWebhook(known.value, publicUrl)];
}

function inspectWebhook(subscriptions: readonly AccountSubscription[], publicUrl: string | null): AccountFinding[] {
  const found = subscriptions.find(({ object }) => object === "whatsapp_business_account");
  const wanted = webhookAt(publicUrl ?? "https://<your address>");
  if (found === undefined || !found.active) return [finding("webhook", "webhook_none", false, { wanted })];
  const callback = found.callback_url ?? "";
  const isOurs = publicUrl === null ? callback.endsWith(WEBHOOK_PATH) : callback === wanted;
  if (!isOurs) return [finding("webhook", "webhook_elsewhere", false, { callback, wanted })];
  return [finding("webhook", "webhook_ok", true, { callback }), inspectFields(found.fields.map((field) => field.name))];
}

/** The address that Meta must call. */
export function webhookAt(publicUrl: string): string {
  return `${publicUrl.endsWith("/") ? publicUrl.slice(0, -1) : publicUrl}${WEBHOOK_PATH}`;
}

function inspectFields(fields: readonly string[]): AccountFinding {
  if (!fields.includes("messages")) return finding("fields", "fields_without_messages", false);
  const missing = WISHED_FIELDS.filter((field) => !fields.includes(field));
  if (missing.length === 0) return finding("fields", "fields_ok", true);
  return finding("fields", "fields_missing", true, { missing: missing.join(", ") });
}

async function inspectOne(
  read: GraphReader,
  { accessToken, isOwnNumber = () => true }: AskedAccount,
  account: string,
  appId: string,
): Promise<AccountFinding[]> {
  const [apps, numbers, templates] = await Promise.all([
    readSubscribedApps(read, account, accessToken),
    readNumbers(read, account, accessToken),
    readTemplates(read, account, accessToken),
  ]);
  return [
    ...judged("account", apps, (ids) => [
      ids.includes(appId)
        ? finding("account", "account_ok", true, { account })
        : finding("account", "account_not_subscribed", false, { account, app: appId }),
    ]),
    ...judged("number", numbers, (list) =>
      inspectNumbers(
        account,
        list.filter(({ id }) => isOwnNumber(id)),
      ),
    ),
    ...judged("templates", templates, (list) => [inspectTemplates(list)]),
  ];
}

function inspectNumbers(account: string, numbers: readonly AccountNumber[]): AccountFinding[] {
  if (numbers.length === 0) return [finding("number", "number_none", false, { account })];
  return numbers.map(({ id, display_phone_number: phone, verified_name: label, quality_rating: quality, status }) => {
    const values = { id, phone: phone ?? "", label: label ?? "", quality: quality ?? "", status: status ?? "" };
    if (values.status !== "" && values.status !== "CONNECTED")
      return finding("number", "number_not_connected", false, values);
    if (quality === "RED") return finding("number", "number_quality_red", false, values);
    return finding("number", "number_ok", true, values);
  });
}

/** A shop that only answers needs none. */
function inspectTemplates(templates: readonly AccountTemplate[]): AccountFinding {
  const approved = templates.filter(({ status }) => status === "APPROVED");
  const stopped = templates.filter(({ status }) => ["REJECTED", "PAUSED", "DISABLED"].includes(status));
  const poor = approved.filter(({ quality_score: quality }) => quality?.score === "RED");
  const named = ({ name, language }: AccountTemplate) => `${name}/${language}`;
  return finding("templates", "templates_ok", true, {
    approved: String(approved.length),
    all: String(templates.length),
    stopped: stopped.map((one) => `${named(one)} ${one.status}`).join(", "),
    poor: poor.map(named).join(", "),
  });
}

function judged<Value>(
  part: AccountPart,
  answer: GraphAnswer<Value>,
  judge: (value: Value) => AccountFinding[],
): AccountFinding[] {
  if (answer.kind === "read") return judge(answer.value);
  const code = answer.kind === "refused" ? "account_refused" : "account_unreachable";
  return [finding(part, code, false, { why: answer.detail })];
}
