/** Characters of one message; the rest of a longer one is not read. */
const LONGEST_QUOTED = 2_000;

/**
 * Invisible characters that may carry orders: directions of writing, tags, blanks of no width,
 * control characters.
 */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/gu;

/** Words as a prompt may hold them: without the signs of our fences, so no text can end one. */
export function quotable(text: string): string {
  const cut = [...text.slice(0, LONGEST_QUOTED * 2)].slice(0, LONGEST_QUOTED).join("");
  return cut
    .replace(/[⟦⟧]/g, (sign) => (sign === "⟦" ? "[" : "]"))
    .replace(UNSEEN, "")
    .trim();
}

/** The customer's words, fenced: material, never an instruction. */
export function fenced(text: string, label = "cliente"): string {
  return `⟦${label}⟧\n${quotable(text)}\n⟦fin⟧`;
}
