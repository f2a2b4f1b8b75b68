import type { ScreenEntry } from "./screen-entry.ts";

/**
 * The screens, in the order of the rail. Each is a file of its own, loaded when it is first opened.
 */
export const SCREENS: readonly ScreenEntry[] = [
  {
    name: "inbox",
    paths: ["/inbox", "/conversations/:id"],
    icon: "inbox",
    key: "i",
    onPhones: true,
    load: () => import("./inbox/inbox.tsx"),
  },
  {
    name: "orders",
    paths: ["/orders/:id?"],
    icon: "orders",
    key: "o",
    onPhones: true,
    load: () => import("./orders/orders.tsx"),
  },
  {
    name: "confirmations",
    paths: ["/confirmations"],
    icon: "confirmations",
    key: "c",
    onPhones: true,
    load: () => import("./confirmations/confirmations.tsx"),
  },
  {
    name: "sandbox",
    paths: ["/sandbox"],
    icon: "sandbox",
    key: "s",
    load: () => import("./sandbox/sandbox.tsx"),
  },
  {
    name: "replay",
    paths: ["/replay"],
    icon: "replay",
    key: "y",
    load: () => import("./replay/replay.tsx"),
  },
  {
    name: "runs",
    paths: ["/runs/:id?"],
    icon: "runs",
    key: "r",
    onPhones: true,
    load: () => import("./runs/runs.tsx"),
  },
  {
    name: "timers",
    paths: ["/timers"],
    icon: "timers",
    key: "t",
    load: () => import("./timers/timers.tsx"),
  },
  {
    name: "calendar",
    paths: ["/calendar"],
    icon: "calendar",
    key: "d",
    load: () => import("./calendar/calendar.tsx"),
  },
  {
    name: "metrics",
    paths: ["/metrics"],
    icon: "metrics",
    key: "m",
    onPhones: true,
    load: () => import("./metrics/metrics.tsx"),
  },
  {
    name: "knowledge",
    paths: ["/knowledge"],
    icon: "knowledge",
    key: "k",
    load: () => import("./knowledge/knowledge.tsx"),
  },
  {
    name: "documents",
    paths: ["/documents"],
    icon: "file",
    key: "f",
    load: () => import("./documents/documents.tsx"),
  },
  {
    name: "agents",
    paths: ["/agents/:id?"],
    icon: "agents",
    key: "a",
    load: () => import("./agents/agents.tsx"),
  },
];
