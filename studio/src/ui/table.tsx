import type { ComponentChildren } from "preact";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly align?: "right";
  /** Left out on a phone. */
  readonly wideOnly?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A click on a row, or Enter on it. */
  readonly onOpen?: (row: Row) => void;
  readonly chosen?: string | null;
}

export function Table<Row>({ label, columns, rows, keyOf, onOpen, chosen = null }: TableProps<Row>) {
  const classOf = ({ align, wideOnly }: Column<Row>) =>
    `px-4 ${align === "right" ? "text-right" : "text-left"} ${wideOnly === true ? "hidden md:table-cell" : ""}`;
  return (
    <table class="w-full border-collapse text-sm">
      <caption class="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              class={`sticky top-0 z-10 h-10 border-b border-line bg-paper text-xs font-medium text-muted ${classOf(column)}`}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row);
          return (
            <tr
              key={key}
              {...(onOpen === undefined
                ? {}
                : {
                    tabIndex: 0,
                    onClick: () => onOpen(row),
                    onKeyDown: (event: KeyboardEvent) => {
                      if (event.key === "Enter" && event.target === event.currentTarget) onOpen(row);
                    },
                  })}
              aria-current={key === chosen ? "true" : undefined}
              class={`border-b border-line last:border-0 focus-visible:-outline-offset-2 ${onOpen === undefined ? "" : "cursor-pointer hover:bg-hover"} ${key === chosen ? "bg-accent-wash" : ""}`}
            >
              {columns.map((column) => (
                <td key={column.key} class={`h-12 ${classOf(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
