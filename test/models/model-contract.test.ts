import { createClaudeModel } from "../../src/models/claude-model.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { describeModel } from "../contracts/model-contract.ts";
import { say, useAimock } from "./aimock-claude.ts";

const mock = useAimock();

describeModel("the scripted model", async (replies) => createScriptedModel(replies));

describeModel("Claude", async (replies) => {
  say(mock, replies);
  return createClaudeModel({ apiKey: "sk-test", baseUrl: mock.url });
});
