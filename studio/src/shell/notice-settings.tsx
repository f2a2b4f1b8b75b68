import { useText } from "../text/use-text.ts";
import { Choice } from "../ui/choice.tsx";
import { chooseSound, type SoundChoice, useSound } from "./sound.ts";

/** How this browser tells its person that a customer waits. */
export function NoticeSettings() {
  const text = useText("frame");
  const sound = useSound();
  return (
    <>
      <Choice<SoundChoice>
        label={text.sound}
        chosen={sound}
        onChoose={chooseSound}
        choices={[
          { value: "on", label: text.soundOn, icon: "bell" },
          { value: "off", label: text.soundOff, icon: "bellOff" },
        ]}
      />
    </>
  );
}
