import type { ServerDependencies } from "../server/server-dependencies.ts";
import { createGraphReader } from "../whatsapp/account/graph-reader.ts";
import { inspectAccount } from "../whatsapp/account/inspect-account.ts";
import { readShopTemplates } from "../whatsapp/account/shop-templates.ts";
import { uploadMedia } from "../whatsapp/upload-media.ts";

interface Target {
  readonly baseUrl: string;
  readonly accessToken: string | null;
}

interface OwnSide {
  readonly appSecrets: readonly string[];
  readonly publicUrl: string | null;
  readonly now: () => Date;
}

/** What the doors ask of WhatsApp itself, beside the messages that the worker sends. */
export function askWhatsapp(
  target: () => Target,
  { appSecrets, publicUrl, now }: OwnSide,
): Pick<ServerDependencies, "uploadFile" | "readShopTemplates" | "inspectAccount"> {
  return {
    uploadFile: (number, file) => uploadMedia(target(), number, file),
    readShopTemplates: async (isOwnNumber) => {
      const { baseUrl, accessToken } = target();
      if (accessToken === null) return { kind: "no_account" };
      return readShopTemplates(createGraphReader(baseUrl), accessToken, isOwnNumber);
    },
    inspectAccount: async (isOwnNumber) => {
      const { baseUrl, accessToken } = target();
      if (accessToken === null) return [];
      const asked = { accessToken, appSecrets, publicUrl, isOwnNumber };
      return inspectAccount(createGraphReader(baseUrl), asked, now());
    },
  };
}
