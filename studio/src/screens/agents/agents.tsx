import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { agentsText } from "./text.ts";

export default function Agents() {
  const text = useText(agentsText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="agents" title={text.title} text={text.about} />
    </Screen>
  );
}
