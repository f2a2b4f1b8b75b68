/**
 * WhatsApp's markup in a text: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, ```` ```code``` ````, and at the start of a line
 * `> ` for a quote, `- `, `* ` and `1. ` for lists.
 *
 * There is no escape character: a backslash is shown. A marker counts where it touches a word on its inner side and a blank,
 * punctuation or the end on its outer side; within a word it is a character like any other. So a WORD JOINER (U+2060: no
 * width, no line break, and neither blank nor punctuation) goes on both sides of a marker and puts it within a word. Others
 * send it on one side, which leaves the outer side of `*Ana*` open. Not chosen: U+200B, where lines may break and which some
 * phones take for a blank; a look-alike such as `∗`, which changes what a customer copies; no markers at all, which changes what
 * was said. Between two letters or digits (`ana_maria@x.co`, `2*3`) nothing is needed, and an address stays what it is.
 * This follows from WhatsApp's published rules and is not proved on every phone.
 */

const JOINER = "\u2060";
const LETTER = "[A-Za-z0-9]";

const EDGES_OF_MARKERS = new RegExp(
  [
    // Before a marker, after a marker; not where the joiner already stands, and not within a word.
    `(?<!${JOINER})(?=[*_~])(?!(?<=${LETTER}).${LETTER})`,
    `(?<=[*_~])(?!${JOINER})(?!(?<=${LETTER}.)${LETTER})`,
    // Three backticks count within a word, too.
    `(?<!${JOINER})(?=\`)`,
    `(?<=\`)(?!${JOINER})`,
  ].join("|"),
  "g",
);

/** `{{name}}` is a variable of our own templates: a customer who writes one must not be taken for a hole in them. */
const WITHIN_BRACES = /(?<=\{)(?=\{)/g;

const STARTS_OF_LINES = /^(?=>|- |\d+\. )/gm;

/**
 * A value (a customer's name, a product's) for a text of ours. It keeps its look, becomes no markup
 * and no variable, and does not end the markup around it. Plain text comes back as it is, and a
 * second application changes nothing. (A line break or a blank at its edge does end the bold around
 * it; the caller must avoid that.)
 */
export function escapeMarkup(value: string): string {
  return value.replace(EDGES_OF_MARKERS, JOINER).replace(STARTS_OF_LINES, JOINER).replace(WITHIN_BRACES, JOINER);
}

/** A text with values in it; the markup is the text's alone: fillText`Son *${price}* por ${name}`. */
export function fillText(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return strings.reduce((text, part, index) => text + escapeMarkup(String(values[index - 1] ?? "")) + part);
}
