import type { contacts as Spanish } from "../es/contacts.ts";
import type { SameTexts } from "../texts.ts";
import { screens } from "./screens.ts";

export const contacts: SameTexts<typeof Spanish> = {
  title: screens.contacts,
  about: "Each person who has written to the shop, with their orders.",
  search: "Search by name or phone",
  someone: "No name",
  emptyTitle: "No customers yet",
  emptyText: "Each person who writes by WhatsApp appears here.",
  noneTitle: "No customer matches",
  noneText: "Try another part of the name, or the last digits of the phone.",
  chooseTitle: "Choose a customer",
  chooseText: "Their data, orders and history are shown here.",
  back: "Back to the list",
  since: "Customer since",
  tags: "Tags",
  noTags: "No tags",
  noMarketing: "Asked for no offers",
  conversation: "Open the conversation",
  memory: "What is known of this person",
  orders: "Orders",
  noOrders: "Has not bought yet.",
  bought: (count, total) => `${count} · ${total}`,
  orderCount: (count, shown) => (count === 1 ? "1 order" : `${shown} orders`),
  history: "History",
  noHistory: "Has not begun a purchase yet.",
  active: "under way",
  paused: "paused",
  closed: "ended",
  handed_off: "with a person",
};
