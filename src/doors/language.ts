/** `recado/language`: how an agent understands what customers write, without a language model. */
export type { InputClass } from "../core/inbound/input-class.ts";
export type {
  Acknowledgement,
  DeliveryMention,
  FlowReader,
  MessageClass,
  MessageReading,
  Reading,
  ReadingContext,
  ReadingDoubt,
  StandingQuestion,
} from "../core/ports/flow-reader.ts";
export type { ClassifiedIntent, Classifier, ClassifierContext } from "../core/ports/model/classifier.ts";
export { foldText } from "../nlu/fold-text.ts";
export { ANIMAL_HEAD } from "../nlu/heads/animals.ts";
export { dangerHead } from "../nlu/heads/danger.ts";
export type { Head } from "../nlu/heads/head.ts";
export { MEDICINE_HEAD } from "../nlu/heads/medicines.ts";
export { MINOR_HEAD } from "../nlu/heads/minors.ts";
export { MISTRUST_HEAD } from "../nlu/heads/mistrust.ts";
export { PERSON_HEAD } from "../nlu/heads/person.ts";
export { PREGNANCY_HEAD } from "../nlu/heads/pregnancy.ts";
export type { IntentRule } from "../nlu/intent-rule.ts";
export { createLocalClassifier, type LocalClassifierOptions } from "../nlu/local-classifier.ts";
export { createOfflineReader, type OfflineReaderOptions } from "../nlu/offline-reader.ts";
export { phraseRules } from "../nlu/phrase-rules.ts";
export { readDate, readHour, readMoment, sayMoment } from "../nlu/read-moment.ts";
export { type Menu, type MenuName, readOrderLines } from "../nlu/read-order-lines.ts";
export { type ReadWhen, readWhen } from "../nlu/read-when.ts";
export { createRuleClassifier } from "../nlu/rule-classifier.ts";
