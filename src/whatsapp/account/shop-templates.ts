import type { GraphReader } from "./graph-reader.ts";
import { type AccountTemplate, accountsOf, readNumbers, readTemplates, readToken } from "./read-account.ts";

export type ShopTemplates =
  | { readonly kind: "read"; readonly templates: readonly AccountTemplate[] }
  /** The token manages no account with a number of this shop. */
  | { readonly kind: "no_account" }
  | { readonly kind: "refused" | "unreachable"; readonly detail: string };

/** Reads what Meta has for one shop: the templates of the accounts that have a number of its own. */
export async function readShopTemplates(
  read: GraphReader,
  token: string,
  isOwnNumber: (id: string) => boolean,
): Promise<ShopTemplates> {
  const known = await readToken(read, token);
  if (known.kind !== "read") return known;
  const templates: AccountTemplate[] = [];
  let accounts = 0;
  for (const account of accountsOf(known.value)) {
    const numbers = await readNumbers(read, account, token);
    if (numbers.kind !== "read") return numbers;
    if (!numbers.value.some(({ id }) => isOwnNumber(id))) continue;
    accounts += 1;
    const found = await readTemplates(read, account, token);
    if (found.kind !== "read") return found;
    templates.push(...found.value);
  }
  return accounts === 0 ? { kind: "no_account" } : { kind: "read", templates };
}
