import type { AgentInput, DecidedMessage, Decision } from "../../core/agent.ts";

/**
 * What the last answer had still to say when the customer spoke is said first in the next answer (requirement A30), unless
 * that answer says it anyway. A silence stays a silence: the rest waits for the next answer.
 */
export function resumeUnsaid({ unsaid }: Pick<AgentInput, "unsaid">, decision: Decision): Decision {
  if (decision.messages.length === 0) return decision;
  const says = new Set(decision.messages.map(({ templateId }) => templateId));
  const rest = unsaid.filter(
    ({ priority, templateId }) => priority !== "OPCIONAL" && (templateId === null || !says.has(templateId)),
  );
  if (rest.length === 0) return decision;
  const templateIds = rest.map(({ templateId }) => templateId).filter((id) => id !== null);
  return {
    ...decision,
    messages: [...rest.map(sayAgain), ...decision.messages],
    stateUpdates: {
      ...decision.stateUpdates,
      newTemplatesEnviados: [...templateIds, ...(decision.stateUpdates.newTemplatesEnviados ?? [])],
    },
    why: [...decision.why, `${rest.length} of the last answer was cut off: said first`],
  };
}

function sayAgain({ content, templateId, priority }: AgentInput["unsaid"][number]): DecidedMessage {
  const traits = { templateId, ...(priority === null ? {} : { priority }) };
  return content.type === "text" ? { text: content.body, ...traits } : { content, ...traits };
}
