import { startDeadline } from "../core/call-deadline.ts";
import { classifyFailure } from "../whatsapp/classify-failure.ts";
import { readAnswer } from "../whatsapp/read-answer.ts";
import { signBody } from "../whatsapp/signature.ts";

export type PostAnswer =
  | { readonly kind: "answered"; readonly httpStatus: number; readonly text: string }
  | { readonly kind: "unreachable"; readonly detail: string };

/** The fault of a webhook that Meta did not send, or that was rewritten on the way. */
export type Forgery = "unsigned" | "wrong_signature" | "reserialised";

/**
 * Meta names no limit of its own. This one only stops a hung server from holding a slot for ever.
 */
const POST_TIMEOUT_MS = 10_000;

/**
 * Posts these exact bytes to a webhook with Meta's signature for them. Never throws, never retries.
 *
 * @param body sent as it is; `wireJson` makes Meta's escaped form
 */
export async function signAndPost(
  url: string,
  secret: string,
  body: Uint8Array,
  how: { readonly fetch?: typeof fetch; readonly signal?: AbortSignal; readonly forgery?: Forgery | null } = {},
): Promise<PostAnswer> {
  const fetchNow = how.fetch ?? fetch;
  const deadline = startDeadline({ timeoutMs: POST_TIMEOUT_MS, signal: how.signal });
  try {
    const response = await fetchNow(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "facebookexternalua",
        ...signature(secret, body, how.forgery ?? null),
      },
      body: how.forgery === "reserialised" ? reserialise(body) : body,
      redirect: "error",
      signal: deadline.signal,
    });
    const answer = await readAnswer(response.body);
    return { kind: "answered", httpStatus: response.status, text: new TextDecoder().decode(answer ?? undefined) };
  } catch (thrown) {
    return { kind: "unreachable", detail: classifyFailure(thrown).detail };
  } finally {
    deadline.end();
  }
}

function signature(secret: string, body: Uint8Array, forgery: Forgery | null): Record<string, string> {
  if (forgery === "unsigned") return {};
  return { "x-hub-signature-256": signBody(forgery === "wrong_signature" ? `${secret} of another app` : secret, body) };
}

function reserialise(body: Uint8Array): string {
  return JSON.stringify(JSON.parse(new TextDecoder().decode(body)));
}
