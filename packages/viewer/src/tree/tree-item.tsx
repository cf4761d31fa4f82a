// One row of the tree, which handles its own keys and clicks. Names are always rendered as text.

import { formatCount, formatSize } from '../format-size.js';
import { Chevron, KindIcon } from '../parts/icons.js';
import { MiddleText } from '../parts/middle-text.js';
import type { Severity } from '../status/problems.js';
import { ROW_PIXELS, type TreeRow } from './tree-rows.js';

interface TreeItemProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

const Mark = ({ severity }: { readonly severity: Severity }) => (
  <>
    <span class={`status-dot is-${severity}`} title={severity} />
    <span class="unseen">{severity}</span>
  </>
);

export function TreeItem({ row, index, isActive, isSelected }: TreeItemProps) {
  const isFolder = row.type === 'folder';
  return (
    <div
      id={`tree-${index}`}
      class={`tree-row${isActive ? ' is-active' : ''}`}
      role="treeitem"
      tabIndex={-1}
      data-row={index}
      aria-level={row.level}
      aria-selected={isSelected}
      {...(isFolder ? { 'aria-expanded': row.isOpen } : {})}
      title={row.path}
      style={{ top: `${index * ROW_PIXELS}px`, paddingLeft: `${8 + (row.level - 1) * 14}px` }}
    >
      {isFolder ? <Chevron isOpen={row.isOpen} /> : <KindIcon kind={row.kind} />}
      <MiddleText class="tree-name" text={row.name} />
      {row.severity === undefined || (isFolder && row.isOpen) ? null : <Mark severity={row.severity} />}
      {!isFolder && row.isMissing ? (
        <span class="tree-failed">failed</span>
      ) : (
        <span class="tree-size">{isFolder ? formatCount(row.count) : formatSize(row.size)}</span>
      )}
    </div>
  );
}
