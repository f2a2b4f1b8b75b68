/** What WhatsApp takes from a business, by the type of the bytes. */
const MEBI = 1024 * 1024;

export const MAX_FILE_BYTES = 16 * MEBI;

export type SendableKind = "image" | "audio" | "video" | "document";

type Sendable =
  | { readonly kind: "sendable"; readonly file: { readonly kind: SendableKind; readonly type: string } }
  | { readonly kind: "refused"; readonly why: string };

const RULES: readonly {
  readonly types: RegExp;
  readonly kind: SendableKind;
  readonly as?: string;
  readonly maxBytes: number;
}[] = [
  { types: /^image\/(jpeg|png)$/, kind: "image", maxBytes: 5 * MEBI },
  { types: /^audio\/(aac|amr|mpeg|mp4)$/, kind: "audio", maxBytes: MAX_FILE_BYTES },
  { types: /^audio\/x-m4a$/, kind: "audio", as: "audio/mp4", maxBytes: MAX_FILE_BYTES },
  { types: /^audio\/ogg\b/, kind: "audio", as: "audio/ogg; codecs=opus", maxBytes: MAX_FILE_BYTES },
  { types: /^video\/(mp4|3gpp)$/, kind: "video", maxBytes: MAX_FILE_BYTES },
  { types: /^application\/pdf$/, kind: "document", maxBytes: MAX_FILE_BYTES },
  {
    types:
      /^application\/vnd\.(openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)|ms-excel|ms-powerpoint)$/,
    kind: "document",
    maxBytes: MAX_FILE_BYTES,
  },
  // Old files of Office, of which the bytes tell no more.
  { types: /^application\/x-cfb$/, kind: "document", as: "application/msword", maxBytes: MAX_FILE_BYTES },
  { types: /^text\/plain$/, kind: "document", maxBytes: MAX_FILE_BYTES },
];

/** The kind of message in which a file can be sent, or why it cannot. */
export function sendableKind(type: string, sizeBytes: number, fileName: string | null): Sendable {
  if (sizeBytes === 0) return { kind: "refused", why: "the file is empty" };
  const rule = RULES.find(({ types }) => types.test(type));
  if (rule === undefined) {
    return {
      kind: "refused",
      why: `WhatsApp takes no file of the type ${type}: send JPEG, PNG, MP4, MP3, OGG, PDF, Word, Excel, PowerPoint or text`,
    };
  }
  if (sizeBytes > rule.maxBytes) {
    return {
      kind: "refused",
      why: `the file has ${sizeBytes} bytes, and WhatsApp takes ${rule.maxBytes} of this kind`,
    };
  }
  const isSheet = type === "application/x-cfb" && /\.xls$/i.test(fileName ?? "");
  return {
    kind: "sendable",
    file: { kind: rule.kind, type: isSheet ? "application/vnd.ms-excel" : (rule.as ?? type) },
  };
}
