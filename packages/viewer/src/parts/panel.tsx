// A collapsible panel in the column next to a view, with a short note at the right of its title.

import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly title: string;
  /** Short text at the right of the title. */
  readonly note?: string;
  readonly isShut?: boolean;
  readonly children: ComponentChildren;
}

export const Panel = ({ title, note, isShut, children }: PanelProps) => (
  <details class="panel" open={isShut !== true}>
    <summary>
      <h2>{title}</h2>
      {note === undefined ? null : <span class="panel-note">{note}</span>}
    </summary>
    <div class="panel-body">{children}</div>
  </details>
);

/** Rows of label and value. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
