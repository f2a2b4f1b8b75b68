import { expect, test } from "vitest";
import { exportContact } from "../../src/cli/manage/contact.ts";
import { actorText } from "../../src/server/text-rules.ts";

/** The audit log is for ever, so no customer may be its actor (threat E18). */
test.each(["Ana 573001112233", "+57 300 111-2233", "cliente 3001112233"])("%s is nobody of the shop", async (actor) => {
  expect(actorText.safeParse(actor).success).toBe(false);
  const asked = exportContact("573001112233", { by: actor, workspace: "default" });
  await expect(asked).rejects.toMatchObject({ code: "request_invalid" });
});

test.each(["maria@tienda.co", "María", "till 12", "caja-3 2026"])("%s may do it", (actor) => {
  expect(actorText.safeParse(actor).success).toBe(true);
});

test("a workspace is named by an id", async () => {
  const asked = exportContact("573001112233", { by: "ana", workspace: "no such/one" });
  await expect(asked).rejects.toMatchObject({
    code: "request_invalid",
    message: expect.stringContaining("is not an id"),
  });
});
