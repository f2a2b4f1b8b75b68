/** `recado/language`: how an agent understands what customers write, without a language model. */
export type { InputClass } from "../core/inbound/input-class.ts";
export type {
  Acknowledgement,
  DeliveryMention,
  FlowReader,
  HeardAnswer,
  MessageClass,
  MessageReading,
  Reading,
  ReadingContext,
  ReadingDoubt,
  StandingQuestion,
} from "../core/ports/flow-reader.ts";
export type { AnswerReader } from "../core/ports/model/answer-reader.ts";
export type { ClassifiedIntent, Classifier, ClassifierContext } from "../core/ports/model/classifier.ts";
export { createDangerReader, type DangerReader } from "../nlu/danger/danger-model.ts";
export { createEntityReader, type EntityReader } from "../nlu/entities/entity-reader.ts";
export { ANIMAL_HEAD } from "../nlu/heads/animals.ts";
export { dangerHead } from "../nlu/heads/danger.ts";
export type { Head } from "../nlu/heads/head.ts";
export { MEDICINE_HEAD } from "../nlu/heads/medicines.ts";
export { MINOR_HEAD } from "../nlu/heads/minors.ts";
export { MISTRUST_HEAD } from "../nlu/heads/mistrust.ts";
export { PERSON_HEAD } from "../nlu/heads/person.ts";
export { PREGNANCY_HEAD } from "../nlu/heads/pregnancy.ts";
export type { IntentRule } from "../nlu/intents/intent-rule.ts";
export { createLocalClassifier, type LocalClassifierOptions } from "../nlu/intents/local-classifier.ts";
export { phraseRules } from "../nlu/intents/phrase-rules.ts";
export { createRuleClassifier } from "../nlu/intents/rule-classifier.ts";
export { type Menu, type MenuName, readOrderLines } from "../nlu/orders/read-order-lines.ts";
export { createQuantityReader, type QuantityReader } from "../nlu/quantities/quantity-model.ts";
export { createAnswerReader } from "../nlu/questions/answer-model.ts";
export { createOfflineReader } from "../nlu/reading/offline-reader.ts";
export type { OfflineReaderOptions } from "../nlu/reading/reader-options.ts";
export { foldText } from "../nlu/text/fold-text.ts";
export { readDate, readHour, readMoment, sayMoment } from "../nlu/time/read-moment.ts";
export { type ReadWhen, readWhen } from "../nlu/time/read-when.ts";
