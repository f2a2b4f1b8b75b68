/**
 * How a customer is found in what was kept as it came: patterns of PostgreSQL's regular expressions. A number counts whole,
 * because one that is cut or that goes on is a neighbour's.
 */
export function tellingMarks(ids: readonly string[], names: readonly string[]): string[] {
  return [...ids.map(literally), ...names.filter(isTelling).flatMap(inWords)];
}

/** Shorter digits stand in all kinds of numbers. */
const isTelling = (name: string) => name.length >= 7;

function inWords(name: string): string[] {
  if (/^[0-9]+$/.test(name)) return [`${BEFORE_DIGITS}${name}(?![0-9])`, inMessageIds(name)];
  return [`${literally(name)}(?![0-9A-Za-z])`];
}

/** The digits of an escape (`\u00a0` in JSON, `\240` where PostgreSQL shows bytes) are no digits of what follows them. */
const BEFORE_DIGITS = "(?:^|[^0-9]|\\\\u[0-9a-fA-F]{4}|\\\\[0-3][0-7]{2})";

const SEXTETS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HIGH_HALF_OF_DIGITS = 3;

/**
 * How a phone stands in the ids of its messages: base64 of three bytes that are Meta's, the phone's digits, and a byte that is no
 * digit. Digits that do not fill the last group of three share it with that byte, so the group has several forms.
 */
function inMessageIds(phone: string): string {
  const whole = phone.slice(0, Math.floor(phone.length / 3) * 3);
  const [first, second] = Buffer.from(phone.slice(whole.length));
  return `wamid\\.[A-Za-z0-9+/]{4}${Buffer.from(whole).toString("base64")}${lastGroup(first, second)}`;
}

function lastGroup(first: number | undefined, second: number | undefined): string {
  // The next group does not begin with a digit.
  if (first === undefined) return "(?![MNO])";
  if (second === undefined) {
    const halves = Array.from({ length: 16 }, (_, half) => half).filter((half) => half !== HIGH_HALF_OF_DIGITS);
    return `${sextet(first >> 2)}${oneOf(halves.map((half) => ((first & 3) << 4) | half))}`;
  }
  const start = `${sextet(first >> 2)}${sextet(((first & 3) << 4) | (second >> 4))}`;
  const third = (quarter: number) => ((second & 15) << 2) | quarter;
  return `${start}(?:${oneOf([1, 2, 3].map(third))}|${sextet(third(0))}(?![w-z0-5]))`;
}

const sextet = (value: number) => literally(SEXTETS.charAt(value));
const oneOf = (values: readonly number[]) => `(?:${values.map(sextet).join("|")})`;

function literally(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, "\\$&");
}
