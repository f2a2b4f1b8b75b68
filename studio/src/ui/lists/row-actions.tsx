import { useMay } from "../../api/session.tsx";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../button.tsx";
import type { IconName } from "../icon.tsx";

interface RowAction {
  readonly icon: IconName;
  readonly label: string;
  /** Changes nothing, so a person who may only look can do it. */
  readonly isLook?: boolean;
  readonly onAct: () => void;
}

interface RowActionsProps {
  /** What the row is about; each button says it, for people who do not see the row. */
  readonly of: string;
  readonly actions: readonly RowAction[];
}

/** The buttons at the end of a row, each with its place among them. A person who may not act sees why they are shut. */
export function RowActions({ of, actions }: RowActionsProps) {
  const frame = useText("frame");
  const mayAct = useMay("operate");
  return (
    <div class="flex shrink-0 gap-1">
      {actions.map(({ icon, label, isLook = false, onAct }) => (
        <IconButton
          key={label}
          icon={icon}
          disabled={!mayAct && !isLook}
          label={mayAct || isLook ? `${label}: ${of}` : frame.readOnly}
          onClick={onAct}
        />
      ))}
    </div>
  );
}
