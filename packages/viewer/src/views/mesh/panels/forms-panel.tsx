// What compact vertices and compression would save on a mesh.

import type { Hmesh } from '@assetc/formats';
import type { UiMeshForms } from '../../../api.js';
import { formatSize } from '../../../format-size.js';
import { Facts, Panel } from '../../../parts/panel.js';
import type { Look } from '../look.js';

interface FormsPanelProps {
  readonly mesh: Hmesh;
  readonly forms: UiMeshForms;
  readonly sizeBytes: number;
  readonly onLook: (part: Partial<Look>) => void;
}

export function FormsPanel({ mesh, forms, sizeBytes, onLook }: FormsPanelProps) {
  const { compactBytes, compressedBytes, bothBytes, grid } = forms;
  const rows = (
    [
      ['Compact', compactBytes],
      ['Compressed', compressedBytes],
      ['Both', bothBytes],
    ] as const
  ).flatMap(([name, bytes]) => (bytes === null ? [] : [[name, changed(sizeBytes, bytes)] as const]));
  const compact = mesh.stored?.compact;
  if (rows.length === 0 && compact === undefined) return null;
  return (
    <Panel title="Other forms" note={formatSize(sizeBytes)}>
      {rows.length === 0 ? null : <Facts rows={rows} />}
      {compact === undefined ? null : (
        <p class="muted">
          Its vertices are compact. The file states their largest errors; to see where they are, build with{' '}
          <code>mesh.vertices: full</code>.
        </p>
      )}
      {grid === null ? null : (
        <button type="button" class="button" onClick={() => onLook({ surface: 'compact' })}>
          Show where compact differs
        </button>
      )}
    </Panel>
  );
}

/** `120 kB (−40 %)` */
function changed(from: number, to: number): string {
  const percent = Math.round((100 * (to - from)) / Math.max(1, from));
  return `${formatSize(to)} (${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %)`;
}
