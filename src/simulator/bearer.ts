import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether `Authorization` carries this token. Both are hashed first, so that neither content nor
 * length shows in the time.
 */
export function isBearer(header: string | undefined, accessToken: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";
  const isSame = timingSafeEqual(sha256(given), sha256(accessToken));
  return isSame && accessToken !== "";
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
