/** Where orders and tasks stand, as the shop's records have it. */
/** Where a sale stands: all that an agent decides about. */
export const SALE_STATUSES = ["confirmed", "pending", "cancelled"] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

/** Where an order stands. `pending` is new: a person of the shop has not said yes to it. */
export const ORDER_STATUSES = [...SALE_STATUSES, "packed", "sent", "delivered", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_SOURCES = ["customer", "timer_sinpack", "timer_pendiente"] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

/** Who wanted an order: the cause that a flow knows, or a person or program of the shop. */
export const ORDER_ORIGINS = [...ORDER_SOURCES, "operator", "service"] as const;
export type OrderOrigin = (typeof ORDER_ORIGINS)[number];

export const TASK_PRIORITIES = ["low", "normal", "high"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

export const TASK_STATUSES = ["open", "done"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
