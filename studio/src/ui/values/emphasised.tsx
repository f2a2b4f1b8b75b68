/** `*bold*` and `_italic_` as WhatsApp shows them. */
export function emphasised(said: string) {
  return said
    .split(/((?<![\p{L}\d])\*[^*\n]+\*(?![\p{L}\d])|(?<![\p{L}\d])_[^_\n]+_(?![\p{L}\d]))/u)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const inner = part.slice(1, -1);
      return part.startsWith("*") ? <strong key={index}>{inner}</strong> : <em key={index}>{inner}</em>;
    });
}
