import * as z from "zod";
import type { GraphAnswer, GraphReader } from "./graph-reader.ts";

const text = z.string().nullish().catch(null);

const tokenShape = z.object({
  data: z.object({
    app_id: z.string().catch(""),
    is_valid: z.boolean(),
    /** Unix seconds; 0 for never. */
    expires_at: z.number().catch(0),
    scopes: z.array(z.string()).catch([]),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })).catch([]),
    error: z.object({ message: z.string() }).optional(),
  }),
});

const subscriptionsShape = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: text,
      active: z.boolean().catch(true),
      fields: z.array(z.object({ name: z.string() })).catch([]),
    }),
  ),
});

const appsShape = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.string() }) })),
});

const numbersShape = z.object({
  data: z.array(
    z.object({ id: z.string(), display_phone_number: text, verified_name: text, quality_rating: text, status: text }),
  ),
});

const templatesShape = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string(),
      parameter_format: text,
      quality_score: z.object({ score: text }).nullish().catch(null),
      components: z.array(z.looseObject({ type: z.string(), text })).catch([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

export type AccountToken = z.output<typeof tokenShape>["data"];
export type AccountSubscription = z.output<typeof subscriptionsShape>["data"][number];
export type AccountNumber = z.output<typeof numbersShape>["data"][number];
export type AccountTemplate = z.output<typeof templatesShape>["data"][number];

/** More pages than a business account may have templates for. */
const MOST_PAGES = 100;

/** What the token is, asked with the token itself. */
export async function readToken(read: GraphReader, token: string): Promise<GraphAnswer<AccountToken>> {
  return dataOf(await read(`debug_token?input_token=${encodeURIComponent(token)}`, token, tokenShape));
}

/** The business accounts that a token may manage; none when it names no account. */
export function accountsOf({ granular_scopes: granular }: AccountToken): string[] {
  return granular.find(({ scope }) => scope === "whatsapp_business_management")?.target_ids ?? [];
}

/** The webhooks of the app. Only its secret may read them, so the answer proves the secret too. */
export async function readSubscriptions(
  read: GraphReader,
  appId: string,
  appSecret: string,
): Promise<GraphAnswer<AccountSubscription[]>> {
  return dataOf(await read(`${encodeURIComponent(appId)}/subscriptions`, `${appId}|${appSecret}`, subscriptionsShape));
}

/** The ids of the apps that get the webhooks of a business account. */
export async function readSubscribedApps(
  read: GraphReader,
  account: string,
  token: string,
): Promise<GraphAnswer<string[]>> {
  const answer = dataOf(await read(`${encodeURIComponent(account)}/subscribed_apps`, token, appsShape));
  if (answer.kind !== "read") return answer;
  return { kind: "read", value: answer.value.map(({ whatsapp_business_api_data: { id } }) => id) };
}

export async function readNumbers(
  read: GraphReader,
  account: string,
  token: string,
): Promise<GraphAnswer<AccountNumber[]>> {
  const fields = "id,display_phone_number,verified_name,quality_rating,status";
  return dataOf(await read(`${encodeURIComponent(account)}/phone_numbers?fields=${fields}`, token, numbersShape));
}

/** All templates of a business account, over all pages. */
export async function readTemplates(
  read: GraphReader,
  account: string,
  token: string,
): Promise<GraphAnswer<AccountTemplate[]>> {
  const fields = "name,language,status,category,parameter_format,quality_score,components";
  const found: AccountTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const from = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    const path = `${encodeURIComponent(account)}/message_templates?fields=${fields}&limit=100${from}`;
    const answer = await read(path, token, templatesShape);
    if (answer.kind !== "read") return answer;
    found.push(...answer.value.data);
    const { paging } = answer.value;
    after = paging?.cursors?.after;
    if (paging?.next === undefined || after === undefined) break;
  }
  return { kind: "read", value: found };
}

function dataOf<Data>(answer: GraphAnswer<{ readonly data: Data }>): GraphAnswer<Data> {
  return answer.kind === "read" ? { kind: "read", value: answer.value.data } : answer;
}
