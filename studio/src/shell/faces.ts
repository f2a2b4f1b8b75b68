import { type Role, useMay, useSession } from "../api/session.tsx";
import { SCREENS } from "../screens/registry.ts";
import type { ScreenEntry, ScreenName } from "../screens/screen-entry.ts";
import { createStored, useStored } from "../stored.ts";

/** One Studio, three faces: the owner's shop, the operator's desk, the builder's workshop. */
export const FACES = ["shop", "desk", "workshop"] as const;
export type Face = (typeof FACES)[number];

export const chosenFace = createStored<Face | "role">(
  "recado.face",
  (text) => FACES.find((face) => face === text) ?? "role",
);

const FACE_OF_ROLE: Readonly<Record<Role, Face>> = {
  owner: "shop",
  operator: "desk",
  viewer: "shop",
  service: "workshop",
};

/** The screens of a face, in the order of its day. The workshop has all of them. */
const SCREENS_OF: Readonly<Record<Exclude<Face, "workshop">, readonly ScreenName[]>> = {
  shop: [
    "inbox",
    "orders",
    "contacts",
    "confirmations",
    "metrics",
    "calendar",
    "timers",
    "knowledge",
    "agents",
    "people",
    "live",
  ],
  desk: ["inbox", "confirmations", "orders", "contacts", "calendar", "timers"],
};

export function useFace(): Face {
  const chosen = useStored(chosenFace);
  const { role, isInstallation } = useSession();
  if (chosen !== "role") return chosen;
  // Who runs the installation builds in it.
  return isInstallation ? "workshop" : FACE_OF_ROLE[role];
}

/** The screens that this person may open, whatever face is shown. */
export function useAllScreens(): readonly ScreenEntry[] {
  const may = { administer: useMay("administer"), sales: useMay("sales") };
  return SCREENS.filter(({ needs }) => needs === undefined || may[needs]);
}

/** The screens of the rail, in order. All others are found by search and by their address. */
export function useFaceScreens(): readonly ScreenEntry[] {
  const face = useFace();
  const all = useAllScreens();
  if (face === "workshop") return all;
  return SCREENS_OF[face].flatMap((name) => all.find((entry) => entry.name === name) ?? []);
}
