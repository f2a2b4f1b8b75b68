import { useEffect } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";

/** Those that a shop sends, most used first. All others come from the keyboard of the system. */
const EMOJI =
  "😊 😀 😁 😂 🤣 😉 😍 🥰 😘 🤗 🤔 😅 😌 🙏 👍 👌 👏 🙌 💪 🤝 👋 ✌️ 👇 👉 ❤️ 💚 💙 💜 🧡 💛 ✨ ⭐ 🌟 🎉 🎁 🛍️ 📦 🚚 🏠 📍 📞 📱 💬 📷 🧾 💵 💳 🏦 ✅ ☑️ ❌ ⚠️ ⏰ 📅 🔝 💯 🔥 🍀 🌙 😴 💊 🍯 🌿 ☀️".split(
    " ",
  );

const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

interface EmojiListProps {
  readonly label: string;
  readonly isShort?: boolean;
  readonly onChoose: (emoji: string) => void;
  /** Escape closes it, and not the conversation behind it. */
  readonly onClose: () => void;
}

/** Emoji to choose from. The whole list, or the six that WhatsApp offers for a reaction. */
export function EmojiList({ label, isShort = false, onChoose, onClose }: EmojiListProps) {
  useEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener("keydown", heed, true);
    return () => document.removeEventListener("keydown", heed, true);
  }, []);
  return (
    <fieldset
      aria-label={label}
      class={isShort ? "flex" : "grid max-h-44 grid-cols-[repeat(auto-fill,2.25rem)] justify-between overflow-y-auto"}
    >
      {(isShort ? REACTIONS : EMOJI).map((emoji) => (
        <button
          key={emoji}
          type="button"
          onClick={() => onChoose(emoji)}
          class="grid size-9 place-items-center rounded-md text-xl hover:bg-hover"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}

export function EmojiPanel(list: Pick<EmojiListProps, "onChoose" | "onClose">) {
  const text = useText("inbox");
  return (
    <div class="mb-2 animate-rise rounded-lg border border-line bg-raised p-1.5 shadow-float">
      <EmojiList label={text.emoji} {...list} />
    </div>
  );
}
