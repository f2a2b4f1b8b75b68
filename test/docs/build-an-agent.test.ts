import { describe, expect, test } from "vitest";
import { playPage } from "./play-page.ts";

describe("docs/build-an-agent.md", () => {
  const commands = playPage("build-an-agent.md", /^shops\/arepas\/[\w/-]+\.(?:js|yaml)$/);

  test("has all that it promises", () => {
    for (const word of ["agents check", "agents show", "chat", "recado.js test", "recado.js start", "serve.js"]) {
      expect(
        commands.some((command) => command.includes(word)),
        word,
      ).toBe(true);
    }
  });
});
