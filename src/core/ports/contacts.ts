import type { PhoneNumberId } from "../ids.ts";
import type { CustomerIdentity } from "../inbound/identity.ts";

/** What the channel says about a customer outside their messages. */
export type CustomerUpdate =
  /** No marketing from `at` on, or again from `at` on. The newest word counts. */
  | {
      readonly kind: "marketing_stopped" | "marketing_resumed";
      readonly phoneNumberId: PhoneNumberId;
      readonly identity: CustomerIdentity;
      readonly at: Date;
    }
  /** The same person has a new phone, a new BSUID, or both. */
  | {
      readonly kind: "renamed";
      readonly phoneNumberId: PhoneNumberId;
      readonly previous: CustomerIdentity;
      readonly current: CustomerIdentity;
      /** When the names changed: a customer heard under the old name later is another person. */
      readonly at: Date;
      /** The event that says so: once it is known, the same news again changes nothing. Null where no event does. */
      readonly eventKey: string | null;
    }
  /** A new installation or phone: the customer who writes now may be another person. */
  | {
      readonly kind: "identity_changed";
      readonly phoneNumberId: PhoneNumberId;
      readonly identity: CustomerIdentity;
      readonly at: Date;
    };

/** Who the customers are, apart from what they say. */
export interface Contacts {
  /** Each change is idempotent: told again, or told late, it changes nothing. */
  update(updates: readonly CustomerUpdate[], newId: () => string): Promise<void>;
}
