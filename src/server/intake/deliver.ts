import { errorText, RecadoError } from "../../core/errors.ts";
import { awayNumbersOf } from "../../core/inbound/number-away.ts";
import { isSignatureValid } from "../../whatsapp/signature.ts";
import { withDeadline } from "../deadline.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ReceivedBody } from "../server-env.ts";
import type { WriteFate } from "../write-fate.ts";
import { storeOrForward } from "./forward-webhook.ts";
import type { WebhookDependencies } from "./store-webhook.ts";

/**
 * Meta's target is a second. The answer to a webhook that is not stored by then asks Meta to send
 * it again.
 */
const STORE_DEADLINE_MS = 900;

/**
 * Checks the signature of a whole body and stores it. Returns the words of the 200, after the
 * commit. `isForwarded`: another door has passed it on. Throws `signature_invalid`, `overloaded` and `number_moving`.
 */
export type Deliver = (
  body: ReceivedBody,
  signature: string | undefined,
  requestId: string,
  isForwarded: boolean,
) => Promise<string>;

export function createDeliver(
  dependencies: WebhookDependencies & Pick<ServerDependencies, "settings" | "storing">,
  writes: WriteFate,
): Deliver {
  const { settings, logger, storing } = dependencies;
  return async (body, signature, requestId, isForwarded) => {
    if (!isSignatureValid(settings.appSecrets, body.bytes, signature)) throw notSigned();
    let words = "";
    const stored = storeOrForward(dependencies, body.bytes, isForwarded).then(
      (became) => {
        words = inWords({ ...became });
        writes.succeeded();
        return "stored" as const;
      },
      (thrown: unknown) => {
        if (isAway(thrown)) return "away" as const;
        writes.failed();
        logger.error({ request_id: requestId, error: errorText(thrown) }, "a webhook could not be stored");
        return "failed" as const;
      },
    );
    body.holdUntil(stored);
    storing?.add(stored);
    void stored.then(() => storing?.delete(stored));
    const answer = await withDeadline(stored, STORE_DEADLINE_MS);
    if (answer.kind === "done" && answer.value === "stored") return words;
    if (answer.kind !== "late" && answer.value === "away") {
      throw new RecadoError("number_moving", "The number is moving to another database. Deliver it again.");
    }
    throw new RecadoError("overloaded", "The webhook could not be stored in time. Deliver it again.");
  };
}

/** Our database is well: a move is no reason to be taken out of the line of doors. */
function isAway(thrown: unknown): boolean {
  return awayNumbersOf(thrown).length > 0 || (thrown instanceof RecadoError && thrown.code === "number_moving");
}

export function notSigned(): RecadoError {
  return new RecadoError(
    "signature_invalid",
    "X-Hub-Signature-256 is not the signature of this body by our app secret.",
  );
}

/** Meta does not read this text; a developer who tries a payload does. */
function inWords(became: Readonly<Record<string, number>>): string {
  const parts = Object.entries(became).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `stored: ${parts.length === 0 ? "nothing was in it" : parts.join(", ")}`;
}
