import { describe } from "vitest";
import { endsAnAttempt } from "./store/attempts.ts";
import { commitsATurn } from "./store/commits.ts";
import { storesWhatComesIn } from "./store/enqueue.ts";
import { servesOperators } from "./store/operators.ts";
import { keepsTheOutbox } from "./store/outbox.ts";
import { openStoreScene, type StoreUnderTest } from "./store/scene.ts";

export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store contract on ${name}`, () => {
    const scene = openStoreScene(open);
    storesWhatComesIn(scene);
    commitsATurn(scene);
    endsAnAttempt(scene);
    servesOperators(scene);
    keepsTheOutbox(scene);
  });
}
