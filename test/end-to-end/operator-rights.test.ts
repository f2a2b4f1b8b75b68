import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { OPERATOR_COMMANDS, type OperatorCommand, PHONE_CODE } from "../../src/core/operations/operator-commands.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import type { Speaker } from "../../src/core/ports/desk/operator-desk.ts";
import { operatorShop } from "./operator-shop.ts";

const staff = operatorShop();

describe("who may give which command", () => {
  const commands = (Object.keys(OPERATOR_COMMANDS) as OperatorCommand[]).filter((one) => one !== "vincular");
  const VIEW = ["ayuda", "estado", "pedidos", "preguntar", "cancel", "recordar", "recordatorios"];
  const EXPECTED: Readonly<Record<Role, readonly string[]>> = {
    owner: commands,
    operator: commands.filter((one) => one !== "dev-review"),
    viewer: VIEW,
    service: [],
  };

  /** A contact who has written, in a workspace of its own number. */
  async function contact(workspace: WorkspaceId): Promise<Speaker> {
    const [contactId, conversationId] = [randomUUID(), randomUUID()];
    await staff.rows("insert into contacts (workspace_id, id) values ($1, $2)", [workspace, contactId]);
    return { workspaceId: workspace, conversationId, contactId };
  }
  const other = "other-shop" as WorkspaceId;
  const refusals = async ({ contactId }: Speaker) =>
    (
      await staff.rows("select detail from audit_log where subject_id = $1 and action = 'operator.refused'", [
        contactId,
      ])
    ).length;

  type State =
    | "bound"
    | "unbound"
    | "expired"
    | "bound again elsewhere"
    | "number changed hands"
    | "no longer a member"
    | "bound in another workspace";
  const STATES: Readonly<Record<State, (role: Role) => Promise<Speaker>>> = {
    bound: async (role) => {
      const [who, speaker] = [await staff.member(role), await contact(DEFAULT_WORKSPACE)];
      await staff.desk.bind(speaker, await who.code());
      return speaker;
    },
    unbound: () => contact(DEFAULT_WORKSPACE),
    expired: async (role) => {
      const [who, speaker] = [await staff.member(role), await contact(DEFAULT_WORKSPACE)];
      const code = await who.code();
      await staff.rows("update member_phones set expires_at = recado_now() - interval '1 second' where user_id = $1", [
        who.userId,
      ]);
      expect(await staff.desk.tryCode(speaker, code)).toEqual({ kind: "refused", reason: "wrong_code" });
      expect(await staff.desk.bind(speaker, code)).toBe(false);
      return speaker;
    },
    "bound again elsewhere": async (role) => {
      const [who, old, fresh] = [
        await staff.member(role),
        await contact(DEFAULT_WORKSPACE),
        await contact(DEFAULT_WORKSPACE),
      ];
      await staff.desk.bind(old, await who.code());
      await staff.desk.bind(fresh, await who.code());
      return old;
    },
    "number changed hands": async (role) => {
      const speaker = await STATES.bound(role);
      await staff.rows("update contacts set identity_changed_at = recado_now() + interval '1 second' where id = $1", [
        speaker.contactId,
      ]);
      return speaker;
    },
    "no longer a member": async (role) => {
      const [who, speaker] = [await staff.member(role), await contact(DEFAULT_WORKSPACE)];
      await staff.desk.bind(speaker, await who.code());
      await staff.accessAdmin.removeMember(DEFAULT_WORKSPACE, who.userId, "test");
      return speaker;
    },
    "bound in another workspace": async (role) => {
      await staff.accessAdmin.createWorkspace({ id: other, name: other }, "test");
      const [who, there, here] = [
        await staff.member(role, other),
        await contact(other),
        await contact(DEFAULT_WORKSPACE),
      ];
      const code = await who.code();
      expect(await staff.desk.bind(here, code)).toBe(false);
      await staff.desk.bind(there, code);
      // The id of the other workspace's contact, said in this one.
      return { ...there, workspaceId: DEFAULT_WORKSPACE };
    },
  };

  const cases = (Object.keys(STATES) as State[]).flatMap((state) =>
    (Object.keys(EXPECTED) as Role[]).map((role) => [state, role] as const),
  );
  test.each(cases)("%s, %s", async (state, role) => {
    const speaker = await STATES[state](role);
    const before = await refusals(speaker);
    let refused = 0;
    for (const command of commands) {
      const { kind } = await staff.desk.judge(speaker, command);
      const mayIt = state === "bound" && EXPECTED[role].includes(command);
      expect([command, kind]).toEqual([command, mayIt ? "allowed" : "refused"]);
      refused += mayIt ? 0 : 1;
    }
    expect((await refusals(speaker)) - before).toBe(refused);
  });

  test("after five wrong codes a phone waits an hour, and the right one does not help", async () => {
    const [who, speaker] = [await staff.member("owner"), await contact(DEFAULT_WORKSPACE)];
    const code = await who.code();
    for (let tries = 0; tries < PHONE_CODE.wrongTriesAnHour; tries += 1) {
      expect(await staff.desk.tryCode(speaker, "x")).toEqual({ kind: "refused", reason: "wrong_code" });
    }
    expect(await staff.desk.tryCode(speaker, code)).toEqual({ kind: "refused", reason: "too_many_codes" });
  });
});
