import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "calm";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "bg-hover text-soft",
  accent: "bg-accent-wash text-accent",
  good: "bg-good-wash text-good",
  warn: "bg-warn-wash text-warn",
  bad: "bg-bad-wash text-bad",
  calm: "bg-calm-wash text-calm",
};

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Badge({ tone = "neutral", icon, title, children }: BadgeProps) {
  return (
    <span
      {...(title === undefined ? {} : { title })}
      class={`inline-flex h-5.5 max-w-full items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {icon !== undefined && <Icon name={icon} size={13} class="shrink-0" />}
      <span class="truncate">{children}</span>
    </span>
  );
}
