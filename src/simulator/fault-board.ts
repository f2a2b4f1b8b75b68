import { readIdentity } from "../core/inbound/identity.ts";
import { seededRandom } from "../core/seeded-random.ts";
import type { FaultKind, FaultOf, FaultOrder } from "./fault-kinds.ts";
import { madeUpBsuid, type Person } from "./person.ts";

/** The occasion for a fault: one call, one message's reports, one webhook. */
export interface Occasion {
  readonly phoneNumberId: string;
  readonly person: Person | null;
}

/** An active fault. */
export type StandingFault = FaultOrder & {
  readonly id: string;
  /** How often it could have happened, and how often it has. */
  readonly seen: number;
  readonly fired: number;
  /** True when it has happened `next` times. */
  readonly isSpent: boolean;
};

interface Switch {
  readonly id: string;
  readonly order: FaultOrder;
  readonly bsuid: string | null;
  readonly random: () => number;
  seen: number;
  fired: number;
}

/**
 * The active faults. Each decides by counts and seeded chance alone, so that a run can be repeated.
 */
export class FaultBoard {
  #switches: Switch[] = [];
  #lastId = 0;

  add(order: FaultOrder): StandingFault {
    this.#lastId++;
    const fault: Switch = {
      id: String(this.#lastId),
      order,
      bsuid: order.recipient === undefined ? null : bsuidOf(order.recipient),
      random: seededRandom(order.seed ?? this.#lastId),
      seen: 0,
      fired: 0,
    };
    this.#switches.push(fault);
    return describe(fault);
  }

  list(): readonly StandingFault[] {
    return this.#switches.map(describe);
  }

  /** False when there is no such fault. */
  remove(id: string): boolean {
    const left = this.#switches.filter((fault) => fault.id !== id);
    const wasThere = left.length < this.#switches.length;
    this.#switches = left;
    return wasThere;
  }

  /** How many were removed. */
  clear(): number {
    const count = this.#switches.length;
    this.#switches = [];
    return count;
  }

  /**
   * Whether a fault of this kind happens now: the first active one that fits this occasion and
   * chooses to.
   */
  strike<Kind extends FaultKind>(kind: Kind, occasion: Occasion, isMeant = (_order: FaultOf<Kind>) => true) {
    for (const fault of this.#switches) {
      const { order } = fault;
      if (!isOfKind(order, kind) || !isMeant(order) || isSpent(fault) || !concerns(fault, occasion)) continue;
      fault.seen++;
      if (!chooses(fault)) continue;
      fault.fired++;
      return { ...order, id: fault.id };
    }
    return null;
  }
}

function isOfKind<Kind extends FaultKind>(order: FaultOrder, kind: Kind): order is FaultOf<Kind> {
  return order.kind === kind;
}

function concerns({ order, bsuid }: Switch, { phoneNumberId, person }: Occasion): boolean {
  if (order.phoneNumberId !== undefined && order.phoneNumberId !== phoneNumberId) return false;
  return bsuid === null || person?.bsuid === bsuid;
}

function chooses({ order, seen, random }: Switch): boolean {
  if (order.every !== undefined && seen % order.every !== 0) return false;
  return order.probability === undefined || random() < order.probability;
}

function isSpent({ order, fired }: Switch): boolean {
  return order.next !== undefined && fired >= order.next;
}

function describe(fault: Switch): StandingFault {
  return { id: fault.id, ...fault.order, seen: fault.seen, fired: fault.fired, isSpent: isSpent(fault) };
}

/** null when the text names no person: such an order is refused before it comes here. */
function bsuidOf(recipient: string): string | null {
  const identity = readIdentity(recipient);
  return identity?.bsuid ?? (identity?.phone == null ? null : madeUpBsuid(identity.phone));
}
