// Rows and columns; numbers stand right. A row can be pressed where the table has a use for it, by key too.

import type { ComponentChildren } from 'preact';

interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row, index: number) => ComponentChildren;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What tells a row from the others. */
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
  /** A class for a row, such as `is-broken`. */
  readonly classOf?: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf, chosen, onChoose, classOf }: TableProps<Row>) {
  return (
    <table class={`table${onChoose === undefined ? '' : ' is-choosable'}`} aria-label={label}>
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
                  tabIndex: 0,
                  'aria-selected': chosen === index,
                  onClick: () => onChoose(index),
                  onKeyDown: (event: KeyboardEvent) => {
                    if (event.key !== 'Enter' && event.key !== ' ') return;
                    event.preventDefault();
                    onChoose(index);
                  },
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
