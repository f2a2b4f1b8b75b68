import { SALE_FIELDS, type SaleProfile } from "../../core/turn/crm-change.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { sayable } from "./shipping-address.ts";

/**
 * What the sale tells of its customer, for the contact's profile. A value that cannot be said is
 * left out, so that it replaces none that is known.
 */
export function saleProfile(
  { nameFields: { given, surname }, contactFields = {} }: Pick<FlowDefinition, "nameFields" | "contactFields">,
  data: Readonly<Record<string, string>>,
): SaleProfile {
  const joined = (names: readonly (string | null | undefined)[]) =>
    names.flatMap((name) => sayable(data[name ?? ""]) ?? []).join(" ");
  const told = SALE_FIELDS.map((field) => {
    return [field, field === "name" ? joined([given, surname]) : joined([contactFields[field]])] as const;
  });
  return Object.fromEntries(told.filter(([, value]) => value !== ""));
}
