import type { ServerDependencies } from "../server/server-dependencies.ts";
import { createGraphReader } from "../whatsapp/account/graph-reader.ts";
import { readShopTemplates } from "../whatsapp/account/shop-templates.ts";
import { uploadMedia } from "../whatsapp/upload-media.ts";

/** What the doors ask of WhatsApp itself, beside the messages that the worker sends. */
export function askWhatsapp(
  target: () => { readonly baseUrl: string; readonly accessToken: string | null },
): Pick<ServerDependencies, "uploadFile" | "readShopTemplates"> {
  return {
    uploadFile: (number, file) => uploadMedia(target(), number, file),
    readShopTemplates: async (isOwnNumber) => {
      const { baseUrl, accessToken } = target();
      if (accessToken === null) return { kind: "no_account" };
      return readShopTemplates(createGraphReader(baseUrl), accessToken, isOwnNumber);
    },
  };
}
