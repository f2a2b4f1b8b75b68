import * as z from "zod";
import { defineTool } from "../../../src/index.ts";
import type { Tool, ToolAnswer } from "../../../src/tools/define-tool.ts";

/** The shop of τ²-bench's retail tasks, written from their description: what each tool reads and changes. */
export interface RetailDb {
  readonly products: Record<string, { name: string; product_id: string; variants: Record<string, Variant> }>;
  readonly users: Record<string, User>;
  readonly orders: Record<string, Order>;
}
interface Variant {
  item_id: string;
  options: Record<string, string>;
  available: boolean;
  price: number;
}
interface User {
  user_id: string;
  name: { first_name: string; last_name: string };
  email: string;
  address: Record<string, string>;
  payment_methods: Record<string, { source: string; balance?: number }>;
}
interface Order {
  user_id: string;
  status: string;
  address: Record<string, string>;
  items: { item_id: string; product_id: string; price: number; options: Record<string, string> }[];
  payment_history: { transaction_type: string; amount: number; payment_method_id: string }[];
  [more: string]: unknown;
}

const text = z.string();
const ids = z.array(text);
const address = { address1: text, address2: text, city: text, state: text, country: text, zip: text };
const PLACE = Object.keys(address) as (keyof typeof address)[];
const cents = (amount: number) => Math.round(amount * 100) / 100;

class Refused extends Error {}
function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Refused(`${what} not found`);
  return value;
}
const check = (holds: boolean, why: string) => {
  if (!holds) throw new Refused(why);
};

type Field =
  | "address1"
  | "address2"
  | "city"
  | "state"
  | "country"
  | "zip"
  | "order_id"
  | "user_id"
  | "product_id"
  | "item_id";
type More = "expression" | "email" | "first_name" | "last_name" | "reason" | "payment_method_id" | "summary";
type Input = Partial<Record<Field | More, string>> & Record<"item_ids" | "new_item_ids", string[]>;
type Deed = (input: Input, db: RetailDb) => unknown;

const orderOf = (db: RetailDb, id: string) => must(db.orders[id], "Order");
const methodOf = (db: RetailDb, user: string, id: string) =>
  must(must(db.users[user], "User").payment_methods[id], "Method");
const pay = (method: { balance?: number }, amount: number) => {
  if (method.balance !== undefined) method.balance = cents(method.balance - amount);
};
const covers = (method: { balance?: number }, amount: number) =>
  method.balance === undefined || method.balance >= amount;
const has = (list: readonly string[], wanted: readonly string[]) =>
  wanted.every((id) => wanted.filter((one) => one === id).length <= list.filter((one) => one === id).length);
const placeOf = (input: Input) => Object.fromEntries(PLACE.map((part) => [part, must(input[part], part)]));
const findUser = (db: RetailDb, isIt: (user: User) => boolean) =>
  must(Object.values(db.users).find(isIt), "User").user_id;

/** The price difference of items for others of the same product, and the variant of the last. */
function difference(db: RetailDb, order: Order, { item_ids, new_item_ids }: Input, mayBeSame: boolean) {
  check(
    has(
      order.items.map(({ item_id }) => item_id),
      item_ids,
    ),
    "an item is not in the order",
  );
  check(item_ids.length === new_item_ids.length, "the numbers of items differ");
  let sum = 0;
  let last: Variant | undefined;
  for (const [at, id] of item_ids.entries()) {
    check(mayBeSame || id !== new_item_ids[at], "the new item is the old one");
    const item = must(
      order.items.find(({ item_id }) => item_id === id),
      "Item",
    );
    last = must(must(db.products[item.product_id], "Product").variants[new_item_ids[at] ?? ""], "Variant");
    check(last.available, "the new item is not available");
    sum += last.price - item.price;
  }
  return { sum, last };
}

const READS: Readonly<Record<string, { input: z.ZodObject; run: Deed }>> = {
  calculate: { input: z.strictObject({ expression: text }), run: ({ expression }) => expression },
  find_user_id_by_email: {
    input: z.strictObject({ email: text }),
    run: ({ email }, db) => findUser(db, (user) => user.email.toLowerCase() === email?.toLowerCase()),
  },
  find_user_id_by_name_zip: {
    input: z.strictObject({ first_name: text, last_name: text, zip: text }),
    run: (input, db) =>
      findUser(
        db,
        ({ name, address: at }) =>
          name.first_name.toLowerCase() === input.first_name?.toLowerCase() &&
          name.last_name.toLowerCase() === input.last_name?.toLowerCase() &&
          at["zip"] === input.zip,
      ),
  },
  get_order_details: {
    input: z.strictObject({ order_id: text }),
    run: (input, db) => orderOf(db, input.order_id ?? ""),
  },
  get_product_details: {
    input: z.strictObject({ product_id: text }),
    run: (input, db) => must(db.products[input.product_id ?? ""], "Product"),
  },
  get_item_details: {
    input: z.strictObject({ item_id: text }),
    run: (input, db) =>
      must(
        Object.values(db.products)
          .map(({ variants }) => variants[input.item_id ?? ""])
          .find((one) => one !== undefined),
        "Item",
      ),
  },
  get_user_details: {
    input: z.strictObject({ user_id: text }),
    run: (input, db) => must(db.users[input.user_id ?? ""], "User"),
  },
  list_all_product_types: {
    input: z.strictObject({}),
    run: (_, db) => Object.fromEntries(Object.values(db.products).map((one) => [one.name, one.product_id])),
  },
  transfer_to_human_agents: { input: z.strictObject({ summary: text }), run: () => "Transfer successful" },
};

