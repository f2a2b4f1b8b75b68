export type CappedBody =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "broken"; readonly detail: string };

/**
 * Reads a body to its end, and not one chunk further than `maxBytes`: a header about its length is
 * no promise.
 */
export async function readCapped(response: Response, maxBytes: number): Promise<CappedBody> {
  if (response.body === null) return { kind: "whole", bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxBytes) {
        await reader.cancel();
        return { kind: "too_large" };
      }
      chunks.push(part.value);
    }
    return { kind: "whole", bytes: Buffer.concat(chunks) };
  } catch (thrown) {
    return { kind: "broken", detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
