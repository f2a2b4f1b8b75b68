import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { GoingLive, type LIVE_STEPS } from "../../core/answers/going-live.ts";
import { DEFAULT_WORKSPACE, type PhoneNumberId } from "../../core/ids.ts";
import { type AccountFinding, type AccountPart, webhookAt } from "../../whatsapp/account/inspect-account.ts";
import { answer } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

type StepName = (typeof LIVE_STEPS)[number];
type Finding = GoingLive["steps"][number]["findings"][number];

/** The parts of the account that each step is about. The last two ask the database too. */
const PARTS: Readonly<Record<Exclude<StepName, "first_message">, readonly AccountPart[]>> = {
  app: ["token", "app_secret"],
  number: ["number", "webhook"],
  subscription: ["account", "fields"],
  templates: ["templates"],
};

const liveRoute = createRoute({
  method: "get",
  path: "/internal/agent/going-live",
  "x-access": "administer",
  tags: ["Settings"],
  summary: "Ask WhatsApp and the database what is missing until customers are answered. Changes nothing",
  security: [{ bearer: [] }],
  responses: { 200: answer("The five steps", GoingLive), ...problems(401, 403) },
});

type LiveDependencies = Pick<
  ServerDependencies,
  "inspectAccount" | "readFirstAnswer" | "templates" | "accessAdmin" | "settings"
>;

export function addGoingLiveRoute(app: OpenAPIHono<ServerEnv>, dependencies: LiveDependencies): void {
  const { inspectAccount, readFirstAnswer, templates, accessAdmin, settings } = dependencies;
  app.openapi(liveRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    const owners = new Map((await accessAdmin.numbers(null)).map((number) => [number.id, number.workspaceId]));
    // A number that was never seen will be of the first workspace.
    const isOwn = (id: string) => (owners.get(id as PhoneNumberId) ?? DEFAULT_WORKSPACE) === workspaceId;
    const account = await inspectAccount(isOwn);
    const numbers = account.filter(({ part }) => part === "number").flatMap(({ values: { id } }) => id ?? []);
    const [first, listed] = await Promise.all([readFirstAnswer(workspaceId, numbers), templates.list(workspaceId)]);
    const listing: Finding =
      listed.length > 0
        ? { code: "templates_listed", ok: true, values: { count: String(listed.length) } }
        : { code: "templates_not_listed", ok: false, values: {} };
    const checked = [
      ...(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((name) =>
        check(name, account, name === "templates" ? [listing] : []),
      ),
      { name: "first_message" as const, isWhole: true, findings: [firstMessage(first)] },
    ];
    const phone = account.find(({ code }) => code === "number_ok")?.values["phone"]?.replaceAll(/\D/g, "") ?? "";
    const { areCustomersReal, isSimulator, publicUrl } = settings;
    return c.json(
      {
        channel: areCustomersReal ? ("whatsapp" as const) : isSimulator ? ("simulator" as const) : ("other" as const),
        webhookUrl: publicUrl === null ? null : webhookAt(publicUrl),
        phone: phone === "" ? null : phone,
        steps: stepsOf(checked),
      },
      200,
    );
  });
}

interface CheckedStep {
  readonly name: StepName;
  /** Every part of it was looked at. Meta says nothing of an app whose token or secret it refuses. */
  readonly isWhole: boolean;
  readonly findings: Finding[];
}

function check(name: keyof typeof PARTS, account: readonly AccountFinding[], more: readonly Finding[]): CheckedStep {
  const parts = PARTS[name];
  const own = account.filter(({ part }) => parts.includes(part));
  return {
    name,
    isWhole: parts.every((part) => own.some((one) => one.part === part)),
    findings: [...own.map(({ code, ok, values }) => ({ code, ok, values: { ...values } })), ...more],
  };
}

function firstMessage({ heardAt, answeredAt }: Awaited<ReturnType<ServerDependencies["readFirstAnswer"]>>): Finding {
  if (answeredAt !== null) return { code: "first_answered", ok: true, values: { at: answeredAt.toISOString() } };
  if (heardAt !== null) return { code: "first_unanswered", ok: false, values: { at: heardAt.toISOString() } };
  return { code: "first_none", ok: false, values: {} };
}

/**
 * A step is done when all of it was looked at and nothing lacks. The first that is not is the fault, and so is one of which
 * something was found to lack; what could not be looked at waits.
 */
function stepsOf(checked: readonly CheckedStep[]): GoingLive["steps"] {
  const isDone = ({ isWhole, findings }: CheckedStep) => isWhole && findings.every(({ ok }) => ok);
  const first = checked.find((step) => !isDone(step));
  return checked.map((step) => {
    const { name, findings } = step;
    const isFault = step === first || findings.some(({ ok }) => !ok);
    return {
      name,
      state: isDone(step) ? ("done" as const) : isFault ? ("fault" as const) : ("waiting" as const),
      findings,
    };
  });
}
