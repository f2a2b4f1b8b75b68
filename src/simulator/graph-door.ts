import type { Context } from "hono";
import { isBearer } from "./bearer.ts";
import type { FaultBoard } from "./fault-board.ts";
import { BAD_TOKEN, EXPIRED_TOKEN, type GraphRefusal, graphErrorBody } from "./graph-refusal.ts";

/** What all of Graph's routes share: the token, and the shape of a refusal. */
export interface GraphDoor {
  /**
   * null when the call may proceed. Once the token has expired, only its successor is valid, until
   * the fault is cleared.
   */
  checkToken(context: Context, phoneNumberId: string): GraphRefusal | null;
  refuse(refusal: GraphRefusal): Response;
}

export function createGraphDoor(faults: FaultBoard, accessToken: string, random: () => number): GraphDoor {
  return {
    checkToken(context, phoneNumberId) {
      const authorization = context.req.header("authorization");
      const expired = faults.strike("token_expired", { phoneNumberId, person: null });
      if (expired === null) return isBearer(authorization, accessToken) ? null : BAD_TOKEN;
      return expired.newToken !== undefined && isBearer(authorization, expired.newToken) ? null : EXPIRED_TOKEN;
    },
    refuse(refusal) {
      const headers = {
        "content-type": "application/json; charset=UTF-8",
        ...(refusal.retryAfterS === undefined ? {} : { "retry-after": String(refusal.retryAfterS) }),
      };
      return new Response(JSON.stringify(graphErrorBody(refusal, random)), { status: refusal.httpStatus, headers });
    },
  };
}
