// A table; numbers are right-aligned. Rows may be selectable: such a table is one Tab stop, and arrow keys move through its rows.

import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';

interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row, index: number) => ComponentChildren;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** A unique key of a row. */
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
  /** A class for a row, such as `is-broken`. */
  readonly classOf?: (row: Row) => string;
}

/** The row above or below, the first or the last; undefined for other keys. */
function adjacentRow(row: Element, key: string): Element | null | undefined {
  if (key === 'ArrowDown') return row.nextElementSibling;
  if (key === 'ArrowUp') return row.previousElementSibling;
  if (key === 'Home') return row.parentElement?.firstElementChild;
  return key === 'End' ? row.parentElement?.lastElementChild : undefined;
}

function onRowKey(event: TargetedKeyboardEvent<HTMLTableRowElement>, choose: () => void): void {
  const isPress = event.key === 'Enter' || event.key === ' ';
  const adjacent = adjacentRow(event.currentTarget, event.key);
  if (!isPress && adjacent === undefined) return;
  event.preventDefault();
  if (isPress) choose();
  else if (adjacent instanceof HTMLElement) adjacent.focus();
}

export function Table<Row>({ label, columns, rows, keyOf, chosen, onChoose, classOf }: TableProps<Row>) {
  const isChoosable = onChoose !== undefined;
  const stop = chosen !== undefined && chosen < rows.length ? chosen : 0;
  return (
    <table
      class={`table${isChoosable ? ' is-choosable' : ''}`}
      aria-label={label}
      {...(isChoosable ? { role: 'grid' } : {})}
    >
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber === true ? 'is-number' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row, index)}
            class={classOf?.(row) ?? ''}
            {...(onChoose === undefined
              ? {}
              : {
                  tabIndex: index === stop ? 0 : -1,
                  'aria-selected': chosen === index,
                  onClick: () => onChoose(index),
                  onKeyDown: (event: TargetedKeyboardEvent<HTMLTableRowElement>) =>
                    onRowKey(event, () => onChoose(index)),
                })}
          >
            {columns.map(({ title, isNumber, cell }) => (
              <td key={title} class={isNumber === true ? 'is-number' : ''}>
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
