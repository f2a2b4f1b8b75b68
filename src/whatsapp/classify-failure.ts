import { errorText } from "../core/errors.ts";
import type { SendOutcome } from "../core/outbound/outbox.ts";
import { NeverConnected } from "./graph-post.ts";
import { field } from "./loose-fields.ts";

/** Failures of these system calls happen before there is a connection to write to. */
const BEFORE_CONNECTION = new Set(["getaddrinfo", "connect"]);

/**
 * Codes that only occur before the request's first byte: `fetch` writes once TCP and TLS both stand,
 * and OpenSSL checks the certificate and the protocol within the handshake.
 *
 * Left out on purpose: ECONNRESET, EPIPE, ETIMEDOUT, EHOSTUNREACH and ENETUNREACH by themselves (an
 * open connection fails with them too; with `syscall: "connect"` they are proof), UND_ERR_SOCKET
 * ("other side closed" comes after the write), UND_ERR_HEADERS_TIMEOUT, and
 * ERR_SSL_WRONG_VERSION_NUMBER (any broken record, also in the middle of an answer).
 */
const BEFORE_FIRST_BYTE = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Node's words for a connection that ended within the TLS handshake; its code is a plain ECONNRESET. */
const ENDED_IN_HANDSHAKE = "Client network socket disconnected before secure TLS connection was established";

/**
 * What a call that failed proves: `not_sent` only if no byte of the request can have been
 * written. A timeout, a reset, a refused redirect and any unknown failure stay in doubt.
 */
export function classifyFailure(thrown: unknown): Extract<SendOutcome, { kind: "not_sent" | "in_doubt" }> {
  const cause = field(thrown, "cause") ?? thrown;
  const code = field(cause, "code");
  const detail = `${typeof code === "string" ? code : nameOf(thrown)}: ${errorText(cause)}`;
  const wasNeverWritten = thrown instanceof NeverConnected || isBeforeFirstByte(cause);
  return wasNeverWritten ? { kind: "not_sent", detail } : { kind: "in_doubt", detail };
}

function isBeforeFirstByte(cause: unknown): boolean {
  // One error for each address that was tried ("happy eyeballs"): all of them must prove it.
  if (cause instanceof AggregateError) {
    return cause.errors.length > 0 && cause.errors.every((inner: unknown) => isBeforeFirstByte(inner));
  }
  const code = field(cause, "code");
  const syscall = field(cause, "syscall");
  if (typeof syscall === "string" && BEFORE_CONNECTION.has(syscall)) return true;
  if (typeof code === "string" && BEFORE_FIRST_BYTE.has(code)) return true;
  return code === "ECONNRESET" && cause instanceof Error && cause.message === ENDED_IN_HANDSHAKE;
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}
