import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { signOut } from "../api/session.tsx";
import type { SearchAnswer } from "../api/types.ts";
import { useApi } from "../api/use-api.ts";
import { chooseLanguage, type Language } from "../text/language.ts";
import { masked } from "../text/phone-number.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { folded } from "../ui/folded.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { toast } from "../ui/states/toast.tsx";
import { chooseTheme } from "../ui/theme.ts";
import { useMoney } from "../ui/values/money.ts";
import { RelativeTime } from "../ui/values/time.tsx";
import { switchNoticesOff } from "./device-notices.ts";
import { useAllScreens } from "./faces.ts";
import { homeOf } from "./places.ts";

interface Command {
  readonly id: string;
  readonly icon: IconName;
  readonly words: string;
  /** A second line: where the words were found. */
  readonly about?: string;
  readonly at?: string;
  readonly act: () => void;
}

interface Group {
  readonly title: string;
  readonly commands: readonly Command[];
}

export interface PaletteProps {
  /** What was typed before the search had loaded. */
  readonly begun: string;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

const TYPING_MS = 180;
/** One letter is in every text. */
const LEAST_LETTERS = 2;

/** One search over people, messages, orders, screens and actions. */
export function Palette({ begun, onClose, onShortcuts }: PaletteProps) {
  const text = useText("frame");
  const [typed, setTyped] = useState(begun);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => box.current?.showModal(), []);
  const commands = useCommands(onShortcuts).filter(({ words }) => folded(words).includes(folded(typed.trim())));
  const { groups: found, isSearching } = useFound(typed);
  const groups = [...found, { title: text.screensFound, commands }].filter((group) => group.commands.length > 0);
  const all = groups.flatMap((group) => group.commands);
  const chosen = all[Math.min(at, all.length - 1)];
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(`palette-${chosen.id}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen?.id]);
  const act = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.act();
  };
  const steer = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") act(chosen);
    else if (step !== 0) setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length));
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={box}
      aria-label={text.search}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) onClose();
      }}
      class="mx-auto mt-[10dvh] w-[calc(100vw-2rem)] max-w-xl animate-rise overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink shadow-float backdrop:bg-[oklch(0.15_0.02_270/0.45)]"
    >
      <label class="flex items-center gap-3 border-b-2 border-accent px-4">
        <Icon name="search" class="text-muted" />
        <span class="sr-only">{text.search}</span>
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
          value={typed}
          maxLength={200}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={steer}
          placeholder={text.paletteHint}
          class="h-13 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
      </label>
      <div id="palette-list" role="listbox" aria-label={text.search} class="max-h-[60dvh] overflow-y-auto p-1.5">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden="true" class="px-3 pt-2 pb-1 text-2xs font-semibold text-muted">
              {group.title}
            </p>
            {group.commands.map((command) => (
              <div
                key={command.id}
                id={`palette-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={command === chosen}
                onClick={() => act(command)}
                onKeyDown={steer}
                onPointerMove={() => setAt(all.indexOf(command))}
                class={`flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm ${command === chosen ? "bg-accent-wash text-accent" : "text-soft"}`}
              >
                <Icon name={command.icon} class="shrink-0" />
                <span class="min-w-0 flex-1">
                  <span class="block truncate">{command.words}</span>
                  {command.about !== undefined && (
                    <span class="block truncate text-xs text-muted">{command.about}</span>
                  )}
                </span>
                {command.at !== undefined && (
                  <span class="shrink-0 text-xs text-muted">
                    <RelativeTime at={command.at} short />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
        {all.length === 0 && (
          <p role="status" class="px-3 py-6 text-center text-sm text-muted">
            {isSearching ? text.searching : text.paletteEmpty}
          </p>
        )}
      </div>
    </dialog>
  );
}

/** People, messages and orders with the typed words. */
function useFound(typed: string): { readonly groups: readonly Group[]; readonly isSearching: boolean } {
  const text = useText("frame");
  const inbox = useText("inbox");
  const status = useText("orderStatus");
  const money = useMoney(null);
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = asked.length >= LEAST_LETTERS;
  const { data, isPending } = useApi<SearchAnswer>("/internal/agent/search", {
    query: { q: asked },
    enabled: isAsked,
    pollMs: false,
  });
  if (!isAsked || data === undefined) return { groups: [], isSearching: isAsked && isPending };
  const nameOf = (one: { readonly name: string | null; readonly phone: string | null }) =>
    one.name ?? (one.phone === null ? inbox.nobody : masked(one.phone));
  const open = (id: string, run?: string | null) => () =>
    navigate(`/conversations/${id}${run == null ? "" : `?run=${run}`}`);
  return {
    isSearching: false,
    groups: [
      {
        title: text.people,
        commands: data.people.map((one) => ({
          id: `person-${one.conversationId}`,
          icon: "person" as const,
          words: nameOf(one),
          at: one.lastActivityAt,
          act: open(one.conversationId),
        })),
      },
      {
        title: text.messagesFound,
        commands: data.messages.map((one, index) => ({
          id: `message-${index}`,
          icon: "conversation" as const,
          words: one.text.replaceAll("\n", " ").replaceAll("*", ""),
          about: nameOf(one),
          at: one.at,
          act: open(one.conversationId, one.runId),
        })),
      },
      {
        title: text.ordersFound,
        commands: data.orders.map((one) => ({
          id: `order-${one.id}`,
          icon: "money" as const,
          words: nameOf(one),
          about: [one.pack, money(one.total), status[one.status]].filter(Boolean).join(" · "),
          at: one.createdAt,
          act: () => navigate(`/orders/${one.id}`),
        })),
      },
    ],
  };
}

function useCommands(onShortcuts: () => void): readonly Command[] {
  const titles = useText("screens");
  const screens = useAllScreens();
  const text = useText("frame");
  const language = useLanguage();
  const [, navigate] = useLocation();
  const speak = (wanted: Language) => void chooseLanguage(wanted).catch(() => toast(text.languageFailed, "bad"));
  return [
    ...screens.map((screen) => ({
      id: screen.name,
      icon: screen.icon,
      words: titles[screen.name],
      act: () => navigate(homeOf(screen)),
    })),
    { id: "light", icon: "sun", words: `${text.theme}: ${text.themeLight}`, act: () => chooseTheme("light") },
    { id: "dark", icon: "moon", words: `${text.theme}: ${text.themeDark}`, act: () => chooseTheme("dark") },
    { id: "system", icon: "bolt", words: `${text.theme}: ${text.themeSystem}`, act: () => chooseTheme("system") },
    language === "es"
      ? { id: "en", icon: "globe", words: text.languageEnglish, act: () => speak("en") }
      : { id: "es", icon: "globe", words: text.languageSpanish, act: () => speak("es") },
    { id: "shortcuts", icon: "keyboard", words: text.shortcuts, act: onShortcuts },
    { id: "sign-out", icon: "signOut", words: text.signOut, act: () => void signOut(switchNoticesOff) },
  ];
}
