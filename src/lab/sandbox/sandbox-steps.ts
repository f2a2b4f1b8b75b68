/** What is done in a sandbox in the words of a scenario, and how the chat shows it. */

import type { Session } from "../../core/agent/session.ts";
import type { SandboxLine } from "../../core/answers/lab/sandbox.ts";
import type { SandboxAct } from "../../core/ports/lab/sandbox.ts";
import { describeDuration, readDuration } from "../memory/duration.ts";
import type { SandboxSnapshot } from "../memory/sandbox-snapshot.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { StartingPoint } from "../memory/starting-point.ts";
import type { KeptAct } from "./kept-sandbox.ts";

export function mergeWaits(act: KeptAct | undefined, seconds: number): KeptAct {
  const before = act?.step.wait === undefined ? 0 : (readDuration(act.step.wait) ?? 0);
  return { step: { wait: describeDuration(before + seconds) }, fired: 0 };
}

/** Ten in the morning in Bogotá, which has no summer time. */
export function tenInTheMorning(nowMs: number): number {
  const day = new Date(nowMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 15);
}

type Played = Exclude<SandboxAct, { readonly kind: "text" | "forward" | "next_timer" | "duplicate" | "answer" }>;

export function stepOf(act: Played): ScenarioStep {
  switch (act.kind) {
    case "button":
      return { button: act.title };
    case "sticker":
      return { sticker: true };
    case "file": {
      const { medium, words, shows } = act;
      return {
        media: {
          kind: medium,
          ...(words === undefined || words === "" ? {} : { words }),
          ...(shows === undefined
            ? {}
            : { shows: { class: shows.class, ...(shows.text === undefined ? {} : { text: shows.text }) } }),
        },
      };
    }
    case "night":
      return { nightly: true };
    case "forced":
      return { forced: act.intent };
    case "operator_says":
      return { operatorSays: act.text };
    case "takeover":
      return { takesOver: true };
    case "handback":
      return { handsBack: true };
  }
}

/** How a step is shown in the chat. */
export function lineOf(step: ScenarioStep, said: string | undefined): Pick<SandboxLine, "by" | "kind" | "text"> | null {
  if (said !== undefined) return { by: "customer", kind: "text", text: said };
  if (step.button !== undefined) return { by: "customer", kind: "button", text: step.button };
  if (step.sticker === true) return { by: "customer", kind: "sticker", text: "" };
  if (step.media !== undefined) return { by: "customer", kind: step.media.kind, text: step.media.words ?? "" };
  if (step.operatorSays !== undefined) return { by: "operator", kind: "text", text: step.operatorSays };
  if (step.forced !== undefined) return { by: "system", kind: "forced", text: step.forced };
  if (step.takesOver === true) return { by: "system", kind: "takeover", text: "" };
  if (step.handsBack === true) return { by: "system", kind: "handback", text: "" };
  return step.nightly === true ? { by: "system", kind: "night", text: "" } : null;
}

/** Where it stands, in the words of a scenario file. */
export function startingPointOf({ state, now }: SandboxSnapshot, session: Session): StartingPoint {
  const { knownData: known, lines, timer, gate } = state;
  const said = lines
    .filter(({ role }) => role === "assistant")
    .slice(-3)
    .map(({ content }) => content);
  const { datosCapturados, packSeleccionado, intentsVistos, templatesEnviados, pendientes } = session;
  return {
    mode: session.mode,
    ...(Object.keys(datosCapturados).length === 0 ? {} : { data: datosCapturados }),
    ...(packSeleccionado === null ? {} : { pack: packSeleccionado }),
    ...(intentsVistos.length === 0 ? {} : { intents: intentsVistos.map(({ intent }) => intent) }),
    ...(templatesEnviados.length === 0 ? {} : { sent: templatesEnviados }),
    ...(pendientes.length === 0 ? {} : { pending: pendientes }),
    ...(said.length === 0 ? {} : { said }),
    ...(Object.keys(known).length === 0 ? {} : { known }),
    ...(timer === null
      ? {}
      : {
          armed: {
            level: timer.level,
            inSeconds: Math.max(1, Math.round((timer.dueAt.getTime() - now.getTime()) / 1_000)),
          },
        }),
    ...(gate.botEnabled ? {} : { bot: "off" as const }),
  };
}
