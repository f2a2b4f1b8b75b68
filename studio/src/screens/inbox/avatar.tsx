import { Icon } from "../../ui/icon.tsx";

/** Quiet hues that differ in both themes. */
const TONES = [
  "bg-accent-wash text-accent",
  "bg-good-wash text-good",
  "bg-calm-wash text-calm",
  "bg-warn-wash text-warn",
  "bg-hover text-soft",
];

interface AvatarProps {
  readonly name: string | null;
  /** The same customer has the same colour everywhere. */
  readonly seed: string;
  readonly isHuman: boolean;
}

export function Avatar({ name, seed, isHuman }: AvatarProps) {
  const tone = TONES[Number.parseInt(seed.slice(-4), 16) % TONES.length] ?? "";
  return (
    <span class="relative size-10 shrink-0">
      <span aria-hidden="true" class={`grid size-10 place-items-center rounded-full text-sm font-semibold ${tone}`}>
        {name === null || name.trim() === "" ? <Icon name="person" /> : initials(name)}
      </span>
      {isHuman && (
        <span class="absolute -right-0.5 -bottom-0.5 grid size-4.5 place-items-center rounded-full border-2 border-paper bg-calm text-paper">
          <Icon name="person" size={10} stroke-width="2.4" />
        </span>
      )}
    </span>
  );
}

const graphemes = new Intl.Segmenter("es", { granularity: "grapheme" });

/** Letters as people see them: a name may begin with an emoji or joined characters. */
export function initials(name: string): string {
  // Brackets hold a remark about the name.
  const words = name
    .replace(/\(.*?\)/g, "")
    .trim()
    .split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return chosen
    .map((word) => [...graphemes.segment(word ?? "")][0]?.segment ?? "")
    .join("")
    .toLocaleUpperCase("es");
}
