// An agent whose every word is a piece of markup that wants to run: what a model that was talked into it would say.
export const SCRIPTS = [
  `<img src=x onerror="window.ran=1">`,
  `<script>window.ran=2</script>`,
  `"><svg onload=window.ran=3>`,
  `'-(window.ran=4)-'`,
  `javascript:window.ran=5`,
  `<iframe srcdoc="<script>parent.ran=6</script>"></iframe>`,
  `<a href="javascript:window.ran=7" autofocus onfocus="window.ran=8">x</a>`,
  `{{constructor.constructor('window.ran=9')()}}`,
  `</textarea></style></script><details open ontoggle=window.ran=10>`,
  "$" + "{window.ran=11}",
];

/** All of them, behind a word that says where they came in; no longer than the field takes. */
export function hostile(place, most = 4_000) {
  let text = `«${place}»`;
  for (const script of SCRIPTS) if (text.length + script.length < most) text += ` ${script}`;
  return text;
}

const intentInfo = {
  intent: hostile("intent"),
  confidence: 91,
  alternatives: [{ intent: hostile("alternative"), confidence: 40 }],
  reasoning: hostile("reasoning"),
};

export default {
  id: "hostile",
  name: hostile("agent name", 200),
  description: hostile("agent description"),
  version: "1",
  initialMode: "conversacion",
  tools: ["create_task", "crm.contact.delete"],
  texts: { fallback: "f", sticker: "s", richInput: "r", unsupported: "u" },
  decide({ message }) {
    if (message.includes("«fails»")) throw new Error(hostile("error", 900));
    const isTask = message.includes("«asks»");
    const isToConfirm = message.includes("«leaves»");
    return {
      messages: [{ text: hostile("answer"), templateId: null }],
      intentInfo,
      stateUpdates: { newDatosCapturados: { ciudad: hostile("captured", 300) } },
      tools: isTask
        ? [
            {
              callId: "1",
              tool: "create_task",
              input: { title: hostile("task title", 300), priority: "high", note: hostile("task note", 1_000) },
            },
          ]
        : isToConfirm
          ? [{ callId: "1", tool: "crm.contact.delete", input: { reason: hostile("reason", 300) } }]
          : [],
      handoff: isTask ? { reason: hostile("handoff", 300) } : null,
      closesSession: false,
      totalTokens: 0,
      why: [hostile("why")],
    };
  },
};
