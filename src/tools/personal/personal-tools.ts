import type { Tool } from "../define-tool.ts";
import { expenseSummary, trackExpense, undoExpense } from "./expense-tools.ts";
import { memoryForget, memoryQuery, memoryUpsert } from "./memory-tools.ts";
import { sendWhatsappMessage, teamMemberFind } from "./message-tools.ts";
import { createReminder, scheduleMeeting } from "./reminder-tools.ts";

/** Tools for the customer's own affairs, given to an agent by name (requirement R11). */
export const PERSONAL_TOOLS: readonly Tool[] = [
  ...[createReminder, scheduleMeeting],
  ...[memoryQuery, memoryUpsert, memoryForget],
  sendWhatsappMessage,
  teamMemberFind,
  ...[trackExpense, undoExpense, expenseSummary],
];
