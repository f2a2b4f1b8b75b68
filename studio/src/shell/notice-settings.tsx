import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api/request.ts";
import { useMay } from "../api/session.tsx";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/fields/choice.tsx";
import { useReason } from "../ui/states/error-state.tsx";
import { type DeviceNotices, deviceNotices, switchNoticesOff, switchNoticesOn } from "./device-notices.ts";
import { useInstall } from "./install.ts";
import { chooseSound, type SoundChoice, useSound } from "./sound.ts";

/** How this browser tells its person that a customer waits. */
export function NoticeSettings() {
  const text = useText("frame");
  const sound = useSound();
  const install = useInstall();
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
      {useMay("operate") && <ClosedNotices />}
      {install !== null && (
        <Button small icon="download" onClick={() => void install()}>
          {text.install}
        </Button>
      )}
    </>
  );
}

/** Notices that come also while the Studio is closed. */
function ClosedNotices() {
  const text = useText("frame");
  const [state, setState] = useState<DeviceNotices | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const reason = useReason(error);
  useEffect(() => {
    deviceNotices().then(setState, () => setState("unsupported"));
  }, []);
  if (state === null) return null;
  const change = async (wanted: "on" | "off") => {
    setBusy(true);
    setError(null);
    try {
      if (wanted === "off") await switchNoticesOff();
      setState(wanted === "off" ? "off" : await switchNoticesOn());
    } catch (thrown) {
      setError(thrown);
      // A radio button that was clicked stays marked until it is drawn again.
      setState("off");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div aria-busy={isBusy}>
      {state === "on" || state === "off" ? (
        <Choice<"on" | "off">
          key={`${state}${error === null}`}
          label={text.notices}
          chosen={state}
          onChoose={(wanted) => void change(wanted)}
          choices={[
            { value: "on", label: text.noticesOn },
            { value: "off", label: text.noticesOff },
          ]}
        />
      ) : (
        <p class="text-xs text-muted">{state === "blocked" ? text.noticesBlocked : text.noticesUnsupported}</p>
      )}
      {error !== null && (
        <p role="alert" class="mt-1 text-xs text-bad">
          {text.noticesFailed} {error instanceof ApiError ? reason : text.noticesSilent}
        </p>
      )}
    </div>
  );
}
