import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { metricsText } from "./text.ts";

export default function Metrics() {
  const text = useText(metricsText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="metrics" title={text.title} text={text.about} />
    </Screen>
  );
}
