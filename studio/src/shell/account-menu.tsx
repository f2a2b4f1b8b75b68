import { useId, useReducer, useRef, useState } from "preact/hooks";
import { type Role, signOut, useSession } from "../api/session.tsx";
import { chooseLanguage, type Language } from "../text/language.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/fields/choice.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/states/toast.tsx";
import { useFail } from "../ui/states/use-fail.ts";
import { technicalDetails, useTechnical } from "../ui/technical.ts";
import { chooseTheme, type Theme, useTheme } from "../ui/theme.ts";
import { usePopover } from "../ui/use-popover.ts";
import { switchNoticesOff } from "./device-notices.ts";
import { chosenFace, type Face, useFace } from "./faces.ts";
import { NoticeSettings } from "./notice-settings.tsx";

export function useRoleName(): (role: Role) => string {
  const text = useText("frame");
  return (role) =>
    ({ owner: text.roleOwner, operator: text.roleOperator, viewer: text.roleViewer, service: text.roleService })[role];
}

export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const text = useText("frame");
  const { actor, role } = useSession();
  const roleName = useRoleName();
  const [isOpen, setOpen] = useState(false);
  const menuId = useId();
  const box = useRef<HTMLDivElement>(null);
  usePopover(box, isOpen, () => setOpen(false));
  return (
    <div ref={box} class="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={menuId}
        title={text.account}
        onClick={() => setOpen(!isOpen)}
        class="flex h-12 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
      >
        <span class="grid size-7 shrink-0 place-items-center rounded-full bg-accent-wash text-accent">
          <Icon name="person" size={16} />
        </span>
        <span class="hidden min-w-0 flex-1 xl:block">
          <span class="block truncate text-sm font-medium">{actor}</span>
          <span class="block truncate text-xs text-muted">{roleName(role)}</span>
        </span>
        <span class="sr-only">{text.account}</span>
      </button>
      {isOpen && (
        <div
          id={menuId}
          class="absolute bottom-full left-0 z-40 mb-2 max-h-[85dvh] w-80 overflow-y-auto animate-rise rounded-lg border border-line bg-raised p-4 shadow-float"
        >
          <AccountSettings
            onShortcuts={() => {
              setOpen(false);
              onShortcuts();
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The signed-in person, theme and language. */
export function AccountSettings({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const text = useText("frame");
  const fail = useFail();
  const { actor, role, workspaceId } = useSession();
  const roleName = useRoleName();
  const face = useFace();
  const isTechnical = useTechnical();
  const theme = useTheme();
  const language = useLanguage();
  /** A radio button that was clicked stays marked until it is drawn again. */
  const [, redraw] = useReducer<number, void>((n) => n + 1, 0);
  return (
    <div class="flex flex-col gap-4">
      <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt class="text-muted">{text.account}</dt>
        <dd class="truncate text-right font-medium">{actor}</dd>
        <dt class="text-muted">{text.role}</dt>
        <dd class="text-right">{roleName(role)}</dd>
        <dt class="text-muted">{text.workspace}</dt>
        <dd class="truncate text-right">{workspaceId}</dd>
      </dl>
      <Choice<Face>
        label={text.face}
        chosen={face}
        onChoose={(wanted) => chosenFace.set(wanted)}
        choices={[
          { value: "shop", label: text.faceShop },
          { value: "desk", label: text.faceDesk },
          { value: "workshop", label: text.faceWorkshop },
        ]}
      />
      <Switch
        label={text.technical}
        hint={text.technicalHint}
        isOn={isTechnical}
        onChange={(isOn) => technicalDetails.set(isOn ? "shown" : "hidden")}
      />
      <Choice<Theme>
        label={text.theme}
        chosen={theme}
        onChoose={chooseTheme}
        choices={[
          { value: "system", label: text.themeSystem, icon: "bolt" },
          { value: "light", label: text.themeLight, icon: "sun" },
          { value: "dark", label: text.themeDark, icon: "moon" },
        ]}
      />
      <Choice<Language>
        label={text.language}
        chosen={language}
        onChoose={(wanted) =>
          void chooseLanguage(wanted).catch(() => {
            toast(text.languageFailed, "bad");
            redraw();
          })
        }
        choices={[
          { value: "es", label: text.languageSpanish },
          { value: "en", label: text.languageEnglish },
        ]}
      />
      <NoticeSettings />
      <div class="flex flex-wrap justify-between gap-2 border-t border-line pt-3">
        <Button look="quiet" small icon="keyboard" onClick={onShortcuts}>
          {text.shortcuts}
        </Button>
        <Button look="quiet" small icon="signOut" onClick={() => void signOut(switchNoticesOff).catch(fail)}>
          {text.signOut}
        </Button>
      </div>
    </div>
  );
}
