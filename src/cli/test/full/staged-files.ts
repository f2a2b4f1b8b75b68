import { type Understanding, understandingSchema } from "../../../core/inbound/understanding.ts";
import type { Transcriber } from "../../../core/ports/model/transcriber.ts";
import type { ScenarioMedia } from "../../../lab/memory/scenario.ts";
import { understandingOf } from "../../../lab/memory/understand-media.ts";
import { createScriptedTranscriber } from "../../../models/scripted-transcriber.ts";
import type { Eyes } from "../../../runtime/file-readers.ts";
import { SAMPLES } from "../../../simulator/media-samples.ts";

/** Behind a real file of its kind stands what a scenario says that is in it: no program looks there. */
const MARK = "\n⟦escenario⟧";

/** The file of a scenario: typed by its first bytes like any other, and with what is to be made of it at its end. */
export function stagedFile(media: ScenarioMedia): { readonly bytes: Uint8Array; readonly mimeType: string } {
  const { bytes, mimeType } = SAMPLES[media.kind];
  return { mimeType, bytes: Buffer.concat([bytes, Buffer.from(MARK + JSON.stringify(understandingOf(media)))]) };
}

function readStaged(bytes: Uint8Array): Understanding {
  const text = Buffer.from(bytes).toString("utf8");
  return understandingSchema.parse(JSON.parse(text.slice(text.lastIndexOf(MARK) + MARK.length)));
}

/** Ears and eyes that make of a file what its scenario says. */
export const STAGED_READERS: { readonly transcriber: Transcriber; readonly eyes: Eyes } = {
  transcriber: createScriptedTranscriber(({ bytes }) => {
    const staged = readStaged(bytes);
    return staged.kind === "heard" ? staged : { kind: "empty" };
  }),
  eyes: {
    reads: (medium) => medium !== "audio",
    look: async ({ bytes }) => readStaged(bytes),
    redact: () => "",
  },
};
