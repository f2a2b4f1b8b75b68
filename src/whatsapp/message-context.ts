import type { MessageContext, Referral } from "../core/inbound/content.ts";
import { field, id, text } from "./loose-fields.ts";

/**
 * The surroundings of a message; null when there are none. A forwarded message has a context
 * without an id, a product enquiry one with a product. An advertisement stands beside the context,
 * not in it.
 */
export function readContext(message: unknown): MessageContext | null {
  const around = field(message, "context");
  const context = {
    replyTo: id.parse(field(around, "id")),
    isForwarded: field(around, "forwarded") === true || field(around, "frequently_forwarded") === true,
    product: readProduct(field(around, "referred_product")),
    referral: readReferral(field(message, "referral")),
  };
  const { replyTo, isForwarded, product, referral } = context;
  return replyTo === null && !isForwarded && product === null && referral === null ? null : context;
}

function readProduct(product: unknown): MessageContext["product"] {
  const catalogId = id.parse(field(product, "catalog_id"));
  const productId = id.parse(field(product, "product_retailer_id"));
  return catalogId === null && productId === null ? null : { catalogId, productId };
}

function readReferral(referral: unknown): Referral | null {
  if (typeof referral !== "object" || referral === null) return null;
  return {
    source: id.parse(field(referral, "source_type")),
    sourceId: id.parse(field(referral, "source_id")),
    sourceUrl: text.parse(field(referral, "source_url")),
    headline: text.parse(field(referral, "headline")),
    body: text.parse(field(referral, "body")),
    ctwaClid: text.parse(field(referral, "ctwa_clid")),
  };
}
