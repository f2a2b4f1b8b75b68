import { type KnowledgeSource, NO_KNOWLEDGE } from "../core/knowledge/knowledge-source.ts";
import { NO_DESK, type OperatorDesk } from "../core/ports/desk/operator-desk.ts";
import type { Evaluator } from "../core/ports/lab/evaluator.ts";
import { NO_OWN_SOURCE, type OwnSource } from "../core/ports/own-source.ts";
import type { Shell } from "../core/ports/shell.ts";
import type { ToolRates } from "../core/ports/tool-rates.ts";
import { type ArtifactSource, createArtifactTools, NO_ARTIFACTS } from "./artifact-tools.ts";
import { BUILT_IN_TOOLS } from "./built-in-tools.ts";
import { createTools, type ToolRegistry } from "./create-tools.ts";
import type { Tool } from "./define-tool.ts";
import { createDocumentSearch, type DocumentSource, NO_DOCUMENTS } from "./document-tools.ts";
import { createTask, logDisambiguation } from "./follow-up-tools.ts";
import { createKnowledgeSearch } from "./knowledge-tools.ts";
import { createOperatorTools } from "./operator/operator-tools.ts";
import { cancelOrder, createOrder, updateOrder } from "./order-tools.ts";
import { PERSONAL_TOOLS } from "./personal/personal-tools.ts";
import { createPlanList, NO_PLANS, type PlanSource } from "./plan-tools.ts";
import type { PolicyRule } from "./policy.ts";

/**
 * Tools that every agent has. Those that write the shop's records have a named rule each in
 * `policy-rules.ts`.
 */
export function systemTools(
  knowledge: KnowledgeSource,
  documents: DocumentSource,
  artifacts: ArtifactSource,
): readonly Tool[] {
  return [
    createOrder,
    updateOrder,
    cancelOrder,
    createTask,
    logDisambiguation,
    createKnowledgeSearch(knowledge),
    createDocumentSearch(documents),
    ...createArtifactTools(artifacts),
  ];
}

export interface ShopToolsDependencies {
  /** Tools of the shop's own, beside the built-in ones. */
  readonly tools?: readonly Tool[];
  readonly rules?: readonly PolicyRule[];
  readonly rates?: ToolRates;
  /** What `knowledge_search` finds. */
  readonly knowledge?: KnowledgeSource;
  /** What `document_search` finds. */
  readonly documents?: DocumentSource;
  /** What `artifact_last`, `artifact_list` and `fact_search` find. */
  readonly artifacts?: ArtifactSource;
  /** What `plan_list` finds. */
  readonly plans?: PlanSource;
  /** What a member does from a bound phone. Without it no phone is bound. */
  readonly operatorDesk?: OperatorDesk;
  /** What its owner reads of Recado itself from there. */
  readonly ownSource?: OwnSource;
  /** What plays judged turns for them. Absent: none is played. */
  readonly evaluator?: Evaluator;
  /** What runs a developer's commands. Absent or null: there is no tool for it. */
  readonly shell?: Shell | null;
}

/**
 * All tools of a process: those that every agent has, the 29 of the shop's books and those of the
 * customer's own affairs and of the shop's people on their phones, which are given by name, and the shop's own.
 */
export function createShopTools(parts: ShopToolsDependencies = {}): ToolRegistry {
  const {
    tools = [],
    rules,
    rates,
    knowledge = NO_KNOWLEDGE,
    documents = NO_DOCUMENTS,
    artifacts = NO_ARTIFACTS,
    plans = NO_PLANS,
    operatorDesk = NO_DESK,
    ownSource = NO_OWN_SOURCE,
    evaluator = null,
    shell = null,
  } = parts;
  const system = systemTools(knowledge, documents, artifacts);
  const ofEveryAgent = system.map(({ name }) => name);
  return createTools({
    tools: [
      ...system,
      ...BUILT_IN_TOOLS,
      ...PERSONAL_TOOLS,
      createPlanList(plans),
      ...createOperatorTools(operatorDesk, ownSource, { evaluator, shell }),
      ...tools,
    ],
    ofEveryAgent,
    uncounted: ofEveryAgent,
    ...(rules === undefined ? {} : { rules }),
    ...(rates === undefined ? {} : { rates }),
  });
}

/** The built-in tools, uncounted. */
export const SHOP_TOOLS = createShopTools();
