import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../../../text/use-text.ts";
import { toast } from "../../../ui/states/toast.tsx";

interface LazyCannedDialogProps {
  readonly words: string;
  readonly onClose: () => void;
}

/** The dialog is opened seldom: its code is loaded when it is. */
export function LazyCannedDialog(props: LazyCannedDialogProps) {
  const frame = useText("frame");
  const [Loaded, setLoaded] = useState<ComponentType<LazyCannedDialogProps> | null>(null);
  useEffect(() => {
    import("./canned-dialog.tsx").then(
      ({ default: dialog }) => setLoaded(() => dialog),
      () => {
        toast(frame.failedTitle, "bad");
        props.onClose();
      },
    );
  }, []);
  return Loaded === null ? null : <Loaded {...props} />;
}
