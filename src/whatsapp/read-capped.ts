export type CappedBody =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "too_large" }
  | { readonly kind: "broken"; readonly detail: string };

/**
 * Reads a body to its end, and not one chunk further than `maxBytes`: a header about its length is
 * no promise. It takes the body of a `fetch` and an answer of Node's own client.
 */
export async function readCapped(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) return { kind: "too_large" }; // Leaving the loop cancels the rest.
      chunks.push(chunk);
    }
    return { kind: "whole", bytes: Buffer.concat(chunks) };
  } catch (thrown) {
    return { kind: "broken", detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
