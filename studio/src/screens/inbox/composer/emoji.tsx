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
}

/** Emoji to choose from. The whole list, or the six that WhatsApp offers for a reaction. */
export function EmojiList({ label, isShort = false, onChoose }: EmojiListProps) {
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

export function EmojiPanel({ onChoose }: { readonly onChoose: (emoji: string) => void }) {
  const text = useText("inbox");
  return (
    <div class="mb-2 animate-rise rounded-lg border border-line bg-raised p-1.5 shadow-float">
      <EmojiList label={text.emoji} onChoose={onChoose} />
    </div>
  );
}
