import { describe } from "vitest";
import { journalsAttempts } from "./sending/attempts.ts";
import { opensCircuits } from "./sending/circuits.ts";
import { sparesCustomers } from "./sending/customers.ts";
import { openSendingScene, type SendingUnderTest } from "./sending/scene.ts";

/** What an adapter must do about attempts, refusals, pace and reports. */
export function sendingContract(name: string, open: () => Promise<SendingUnderTest>): void {
  describe(`the sending contract on ${name}`, () => {
    const scene = openSendingScene(open);
    journalsAttempts(scene);
    opensCircuits(scene);
    sparesCustomers(scene);
  });
}
