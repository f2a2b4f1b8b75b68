import { contactCreate, contactDelete, contactList, contactRead, contactUpdate } from "./crm/contact-tools.ts";
import { customFieldRead, customFieldUpdate } from "./crm/custom-field-tools.ts";
import { noteCreate, noteDelete, noteList } from "./crm/note-tools.ts";
import {
  orderCreate,
  orderDelete,
  orderDuplicate,
  orderList,
  orderUpdate,
  orderUpdateStatus,
} from "./crm/order-tools.ts";
import { tagAdd, tagRemove } from "./crm/tag-tools.ts";
import { taskComplete, taskCreate, taskList, taskUpdate } from "./crm/task-tools.ts";
import type { Tool } from "./define-tool.ts";
import {
  conversationAssign,
  conversationClose,
  conversationList,
  messageList,
  messageSend,
  templateList,
  templateSend,
} from "./whatsapp/whatsapp-tools.ts";

/** The 29 tools of requirement B13, in its order. */
export const BUILT_IN_TOOLS: readonly Tool[] = [
  ...[contactCreate, contactUpdate, contactDelete, contactRead, contactList],
  ...[tagAdd, tagRemove],
  ...[orderCreate, orderUpdate, orderUpdateStatus, orderDelete, orderDuplicate, orderList],
  ...[taskCreate, taskUpdate, taskComplete, taskList],
  ...[noteCreate, noteList, noteDelete],
  ...[customFieldUpdate, customFieldRead],
  ...[messageSend, messageList],
  ...[templateSend, templateList],
  ...[conversationList, conversationAssign, conversationClose],
];
