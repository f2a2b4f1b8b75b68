import type { Draw } from "../draw.ts";

const UNDER_THIRTY =
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  );
const TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const HUNDREDS = "ciento doscientos trescientos".split(" ");

/** A number below 400 as it is said. */
export function sayNumber(value: number): string {
  if (value < 30) return UNDER_THIRTY[value] ?? "";
  if (value < 100) {
    const ten = TENS[Math.floor(value / 10) - 3] ?? "";
    return value % 10 === 0 ? ten : `${ten} y ${UNDER_THIRTY[value % 10]}`;
  }
  if (value === 100) return "cien";
  const hundred = HUNDREDS[Math.floor(value / 100) - 1] ?? "";
  return value % 100 === 0 ? hundred : `${hundred} ${sayNumber(value % 100)}`;
}

/** Two digits as they are said: "07" is "cero siete". */
function sayPair(pair: string): string {
  return pair.startsWith("0") ? `cero ${UNDER_THIRTY[Number(pair[1])]}` : sayNumber(Number(pair));
}

/** A mobile number as a voice note writes it: "trescientos doce, cuarenta y cinco, …", or digit by digit. */
export function sayPhone(draw: Draw, phone: string): string {
  const area = draw.one([
    sayNumber(Number(phone.slice(0, 3))),
    `tres ${sayPair(phone.slice(1, 3))}`,
    [...phone.slice(0, 3)].map((digit) => UNDER_THIRTY[Number(digit)]).join(" "),
  ]);
  const rest = draw.one([
    [phone.slice(3, 5), phone.slice(5, 7)].map(sayPair).join(" ") +
      ` ${[...phone.slice(7)].map((digit) => UNDER_THIRTY[Number(digit)]).join(" ")}`,
    `${UNDER_THIRTY[Number(phone[3])]} ${[phone.slice(4, 6), phone.slice(6, 8), phone.slice(8)].map(sayPair).join(" ")}`,
    [...phone.slice(3)].map((digit) => UNDER_THIRTY[Number(digit)]).join(" "),
  ]);
  return `${area} ${rest}`;
}
