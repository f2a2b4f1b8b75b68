import { describe } from "vitest";
import { playPage } from "./play-page.ts";

describe("docs/own-tools.md", () => {
  playPage("own-tools.md", /^shops\/consultorio\/[\w/-]+\.(?:js|yaml)$/);
});
