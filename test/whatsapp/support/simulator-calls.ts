import { type SimulatedShop, secrets } from "./simulated-shop.ts";

/** One call of a simulator's own routes, with its token. */
export async function callSimulator(
  { url }: SimulatedShop,
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${secrets.accessToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}
