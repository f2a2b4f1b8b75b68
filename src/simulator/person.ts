import { createHash } from "node:crypto";
import { readIdentity } from "../core/inbound/identity.ts";
import { BoundedMap } from "./bounded-map.ts";

/** A customer of the simulator. */
export interface Person {
  readonly bsuid: string;
  /** null for a person known only by BSUID. */
  readonly phone: string | null;
  readonly name: string;
  /** Without the `@`; null for most people. */
  readonly username: string | null;
}

/** Enough countries for the demos; Meta's own samples are `US`. */
const COUNTRIES = [
  ["57", "CO"],
  ["52", "MX"],
  ["51", "PE"],
  ["54", "AR"],
  ["55", "BR"],
  ["56", "CL"],
  ["58", "VE"],
  ["593", "EC"],
  ["34", "ES"],
] as const;

/** The same phone always has the same BSUID, across restarts too. */
export function madeUpBsuid(phone: string): string {
  const country = COUNTRIES.find(([prefix]) => phone.startsWith(prefix))?.[1] ?? "US";
  const number = createHash("sha256").update(`recado simulator ${phone}`).digest().readBigUInt64BE();
  return `${country}.${number.toString().padStart(20, "1")}`;
}

const MAX_PEOPLE = 10_000;

/** What people say about themselves; a field that is left out stays as it was. */
export interface Profile {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** The known people: a BSUID finds its phone again, and a person keeps the name given once. */
export class People {
  readonly #byBsuid = new BoundedMap<string, Person>(MAX_PEOPLE);

  /** The person whom a phone or a BSUID names; null when the text is neither. */
  find(phoneOrBsuid: string, profile: Profile = {}): Person | null {
    const identity = readIdentity(phoneOrBsuid);
    if (identity === null) return null;
    const bsuid = identity.bsuid ?? madeUpBsuid(identity.phone ?? "");
    const known = this.#byBsuid.get(bsuid);
    const person = {
      bsuid,
      phone: identity.phone ?? known?.phone ?? null,
      name: profile.name ?? known?.name ?? "Cliente de prueba",
      username: profile.username ?? known?.username ?? null,
    };
    this.#byBsuid.set(bsuid, person);
    return person;
  }

  /** Takes over the people of a ledger. */
  remember(person: Person): void {
    this.#byBsuid.set(person.bsuid, person);
  }
}
