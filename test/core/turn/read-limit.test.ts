import { expect, test } from "vitest";
import { newestToRead } from "../../../src/core/turn/read-limit.ts";

test.each([
  { said: "nothing", messages: [], read: 0, unread: 0 },
  { said: "a burst", messages: Array(12).fill("hola"), read: 12, unread: 0 },
  { said: "twenty", messages: Array(20).fill("hola"), read: 20, unread: 0 },
  { said: "more than twenty", messages: Array(1_000).fill("hola"), read: 20, unread: 980 },
  { said: "four long ones", messages: Array(4).fill("a".repeat(2_000)), read: 4, unread: 0 },
  { said: "five long ones", messages: Array(5).fill("a".repeat(2_000)), read: 4, unread: 1 },
  { said: "one that is longer than all may be", messages: ["hola", "a".repeat(60_000)], read: 1, unread: 1 },
])("of $said $read are read and $unread are not", ({ messages, read, unread }) => {
  const found = newestToRead(messages);
  expect([found.read.length, found.unread]).toEqual([read, unread]);
});

test("it is the newest that are read, in their order", () => {
  const messages = Array.from({ length: 30 }, (_, n) => `mensaje ${n}`);
  expect(newestToRead(messages).read).toEqual(messages.slice(10));
});
