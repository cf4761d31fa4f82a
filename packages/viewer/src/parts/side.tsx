// The column of panels next to a view. It appears all at once, when its data is known: panels that appear one by one would move each other.
// Until then it shows placeholder lines.

import type { ComponentChildren } from 'preact';

interface SideProps {
  readonly label: string;
  readonly isReady: boolean;
  readonly children: ComponentChildren;
}

export const Side = ({ label, isReady, children }: SideProps) => (
  <aside class="split-side" aria-label={label}>
    {isReady ? children : <Placeholder />}
  </aside>
);

/** Widths in percent, one list per panel. */
const LINES = [
  [46, 88, 72, 80],
  [38, 92, 64],
  [52, 70, 84, 76, 60],
];

const Placeholder = () => (
  <div class="placeholder" aria-hidden="true">
    {LINES.map((panel, i) => (
      <div key={`${i} ${panel.length}`}>
        {panel.map((width) => (
          <span key={width} style={{ width: `${width}%` }} />
        ))}
      </div>
    ))}
  </div>
);
