import type { ComponentType } from "preact";
import type { TextsOf } from "../text/define-text.ts";
import type { IconName } from "../ui/icon.tsx";
import { agentsText } from "./agents/text.ts";
import { confirmationsText } from "./confirmations/text.ts";
import { inboxText } from "./inbox/text.ts";
import { knowledgeText } from "./knowledge/text.ts";
import { metricsText } from "./metrics/text.ts";
import { replayText } from "./replay/text.ts";
import { runsText } from "./runs/text.ts";
import { sandboxText } from "./sandbox/text.ts";
import { timersText } from "./timers/text.ts";

export interface ScreenProps {
  /** Of `/runs/:id`; null on the list. */
  readonly id: string | null;
}

export interface ScreenEntry {
  readonly name: string;
  /** Below `/studio`. `:id?` comes as the screen's `id`. */
  readonly paths: readonly string[];
  readonly icon: IconName;
  readonly text: TextsOf<{ readonly title: string }>;
  /** `g`, then this. */
  readonly key: string;
  /** On a phone it stands in the bar, not under `More`. */
  readonly onPhones?: true;
  readonly load: () => Promise<{ default: ComponentType<ScreenProps> }>;
}

/** The screens, in the order of the rail. Each is a chunk of its own, loaded when it is first opened. */
export const SCREENS: readonly ScreenEntry[] = [
  {
    name: "inbox",
    paths: ["/inbox", "/conversations/:id"],
    icon: "inbox",
    text: inboxText,
    key: "i",
    onPhones: true,
    load: () => import("./inbox/inbox.tsx"),
  },
  {
    name: "confirmations",
    paths: ["/confirmations"],
    icon: "confirmations",
    text: confirmationsText,
    key: "c",
    onPhones: true,
    load: () => import("./confirmations/confirmations.tsx"),
  },
  {
    name: "sandbox",
    paths: ["/sandbox"],
    icon: "sandbox",
    text: sandboxText,
    key: "s",
    load: () => import("./sandbox/sandbox.tsx"),
  },
  {
    name: "replay",
    paths: ["/replay"],
    icon: "replay",
    text: replayText,
    key: "y",
    load: () => import("./replay/replay.tsx"),
  },
  {
    name: "runs",
    paths: ["/runs/:id?"],
    icon: "runs",
    text: runsText,
    key: "r",
    onPhones: true,
    load: () => import("./runs/runs.tsx"),
  },
  {
    name: "timers",
    paths: ["/timers"],
    icon: "timers",
    text: timersText,
    key: "t",
    load: () => import("./timers/timers.tsx"),
  },
  {
    name: "metrics",
    paths: ["/metrics"],
    icon: "metrics",
    text: metricsText,
    key: "m",
    onPhones: true,
    load: () => import("./metrics/metrics.tsx"),
  },
  {
    name: "knowledge",
    paths: ["/knowledge"],
    icon: "knowledge",
    text: knowledgeText,
    key: "k",
    load: () => import("./knowledge/knowledge.tsx"),
  },
  {
    name: "agents",
    paths: ["/agents/:id?"],
    icon: "agents",
    text: agentsText,
    key: "a",
    load: () => import("./agents/agents.tsx"),
  },
];
