// The nodes of a scene as an indented list, and the properties of the selected one.

import { type Hscene, sceneExtras } from '@assetc/formats';
import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../format-size.js';
import { Facts, Panel } from '../../parts/panel.js';

/** Nodes in the document at first. */
const FIRST_NODES = 300;

interface NodeTreeProps {
  readonly scene: Hscene;
  readonly chosen: number | undefined;
  readonly onChoose: (node: number | undefined) => void;
}

/** Nodes come in pre-order, so that a parent's depth is known. */
function depthsOf({ nodes }: Hscene): readonly number[] {
  const depths: number[] = [];
  for (const { parent } of nodes) depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** What a node shows, in one or two words. */
function roleOf(scene: Hscene, index: number): string {
  const node = scene.nodes[index];
  if (node === undefined) return '';
  const light = scene.lights[node.light];
  const words = [
    node.submeshCount > 0 ? 'mesh' : '',
    node.instanceCount > 0 ? `${formatCount(node.instanceCount)} instances` : '',
    node.lineCount > 0 ? 'lines' : '',
    light === undefined ? '' : `${light.type} light`,
    node.camera >= 0 ? 'camera' : '',
    node.joint >= 0 ? 'joint' : '',
    node.visible ? '' : 'hidden',
  ];
  return words.filter((word) => word !== '').join(', ');
}

/** Arrow keys, Home and End move between nodes. */
function step(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  const { parentElement: list } = target;
  const to = {
    ArrowDown: target.nextElementSibling,
    ArrowUp: target.previousElementSibling,
    Home: list?.firstElementChild,
    End: list?.lastElementChild,
  }[event.key];
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  to.focus();
}

export function NodeTree({ scene, chosen, onChoose }: NodeTreeProps) {
  const [most, setMost] = useState(FIRST_NODES);
  const depths = useMemo(() => depthsOf(scene), [scene]);
  return (
    <div class="nodes" role="tree" aria-label="Nodes" onKeyDown={step}>
      {scene.nodes.slice(0, most).map((node, i) => (
        <button
          key={`${i} ${node.name}`}
          type="button"
          role="treeitem"
          class="node"
          aria-level={(depths[i] ?? 0) + 1}
          aria-selected={chosen === i}
          // One Tab stop; arrow keys move from there.
          tabIndex={i === (chosen ?? 0) ? 0 : -1}
          style={{ paddingLeft: `${4 + Math.min(12, depths[i] ?? 0) * 12}px` }}
          onClick={() => onChoose(chosen === i ? undefined : i)}
        >
          <span>{node.name === '' ? `node ${i}` : node.name}</span>
          <span class="muted">{roleOf(scene, i)}</span>
        </button>
      ))}
      {scene.nodes.length <= most ? null : (
        <button type="button" class="button" onClick={() => setMost(most * 10)}>
          {formatCount(scene.nodes.length - most)} more
        </button>
      )}
    </div>
  );
}

const numbers = (values: readonly number[]): string => values.map((each) => Number(each.toPrecision(4))).join(', ');

export function NodeFacts({ scene, node }: { readonly scene: Hscene; readonly node: number }) {
  const row = scene.nodes[node];
  if (row === undefined) return null;
  const extras = sceneExtras(scene, 'node', node);
  return (
    <Panel title={row.name === '' ? `node ${node}` : row.name} note="node">
      <Facts
        rows={[
          ['Translation', numbers(row.translation)],
          ['Rotation', numbers(row.rotation)],
          ['Scale', numbers(row.scale)],
          [
            'Submeshes',
            row.submeshCount === 0 ? '–' : `${row.firstSubmesh} to ${row.firstSubmesh + row.submeshCount - 1}`,
          ],
          ...(extras === undefined ? [] : [['Extras', <code key="extras">{JSON.stringify(extras)}</code>] as const]),
        ]}
      />
    </Panel>
  );
}
