import type { LineKind, SandboxLine } from "../../core/answers/lab/sandbox.ts";
import { humanDelayMs, typingMs } from "../../core/outbound/human-delay.ts";
import type { UnsaidMessage } from "../../core/outbound/outbox.ts";

const NO_MESSAGE = { messageId: null, isDuplicate: false } as const;

/** What is shown of a sandbox's conversation, in order: what both said, and what was done to it. */
export class SandboxLines {
  #lines: SandboxLine[];
  readonly #now: () => Date;

  /** `now`: the sandbox's own time. */
  constructor(lines: readonly SandboxLine[], now: () => Date) {
    this.#lines = [...lines];
    this.#now = now;
  }

  all(): SandboxLine[] {
    return [...this.#lines];
  }

  get length(): number {
    return this.#lines.length;
  }

  /** The newest that the customer or the agent has said. */
  lastBy(by: SandboxLine["by"]): SandboxLine | undefined {
    return this.#lines.findLast((line) => line.by === by);
  }

  /** The newest that came by the door, under an id. */
  lastMessage(): SandboxLine | undefined {
    return this.#lines.findLast(({ messageId }) => messageId !== null);
  }

  /** The door of the sandbox: a message of an id that has come before changes nothing. */
  take({ kind, text }: Pick<SandboxLine, "kind" | "text">, messageId: string): void {
    const isDuplicate = this.#lines.some((line) => line.messageId === messageId);
    this.add("customer", kind, text, { messageId, isDuplicate });
  }

  note(kind: LineKind, text: string): void {
    this.add("system", kind, text);
  }

  add(by: SandboxLine["by"], kind: LineKind, text: string, more: Partial<SandboxLine> = {}): void {
    const plain = { turn: null, typingMs: 0, templateId: null, ...NO_MESSAGE, buttons: [] };
    this.#lines.push({ by, kind, text, at: this.#now(), ...plain, ...more });
  }

  addSaid(
    { content, templateId }: UnsaidMessage,
    { at, number }: { readonly at: Date; readonly number: number | null },
    speed: number,
  ): void {
    const text = "body" in content ? content.body : "";
    this.add("bot", "text", text, {
      ...{ at, turn: number, templateId },
      typingMs: "body" in content ? humanDelayMs(text, speed) : typingMs(content, speed),
      buttons: content.type === "buttons" ? content.buttons.map(({ title }) => title) : [],
    });
  }

  /** Takes away what a turn had said after so many messages. */
  cutBlock(turn: number, heard: number): void {
    const lost = new Set(this.#lines.filter(({ by, turn: of }) => by === "bot" && of === turn).slice(heard));
    this.#lines = this.#lines.filter((line) => !lost.has(line));
  }
}
