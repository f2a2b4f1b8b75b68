import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Look = "primary" | "plain" | "quiet" | "danger";

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong shadow-card",
  plain: "bg-surface text-ink border border-line hover:border-strong hover:bg-hover shadow-card",
  quiet: "text-soft hover:bg-hover hover:text-ink",
  danger: "bg-surface text-bad border border-line hover:border-bad hover:bg-bad-wash shadow-card",
};

interface ButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "icon" | "size" | "loading"> {
  readonly look?: Look;
  readonly small?: boolean;
  readonly icon?: IconName;
  /** Set to true while the command runs; the button cannot be pressed. */
  readonly isBusy?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({ look = "plain", small = false, icon, isBusy = false, children, ...rest }: ButtonProps) {
  const size = small ? "h-8 px-2.5 text-sm gap-1.5" : "h-9.5 px-3.5 text-sm gap-2";
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy}
      class={`inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors duration-150 select-none disabled:cursor-not-allowed disabled:opacity-50 ${size} ${LOOKS[look]} ${rest.class ?? ""}`}
    >
      {icon !== undefined && <Icon name={icon} size={16} class={isBusy ? "animate-breathe" : ""} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "icon" | "label"> {
  readonly icon: IconName;
  /** Says what the button does, for people who do not see its icon. */
  readonly label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      class={`inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-150 hover:bg-hover hover:text-ink disabled:opacity-50 ${rest.class ?? ""}`}
    >
      <Icon name={icon} />
    </button>
  );
}
