import type { Agent } from "../../core/agent/agent.ts";
import type { Session } from "../../core/agent/session.ts";
import { RecadoError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import type { SandboxState } from "../../core/ports/lab/sandbox.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { SandboxEdit } from "../memory/sandbox-edit.ts";

/**
 * What the agent's data knows of, so that nothing else is written into its memory; null where it
 * says nothing.
 */
export function knownNames(agent: Agent) {
  if (!isFlowAgent(agent)) return null;
  const { modes, fields, packs, intents, templates, pickup } = agent.definition;
  return {
    modes: Object.keys(modes),
    fields: [...fields.map(({ name }) => name), ...(pickup === null ? [] : [pickup.flag.field])],
    packs: packs.map(({ id }) => id),
    intents: Object.keys(intents),
    templates: templates.map(({ id }) => id),
  };
}

/** The change that a person wants, or a refusal that names every field at fault. */
export function readStateEdit(agent: Agent, state: SandboxState, session: Session, now: Date): SandboxEdit {
  const faults = faultsOf(agent, state);
  if (faults.length > 0) {
    throw new RecadoError("request_invalid", `The state stays as it was: ${faults.join("; ")}.`);
  }
  const { mode, datos_capturados, pack_seleccionado, intents_vistos, templates_enviados, pendientes, bot } = state;
  const seen = intents_vistos?.map(
    (intent, index) =>
      session.intentsVistos.find((one) => one.intent === intent) ?? {
        intent,
        orden: index + 1,
        timestamp: now.toISOString(),
      },
  );
  return {
    session: {
      ...(mode === undefined ? {} : { mode }),
      ...(datos_capturados === undefined ? {} : { datosCapturados: datos_capturados }),
      ...(pack_seleccionado === undefined ? {} : { packSeleccionado: pack_seleccionado }),
      ...(seen === undefined ? {} : { intentsVistos: seen.map((one, index) => ({ ...one, orden: index + 1 })) }),
      ...(templates_enviados === undefined ? {} : { templatesEnviados: templates_enviados }),
      ...(pendientes === undefined ? {} : { pendientes }),
      ...(bot === "on" && session.status !== "active" ? { status: "active" as const } : {}),
      ...(bot === "off" ? { status: "handed_off" as const } : {}),
    },
    ...(state.datos_conocidos === undefined ? {} : { known: state.datos_conocidos }),
    ...(bot === undefined ? {} : { isBotOn: bot === "on" }),
  };
}

function faultsOf(agent: Agent, state: SandboxState): string[] {
  const known = knownNames(agent);
  if (known === null) return [];
  const unknown = (path: string, names: readonly string[], allowed: readonly string[]) =>
    names.flatMap((name) =>
      allowed.includes(name)
        ? []
        : [`${path}: "${name}" is not known to ${agent.name}; did you mean "${nearestName(name, allowed)}"?`],
    );
  const { mode, pack_seleccionado: pack } = state;
  return [
    ...unknown("mode", mode === undefined ? [] : [mode], known.modes),
    ...unknown("datos_capturados", Object.keys(state.datos_capturados ?? {}), known.fields),
    ...unknown("datos_conocidos", Object.keys(state.datos_conocidos ?? {}), known.fields),
    ...unknown("pack_seleccionado", pack == null ? [] : [pack], known.packs),
    ...unknown(
      "intents_vistos",
      (state.intents_vistos ?? []).filter((name) => !name.includes("+")),
      [...known.intents, "datos"],
    ),
    ...unknown("templates_enviados", (state.templates_enviados ?? []).map(withoutLeadIn), known.templates),
    ...unknown("pendientes", state.pendientes ?? [], known.templates),
  ];
}

/** A repeat under another lead-in is remembered as `…~1`. */
function withoutLeadIn(id: string): string {
  return id.replace(/~\d+$/, "");
}
