/**
 * The customer has spoken since the message was decided, and it is a later one of its block. The first message of a block
 * is never cut off: it was typed before its turn committed.
 */
export function isSpokenOver(
  { position, inboundSeq }: { readonly position: number; readonly inboundSeq: number },
  lastSpeechSeq: number,
): boolean {
  return position > 1 && inboundSeq < lastSpeechSeq;
}
