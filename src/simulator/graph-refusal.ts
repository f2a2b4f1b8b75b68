/** An error as Graph answers it. */
export interface GraphRefusal {
  readonly httpStatus: number;
  readonly code: number;
  readonly subcode?: number;
  readonly message: string;
  readonly details?: string;
  readonly isTransient?: boolean;
  /** Seconds; also sent as the header `Retry-After`. */
  readonly retryAfterS?: number;
}

export const BAD_TOKEN: GraphRefusal = {
  httpStatus: 401,
  code: 190,
  message: "Invalid OAuth access token - Cannot parse access token",
};

export const EXPIRED_TOKEN: GraphRefusal = {
  httpStatus: 401,
  code: 190,
  subcode: 463,
  message: "Error validating access token: Session has expired.",
};

export const BODY_TOO_LARGE: GraphRefusal = { httpStatus: 413, code: 100, message: "(#100) Request entity too large" };

/** @param details says what is wrong, as `error_data.details` does */
export function badParameter(details: string): GraphRefusal {
  return { httpStatus: 400, code: 100, message: "(#100) Invalid parameter", details };
}

export function missingParameter(name: string): GraphRefusal {
  return { httpStatus: 400, code: 100, message: `(#100) The parameter ${name} is required.` };
}

export function unknownObject(objectId: string, method: "get" | "post" = "post"): GraphRefusal {
  return {
    httpStatus: 400,
    code: 100,
    subcode: 33,
    message: `Unsupported ${method} request. Object with ID '${objectId}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  };
}

/** Meta's words for its codes. */
const KNOWN_CODES: Readonly<Record<number, { title: string; details?: string; httpStatus?: number }>> = {
  0: { title: "AuthException", httpStatus: 401 },
  1: { title: "API Unknown", httpStatus: 500 },
  2: { title: "API Service", httpStatus: 503 },
  3: { title: "API Method", httpStatus: 403 },
  4: { title: "API Too Many Calls" },
  10: { title: "Permission Denied", httpStatus: 403 },
  190: { title: "Access token has expired", httpStatus: 401 },
  368: { title: "Temporarily blocked for policies violations", httpStatus: 403 },
  80007: { title: "Rate limit issues" },
  130403: { title: "User is blocked by the business" },
  130429: { title: "Rate limit hit", details: "Cloud API message throughput has been reached." },
  130472: { title: "User's number is part of an experiment" },
  130497: { title: "Business account is restricted from messaging users in this country", httpStatus: 403 },
  131000: { title: "Something went wrong", httpStatus: 500 },
  131005: { title: "Access denied", httpStatus: 403 },
  131008: { title: "Required parameter is missing" },
  131009: { title: "Parameter value is not valid" },
  131016: { title: "Service unavailable", httpStatus: 500 },
  131021: { title: "Recipient cannot be sender" },
  131026: { title: "Message undeliverable", details: "Message Undeliverable." },
  131031: { title: "Account has been locked", httpStatus: 403 },
  131042: { title: "Business eligibility payment issue" },
  131045: { title: "Incorrect certificate", httpStatus: 500 },
  131047: {
    title: "Re-engagement message",
    details:
      "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
  },
  131048: {
    title: "Spam Rate limit hit",
    details:
      "Message failed to send because there are restrictions on how many messages can be sent from this phone number.",
  },
  131049: {
    title: "This message was not delivered to maintain healthy ecosystem engagement.",
    details: "In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
  },
  131050: { title: "User's marketing opt-out" },
  131051: { title: "Unsupported message type" },
  131052: { title: "Media download error" },
  131053: { title: "Media upload error" },
  131056: {
    title: "(Business Account, Consumer Account) pair rate limit hit",
    details:
      "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.",
  },
  131057: { title: "Account in maintenance mode", httpStatus: 500 },
  131062: { title: "Business-scoped user id is not allowed here" },
  132000: { title: "Template Param Count Mismatch" },
  132001: { title: "Template does not exist", httpStatus: 404 },
  132015: { title: "Template is Paused" },
  133010: { title: "Phone number Not Registered" },
  135000: { title: "Generic user error" },
};

/** The title that Meta gives to a code, in refusals and in `failed` reports. */
export function titleOf(code: number): string {
  return KNOWN_CODES[code]?.title ?? "Something went wrong";
}

export interface RefusalOrder {
  readonly code: number;
  readonly httpStatus?: number | undefined;
  readonly subcode?: number | undefined;
  readonly message?: string | undefined;
  readonly details?: string | undefined;
  readonly isTransient?: boolean | undefined;
  readonly retryAfterS?: number | undefined;
}

/** Meta's refusal with this code; Meta's own values fill what the order leaves open. */
export function refusalOf(order: RefusalOrder): GraphRefusal {
  const { code, subcode, isTransient, retryAfterS } = order;
  const known = KNOWN_CODES[code];
  const isPermission = code >= 200 && code <= 299;
  const details = order.details ?? known?.details;
  return {
    httpStatus: order.httpStatus ?? known?.httpStatus ?? (isPermission ? 403 : 400),
    code,
    message: order.message ?? `(#${code}) ${titleOf(code)}`,
    ...(subcode === undefined ? {} : { subcode }),
    ...(details === undefined ? {} : { details }),
    ...(isTransient === undefined ? {} : { isTransient }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
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
      ...(refusal.isTransient === undefined ? {} : { is_transient: refusal.isTransient }),
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
