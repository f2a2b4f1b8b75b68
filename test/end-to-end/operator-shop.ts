import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { operator } from "../../src/agents/operator/operator.ts";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import type { OperatorDesk, Speaker } from "../../src/core/ports/desk/operator-desk.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A shop whose own people write to it on their phones. One number, one agent: the customers write to it too. */
export function operatorShop() {
  let database: TestDatabase;
  let desk: OperatorDesk;
  let shop: Shop;
  const { channel, sent } = recordingChannel();
  let people = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    desk = createOperatorDesk(database.database);
    const tools = createShopTools({ operatorDesk: desk });
    shop = openShop(
      database.store,
      { channel, tools, agents: registryOf({ ...operator, id: "somnio" }) },
      { pollMs: 100 },
    );
    shop.worker.start();
  });
  afterAll(async () => {
    await shop.worker.stop(500);
    await database.drop();
  });

  return {
    sent,
    get desk() {
      return desk;
    },
    get accessAdmin() {
      return database.accessAdmin;
    },
    rows: (...asked: Parameters<TestDatabase["rows"]>) => database.rows(...asked),

    /** A new phone, and what it hears. */
    phone() {
      people += 1;
      const number = `57311${String(people).padStart(7, "0")}`;
      let conversation = "";
      return {
        number,
        get conversation() {
          return conversation;
        },
        async reacts(emoji: string, targetWamid: string) {
          await shop.says("", { phone: number, content: { type: "reaction", emoji, targetWamid } });
        },
        async says(text: string) {
          const before = sent.length;
          const { conversationId } = await shop.says(text, { phone: number });
          conversation = conversationId;
          // What is sent to a customer meanwhile is no reply.
          const replies = () =>
            sent.slice(before).filter(({ recipient }) => JSON.stringify(recipient).includes(number));
          await eventually("the reply", () => replies().length > 0);
          return replies()
            .map(({ content }) => JSON.stringify(content))
            .join("\n");
        },
      };
    },

    async member(role: Role, workspace: WorkspaceId = DEFAULT_WORKSPACE) {
      const userId = `${role}-${randomUUID()}`;
      await database.accessAdmin.putMember(workspace, { userId, role, name: userId }, "test");
      const code = async () => (await database.accessAdmin.issuePhoneCode(workspace, userId, "test"))?.code ?? "";
      return { userId, code };
    },

    /** Who speaks in a conversation, as the tools are told. */
    async speakerIn(conversationId: string): Promise<Speaker> {
      const [at] = await database.rows("select contact_id from conversations where id = $1", [conversationId]);
      return { workspaceId: DEFAULT_WORKSPACE, conversationId, contactId: String(at?.["contact_id"]) };
    },
  };
}
