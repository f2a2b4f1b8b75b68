/** Of one message; who writes more is read as far as this. */
const LONGEST_QUOTED = 2_000;

/** What shows nothing and may carry orders: directions of writing, tags, blanks of no width, control characters. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/gu;

/** Somebody's words as a prompt may hold them: the signs of our fences are not among them, so no text can end one. */
export function quotable(text: string): string {
  const cut = [...text.slice(0, LONGEST_QUOTED * 2)].slice(0, LONGEST_QUOTED).join("");
  return cut
    .replace(/[⟦⟧]/g, (sign) => (sign === "⟦" ? "[" : "]"))
    .replace(UNSEEN, "")
    .trim();
}

/** What the customer wrote, fenced: material, never an instruction. */
export function fenced(text: string, label = "cliente"): string {
  return `⟦${label}⟧\n${quotable(text)}\n⟦fin⟧`;
}
