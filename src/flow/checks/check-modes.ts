import type { FlowDefinition, ModePurposes, Stage } from "../definition/flow-definition.ts";

/** The stage that a mode must have for each purpose. */
const STAGE_OF_PURPOSE: Readonly<Record<keyof ModePurposes<string>, Stage>> = {
  talk: "talk",
  collect: "collect",
  collectPickup: "collect",
  offer: "offer",
  summary: "summary",
  confirmed: "confirmed",
  orderedWithoutPack: "provisional",
  orderedUnconfirmed: "provisional",
  handoff: "handoff",
};

const PURPOSE_OF: Readonly<Record<string, "orderedWithoutPack" | "orderedUnconfirmed" | undefined>> = {
  order_without_pack: "orderedWithoutPack",
  order_unconfirmed: "orderedUnconfirmed",
};

/** Checks the modes, the arrows between them, and whether the way of a sale leads through. */
export function checkModes(flow: FlowDefinition): string[] {
  const unknown = unknownModes(flow);
  return [
    ...unknown,
    ...lostModes(flow),
    ...(unknown.length > 0 ? [] : [...missingRows(flow), ...checkPurposes(flow)]),
  ];
}

function unknownModes({ modes, transitions, purposes, initialMode, gates }: FlowDefinition): string[] {
  const named = [
    ["initialMode", initialMode],
    ...Object.entries(purposes).map(([purpose, mode]) => [`purposes.${purpose}`, mode] as const),
    ...Object.keys(transitions).map((mode) => ["transitions", mode] as const),
    ...Object.values(transitions).flatMap((row) => Object.keys(row).map((mode) => ["transitions", mode] as const)),
    ...Object.keys(gates).map((mode) => ["gates", mode] as const),
  ] as const;
  const faults = named.flatMap(([where, mode]) =>
    mode === null || modes[mode] !== undefined ? [] : [`${where} names the mode "${mode}", which modes does not have`],
  );
  return [...new Set(faults)];
}

function lostModes({ modes, transitions, initialMode }: FlowDefinition): string[] {
  const reached = new Set([initialMode]);
  for (const mode of reached) {
    for (const [to, isAllowed] of Object.entries(transitions[mode] ?? {})) if (isAllowed) reached.add(to);
  }
  return Object.keys(modes)
    .filter((mode) => !reached.has(mode))
    .map((mode) => `mode "${mode}" cannot be reached from "${initialMode}"`);
}

function missingRows({ modes, transitions }: FlowDefinition): string[] {
  return Object.keys(modes)
    .filter((mode) => transitions[mode] === undefined)
    .map((mode) => `transitions has no row for the mode "${mode}": write an empty one where it leads nowhere`);
}

function checkPurposes({ modes, transitions, purposes, timers, intents, initialMode }: FlowDefinition): string[] {
  const wrong = Object.entries(purposes).flatMap(([purpose, mode]) => {
    const needed = STAGE_OF_PURPOSE[purpose as keyof typeof purposes];
    const stage = mode === null ? needed : modes[mode]?.stage;
    return stage === needed
      ? []
      : [`purposes.${purpose} names "${mode}", whose stage is "${stage}"; it must be "${needed}"`];
  });
  if (!["welcome", "talk"].includes(modes[initialMode]?.stage ?? "")) {
    wrong.push(
      `initialMode is "${initialMode}", whose stage is "${modes[initialMode]?.stage}"; it must be "welcome" or "talk"`,
    );
  }
  const { talk, collect, offer, summary, confirmed, orderedWithoutPack, orderedUnconfirmed } = purposes;
  const needed: (readonly [from: string, to: string, when: string])[] = [
    [talk, collect, "where the customer buys"],
    [collect, offer, "where the data is complete"],
    [offer, summary, "where a pack was chosen"],
    [summary, confirmed, "where the customer confirms"],
  ];
  if (orderedWithoutPack !== null) needed.push([offer, orderedWithoutPack, "where it is ordered without a pack"]);
  if (orderedUnconfirmed !== null) needed.push([summary, orderedUnconfirmed, "where it is ordered unconfirmed"]);
  const missing = needed.flatMap(([from, to, when]) =>
    from === to || transitions[from]?.[to] === true ? [] : [`no transition leads from "${from}" to "${to}", ${when}`],
  );
  const doings = [
    ...Object.entries(timers).map(([level, { action }]) => [`timer ${level}`, action] as const),
    ...Object.entries(intents).map(([intent, { effect }]) => [`intent "${intent}"`, effect] as const),
  ];
  const homeless = doings.flatMap(([what, doing]) => {
    const purpose = PURPOSE_OF[doing];
    if (purpose === undefined || purposes[purpose] !== null) return [];
    return [`${what} leads to ${doing}, and purposes.${purpose} names no mode for it`];
  });
  return [...wrong, ...missing, ...homeless];
}
