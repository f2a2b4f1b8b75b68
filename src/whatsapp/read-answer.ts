/** Graph's answers have some hundred bytes; what is longer is not one of them. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The body of an answer, or null when it broke off, timed out or grew past 256 KiB. */
export async function readAnswer(response: Response): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > MAX_ANSWER_BYTES) {
        await reader.cancel();
        return null;
      }
      chunks.push(part.value);
    }
    return Buffer.concat(chunks);
  } catch {
    // Whatever broke, the caller learns the one thing that matters: the answer is not whole.
    return null;
  }
}
