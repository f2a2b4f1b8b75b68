import { useText } from "../text/use-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useAllScreens } from "./faces.ts";

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const text = useText("frame");
  const screens = useText("screens");
  const allowed = useAllScreens();
  const rows: readonly [string, string][] = [
    ["Ctrl K", text.shortcutPalette],
    ["/", text.shortcutSearch],
    ["j", text.shortcutNext],
    ["k", text.shortcutPrevious],
    ["Enter", text.shortcutOpen],
    ["Esc", text.shortcutBack],
    ["n", text.shortcutNeeding],
    ["r", text.shortcutReply],
    ["x", text.shortcutSelect],
    ["e", text.shortcutResolve],
    ["m", text.shortcutMine],
    ["?", text.shortcutHelp],
    ...allowed.map(({ key, name }): [string, string] => [`g ${key}`, text.paletteGo(screens[name])]),
  ];
  return (
    <Dialog title={text.shortcuts} onClose={onClose}>
      <dl class="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {rows.map(([keys, words]) => (
          <div key={keys} class="flex items-center justify-between gap-4 py-1.5 text-sm">
            <dt class="text-soft">{words}</dt>
            <dd class="flex gap-1">
              {keys.split(" ").map((key) => (
                <kbd key={key} class="rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs text-soft">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
