import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { signOut } from "../api/session.tsx";
import { SCREENS } from "../screens/registry.ts";
import { chooseLanguage, type Language } from "../text/language.ts";
import { useLanguage, useText, useTexts } from "../text/use-text.ts";
import { folded } from "../ui/folded.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { chooseTheme } from "../ui/theme.ts";
import { toast } from "../ui/toast.tsx";
import { homeOf } from "./places.ts";

interface Command {
  readonly id: string;
  readonly icon: IconName;
  readonly words: string;
  readonly act: () => void;
}

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** All screens and actions, found by a few letters of their names. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const text = useText("frame");
  const commands = useCommands(onShortcuts);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  const found = commands.filter(({ words }) => folded(words).includes(folded(typed)));
  const chosen = found[Math.min(at, found.length - 1)];
  const act = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.act();
  };
  const steer = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") act(chosen);
    else if (step !== 0) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
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
      class="mx-auto mt-[14dvh] w-[calc(100vw-2rem)] max-w-lg animate-rise overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink shadow-float backdrop:bg-[oklch(0.15_0.02_270/0.45)]"
    >
      <label class="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" class="text-muted" />
        <span class="sr-only">{text.search}</span>
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={steer}
          placeholder={text.paletteHint}
          class="h-13 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
      </label>
      <div id="palette-list" role="listbox" aria-label={text.search} class="max-h-[50dvh] overflow-y-auto p-1.5">
        {found.map((command) => (
          <div
            key={command.id}
            id={`palette-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            onClick={() => act(command)}
            onKeyDown={steer}
            onPointerMove={() => setAt(found.indexOf(command))}
            class={`flex h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm ${command === chosen ? "bg-accent-wash text-accent" : "text-soft"}`}
          >
            <Icon name={command.icon} />
            {command.words}
          </div>
        ))}
        {found.length === 0 && <p class="px-3 py-6 text-center text-sm text-muted">{text.paletteEmpty}</p>}
      </div>
    </dialog>
  );
}

function useCommands(onShortcuts: () => void): readonly Command[] {
  const texts = useTexts();
  const text = texts.frame;
  const language = useLanguage();
  const [, navigate] = useLocation();
  const speak = (wanted: Language) => void chooseLanguage(wanted).catch(() => toast(text.languageFailed, "bad"));
  return [
    ...SCREENS.map((screen) => ({
      id: screen.name,
      icon: screen.icon,
      words: texts[screen.name].title,
      act: () => navigate(homeOf(screen)),
    })),
    { id: "light", icon: "sun", words: `${text.theme}: ${text.themeLight}`, act: () => chooseTheme("light") },
    { id: "dark", icon: "moon", words: `${text.theme}: ${text.themeDark}`, act: () => chooseTheme("dark") },
    { id: "system", icon: "bolt", words: `${text.theme}: ${text.themeSystem}`, act: () => chooseTheme("system") },
    language === "es"
      ? { id: "en", icon: "globe", words: text.languageEnglish, act: () => speak("en") }
      : { id: "es", icon: "globe", words: text.languageSpanish, act: () => speak("es") },
    { id: "shortcuts", icon: "keyboard", words: text.shortcuts, act: onShortcuts },
    { id: "sign-out", icon: "signOut", words: text.signOut, act: () => void signOut() },
  ];
}
