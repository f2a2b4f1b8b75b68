// What we use of two packages without types.
declare module "@nlpjs/nlp" {
  export class Nlp {
    constructor(settings: object);
    readonly container: { use(plugin: unknown): void };
    addLanguage(locale: string): void;
    addDocument(locale: string, utterance: string, intent: string): void;
    train(): Promise<void>;
    process(
      locale: string,
      utterance: string,
    ): Promise<{ classifications: readonly { readonly intent: string; readonly score: number }[] }>;
  }
}
declare module "@nlpjs/lang-es" {
  export const LangEs: unknown;
}
