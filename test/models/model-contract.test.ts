import { createChatCompletionsModel } from "../../src/models/chat-completions-model.ts";
import { createClaudeModel } from "../../src/models/claude-model.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { describeModel } from "../contracts/model-contract.ts";
import { CHAT_REASONS, CLAUDE_REASONS, say, useAimock } from "./aimock.ts";

const mock = useAimock();

describeModel("the scripted model", async (replies) => createScriptedModel(replies));

describeModel("Claude", async (replies) => {
  say(mock, replies, CLAUDE_REASONS);
  return createClaudeModel({ apiKey: "sk-test", baseUrl: mock.url });
});

describeModel(
  "a model behind chat completions",
  async (replies) => {
    say(mock, replies, CHAT_REASONS);
    return createChatCompletionsModel({ url: mock.url, apiKey: "sk-test" });
  },
  "gpt-5",
);
