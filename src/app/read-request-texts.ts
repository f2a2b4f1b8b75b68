import { RecadoError } from "../core/errors.ts";
import { type RequestTexts, shareOfChat } from "../nlu/requests/train-requests.ts";
import { readLabelledFile } from "./read-labelled-file.ts";

export interface RequestFiles {
  readonly data: string;
  /** `file=n`: of each n-th distinct text a model learns. A bare name is `file=1`. */
  readonly chat: readonly string[];
}

/** What the model of requests learns from. */
export function readRequestTexts({ data, chat }: RequestFiles): RequestTexts {
  return {
    requests: readLabelledFile(data).map(({ place: _, ...row }) => row),
    chat: chat.flatMap((name) => {
      const { texts, every } = readShare(name);
      return shareOfChat(texts, every).learnt.map((text) => ({ text, standsFor: every }));
    }),
  };
}

function readShare(name: string): { readonly texts: string[]; readonly every: number } {
  const [path = "", every = "1", ...more] = name.split("=");
  if (!/^[1-9]\d{0,3}$/u.test(every) || more.length > 0) {
    throw new RecadoError(
      "bad_training_data",
      `"${name}" is no file and no file=n, where each n-th text is learnt from`,
    );
  }
  return { texts: readLabelledFile(path).map(({ text }) => text), every: Number(every) };
}
