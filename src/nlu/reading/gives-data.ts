import type { WishedQuantity } from "../../core/ports/flow-reader.ts";
import { TYPED_MOBILE } from "../extract/read-phone.ts";

interface Unasked {
  readonly text: string;
  readonly quantity: WishedQuantity | null;
  /** Fields that are not told yet. */
  readonly missing: readonly string[];
  /** The fields that say whose parcel it is and where it goes. */
  readonly ofParcel: readonly string[];
}

/**
 * Tells whether a message gives the data of a parcel though nothing was asked yet: their mobile stands in it, or it orders.
 * What stands beside is read as an answer to our question then.
 */
export function givesData({ text, quantity, missing, ofParcel }: Unasked): boolean {
  const isOpen = ofParcel.some((field) => missing.includes(field));
  return isOpen && !/[?¿]/u.test(text) && (TYPED_MOBILE.test(text) || quantity?.isAsked === false);
}
