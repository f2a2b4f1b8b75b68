import type { QuestionRow } from "./confirmations.ts";
import type { Conversation, RunRow } from "./tables.ts";
import type { World } from "./world.ts";

/** What each of them means, said by people and not by the rule that is judged. */
const MEANING: Readonly<Record<string, "approved" | "denied">> = { sí: "approved", dale: "approved", no: "denied" };

/**
 * Words decide the one question that is open, that was on its way to the customer before they came, and after which nothing else
 * was; and they decide it as they are meant. In the step of its decision.
 */
function judgeWords(world: World, { outbox, runs }: Conversation, question: QuestionRow): void {
  const { run, answeredBy, answeredStep, status } = question;
  if (answeredBy === null) {
    const isAnswered = status === "approved" || status === "denied";
    if (isAnswered && question.audience === "customer")
      world.violate("S13", `the customer's question of run ${run.id} was decided, and they said nothing`);
    return;
  }
  if (answeredStep !== world.step) return;
  if (question.audience !== "customer")
    world.violate("S13", `a customer has decided what run ${run.id} asked the shop`);
  const words = world.said[answeredBy.said]?.words ?? "";
  if (MEANING[words] !== status) world.violate("S13", `"${words}" has made the question of run ${run.id} ${status}`);
  const before = outbox.filter(
    ({ wasMarkedAt, createdStep }) => createdStep < world.step && wasMarkedAt < answeredBy.createdAt,
  );
  const put = before.findLast(({ puts }) => puts === run);
  if (put === undefined) world.violate("S13", `the question of run ${run.id} was answered before it was asked`);
  const since = before.find(
    ({ seq, puts, status: fate }) => seq > put.seq && puts !== run && fate !== "dropped" && fate !== "failed",
  );
  if (since !== undefined)
    world.violate("S13", `"${words}" answers run ${run.id}, and message ${since.id} was said since it asked`);
  for (const { question: other } of runs) {
    if (other === null || other === question || other.audience !== "customer" || other.askedStep === world.step)
      continue;
    const isOpen = other.status === "pending" && other.expiresAt > world.now();
    if (isOpen || other.answeredBy === answeredBy)
      world.violate("S13", `"${words}" answers run ${run.id}, and run ${other.run.id} asks as well`);
  }
}

/** Invariant 8: decided once, in time, for exactly what was shown; and without a yes nothing is done. */
export function judgeQuestion(world: World, conversation: Conversation, run: RunRow): void {
  const { question } = run;
  if (question === null) return;
  if (world.asksCustomers) judgeWords(world, conversation, question);
  const { status, decisions, decidedAt, expiresAt, calledHash, hash } = question;
  if (decisions > 1) world.violate("S13", `the question of run ${run.id} was decided ${decisions} times`);
  if ((status === "pending") !== (decisions === 0))
    world.violate("S13", `run ${run.id} is ${status}, decided by nobody`);
  if ((status === "approved" || status === "denied") && decidedAt >= expiresAt) {
    world.violate("S13", `the question of run ${run.id} was answered ${decidedAt - expiresAt} ms late`);
  }
  if (status === "expired" && decidedAt < expiresAt) world.violate("S13", `run ${run.id} expired early`);
  if (world.callsOf(run, 0) === 0) return;
  if (status !== "approved") world.violate("S13", `run ${run.id} made a call whose question is ${status}`);
  if (calledHash !== hash) world.violate("S13", `run ${run.id} made another call than the one that was shown`);
}
