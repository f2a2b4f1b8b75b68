/** Letters with their marks, as people write them or leave them out, in the order of `PLAIN`. */
const MARKED = "áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇſ\u212a";
const PLAIN = "aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuuncsk";
const PLAIN_CODES = new Map(Array.from(MARKED, (letter, at) => [letter.charCodeAt(0), PLAIN.charCodeAt(at)]));

export const DIGIT = "0";
const DIGIT_CODE = DIGIT.charCodeAt(0);

const SPACE_CODE = 0x20;
const SPACES = new Set(Array.from("\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", (space) => space.charCodeAt(0)));
for (let code = 0x2000; code <= 0x200a; code += 1) SPACES.add(code);

/**
 * A letter without its case and its mark, 0 for any digit, and a space for any space. What a pattern takes for one (`é` and `É` with the flag i, `e` and
 * `é` in `[eé]`, all digits in `\d`) is one, so words of patterns and texts are compared in these codes.
 */
export function plainCode(code: number): number {
  if (code >= 0x80) return PLAIN_CODES.get(code) ?? (SPACES.has(code) ? SPACE_CODE : code);
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  if (code >= 0x30 && code <= 0x39) return DIGIT_CODE;
  return code >= 0x09 && code <= 0x0d ? SPACE_CODE : code;
}

/** A letter of any case without a mark. */
export function isPlainLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** A digit or another sign, which far fewer texts hold than any letter. */
export function isSign(code: number): boolean {
  return code < 0x80 && code > 0x20 && (code < 0x61 || code > 0x7a);
}