const WRITES: Readonly<Record<string, { input: z.ZodObject; run: Deed }>> = {
  cancel_pending_order: {
    input: z.strictObject({ order_id: text, reason: text }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status === "pending", "it is not pending");
      check(["no longer needed", "ordered by mistake"].includes(input.reason ?? ""), "no such reason");
      const refunds = order.payment_history.map((one) => ({ ...one, transaction_type: "refund" }));
      for (const one of refunds) pay(methodOf(db, order.user_id, one.payment_method_id), -one.amount);
      order.status = "cancelled";
      order["cancel_reason"] = input.reason;
      order.payment_history.push(...refunds);
    },
  },
  exchange_delivered_order_items: {
    input: z.strictObject({ order_id: text, item_ids: ids, new_item_ids: ids, payment_method_id: text }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status === "delivered", "it is not delivered");
      const sum = cents(difference(db, order, input, true).sum);
      check(covers(methodOf(db, order.user_id, input.payment_method_id ?? ""), sum), "the gift card has too little");
      order.status = "exchange requested";
      order["exchange_items"] = input.item_ids.toSorted();
      order["exchange_new_items"] = input.new_item_ids.toSorted();
      order["exchange_payment_method_id"] = input.payment_method_id;
      order["exchange_price_difference"] = sum;
    },
  },
  modify_pending_order_address: {
    input: z.strictObject({ order_id: text, ...address }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status.includes("pending"), "it is not pending");
      order.address = placeOf(input);
    },
  },
  modify_pending_order_items: {
    input: z.strictObject({ order_id: text, item_ids: ids, new_item_ids: ids, payment_method_id: text }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status === "pending", "it is not pending");
      const { sum, last } = difference(db, order, input, false);
      const method = methodOf(db, order.user_id, input.payment_method_id ?? "");
      check(covers(method, sum), "the gift card has too little");
      order.payment_history.push({
        ...{ transaction_type: sum > 0 ? "payment" : "refund", amount: Math.abs(sum) },
        payment_method_id: input.payment_method_id ?? "",
      });
      pay(method, sum);
      for (const [at, id] of input.item_ids.entries()) {
        const item = must(
          order.items.find(({ item_id }) => item_id === id),
          "Item",
        );
        // The benchmark's own shop gives each item the price of the last one; its end states hold that.
        Object.assign(item, { item_id: input.new_item_ids[at], price: last?.price, options: last?.options });
      }
      order.status = "pending (item modified)";
    },
  },
  modify_pending_order_payment: {
    input: z.strictObject({ order_id: text, payment_method_id: text }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status.includes("pending"), "it is not pending");
      const method = methodOf(db, order.user_id, input.payment_method_id ?? "");
      const [paid, ...more] = order.payment_history;
      check(paid?.transaction_type === "payment" && more.length === 0, "there is not one payment");
      const { amount, payment_method_id: former } = must(paid, "Payment");
      check(former !== input.payment_method_id, "it is the same method");
      check(covers(method, amount), "the gift card has too little");
      order.payment_history.push(
        { transaction_type: "payment", amount, payment_method_id: input.payment_method_id ?? "" },
        { transaction_type: "refund", amount, payment_method_id: former },
      );
      pay(method, amount);
      pay(methodOf(db, order.user_id, former), -amount);
    },
  },
  modify_user_address: {
    input: z.strictObject({ user_id: text, ...address }),
    run(input, db) {
      must(db.users[input.user_id ?? ""], "User").address = placeOf(input);
    },
  },
  return_delivered_order_items: {
    input: z.strictObject({ order_id: text, item_ids: ids, payment_method_id: text }),
    run(input, db) {
      const order = orderOf(db, input.order_id ?? "");
      check(order.status === "delivered", "it is not delivered");
      const method = methodOf(db, order.user_id, input.payment_method_id ?? "");
      const isOriginal = input.payment_method_id === order.payment_history[0]?.payment_method_id;
      check(method.source === "gift_card" || isOriginal, "it is not the original method");
      check(
        has(
          order.items.map(({ item_id }) => item_id),
          input.item_ids,
        ),
        "an item is not in the order",
      );
      order.status = "return requested";
      order["return_items"] = input.item_ids.toSorted();
      order["return_payment_method_id"] = input.payment_method_id;
    },
  },
};

export const WRITE_NAMES = Object.keys(WRITES);

/** What each tool answers in this shop. A refusal changes nothing. */
export function answersOf(db: RetailDb): Record<string, (input: unknown) => ToolAnswer> {
  return Object.fromEntries(
    Object.entries({ ...READS, ...WRITES }).map(([name, { run }]) => [
      name,
      (input: unknown): ToolAnswer => {
        try {
          return { kind: "ok", output: { text: JSON.stringify(run(input as Input, db) ?? "done") } };
        } catch (thrown) {
          if (!(thrown instanceof Refused)) throw thrown;
          // The worker reads why, like in the benchmark.
          return { kind: "ok", output: { text: `Error: ${thrown.message}` } };
        }
      },
    ]),
  );
}

/** A write is of high risk: none happens before the customer's yes. */
export const RETAIL_TOOLS: readonly Tool[] = Object.entries({ ...READS, ...WRITES }).map(([name, { input }]) =>
  defineTool({
    ...{ name, description: name, module: "external", permissions: [], input },
    ...(WRITES[name] === undefined
      ? ({ effect: "read", risk: "low", reversible: true } as const)
      : ({ effect: "external", risk: "high", reversible: false, question: () => `¿Hago ${name}?` } as const)),
    output: z.strictObject({ text }),
    run: () => {
      throw new Error("answers say what it does here");
    },
  }),
);
