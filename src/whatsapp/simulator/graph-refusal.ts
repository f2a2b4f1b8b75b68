/** An error as Graph answers it. */
export interface GraphRefusal {
  readonly httpStatus: 400 | 401 | 413;
  readonly code: number;
  readonly subcode?: number;
  readonly message: string;
  readonly details?: string;
}

export const BAD_TOKEN: GraphRefusal = {
  httpStatus: 401,
  code: 190,
  message: "Invalid OAuth access token - Cannot parse access token",
};

export const BODY_TOO_LARGE: GraphRefusal = { httpStatus: 413, code: 100, message: "(#100) Request entity too large" };

/** @param details says what is wrong, as `error_data.details` does */
export function badParameter(details: string): GraphRefusal {
  return { httpStatus: 400, code: 100, message: "(#100) Invalid parameter", details };
}

export function missingParameter(name: string): GraphRefusal {
  return { httpStatus: 400, code: 100, message: `(#100) The parameter ${name} is required.` };
}

export function unknownObject(objectId: string): GraphRefusal {
  return {
    httpStatus: 400,
    code: 100,
    subcode: 33,
    message: `Unsupported post request. Object with ID '${objectId}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  };
}

/** @param random 0 ≤ n < 1, for the trace id */
export function graphErrorBody(refusal: GraphRefusal, random: () => number): unknown {
  return {
    error: {
      message: refusal.message,
      type: "OAuthException",
      code: refusal.code,
      ...(refusal.subcode === undefined ? {} : { error_subcode: refusal.subcode }),
      ...(refusal.details === undefined
        ? {}
        : { error_data: { messaging_product: "whatsapp", details: refusal.details } }),
      fbtrace_id: traceId(random),
    },
  };
}

function traceId(random: () => number): string {
  const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
  return `A${Buffer.from(bytes).toString("base64url")}`;
}
