// A row of controls above or over a view.

import type { ComponentChildren } from 'preact';

interface ToolbarProps {
  /** Purpose of its controls, for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

export const Toolbar = ({ label, children }: ToolbarProps) => (
  <div class="toolbar" role="toolbar" aria-label={label}>
    {children}
  </div>
);
