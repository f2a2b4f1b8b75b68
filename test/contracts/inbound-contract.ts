import { describe } from "vitest";
import { hearsEchoes } from "./inbound/echoes.ts";
import { followsNewNames } from "./inbound/new-names.ts";
import { takesNotices } from "./inbound/notices.ts";
import { openInboundScene } from "./inbound/scene.ts";
import { knowsPeopleByTwoNames } from "./inbound/two-names.ts";
import type { StoreUnderTest } from "./store/scene.ts";

/** What every adapter of the store must do with echoes, people of several names, advertisements and alerts. */
export function inboundContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the inbound contract on ${name}`, () => {
    const scene = openInboundScene(open);
    hearsEchoes(scene);
    knowsPeopleByTwoNames(scene);
    followsNewNames(scene);
    takesNotices(scene);
  });
}
