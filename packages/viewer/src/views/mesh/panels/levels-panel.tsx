// Levels of detail: chosen by hand or by the error in pixels. For a cluster hierarchy, its cut by the same error.

import { type Clusters, clusterAt, clusterCount, type Hmesh } from '@assetc/formats';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { formatCount } from '../../../format-size.js';
import { Panel } from '../../../parts/panel.js';
import { Slider } from '../../../parts/slider.js';
import { Table } from '../../../parts/table.js';
import { Toggle } from '../../../parts/toggle.js';
import type { Store } from '../../../store/store.js';
import { sharedLoader } from '../../stage/shared-loader.js';
import type { Stage } from '../../stage/stage.js';
import type { Look } from '../look.js';
import { type MeshLevel, meshLevels } from '../mesh-levels.js';

interface LevelsPanelProps {
  readonly mesh: Hmesh;
  readonly look: Look;
  readonly store: Store;
  readonly stage: Stage | undefined;
  /** Drawn clusters per level. */
  readonly byLevel: readonly number[];
  readonly onLook: (part: Partial<Look>) => void;
}

/** Slider steps: from an eighth of a pixel to 256, doubling every two steps. */
const pixelsOf = (step: number): number => 2 ** (step / 2 - 3);
const stepOf = (pixels: number): number => Math.round((Math.log2(pixels) + 3) * 2);
const pixelText = (pixels: number): string => `${pixels < 10 ? pixels.toPrecision(2) : pixels.toFixed(0)} px`;

/** All levels of the hierarchy, drawn or not: rows that come and go would move the layout. */
function levelsOf(clusters: Clusters | undefined): number {
  let levels = 0;
  for (let i = 0; clusters !== undefined && i < clusterCount(clusters); i++)
    levels = Math.max(levels, clusterAt(clusters, i).level + 1);
  return levels;
}

export function LevelsPanel({ mesh, look, store, stage, byLevel, onLook }: LevelsPanelProps) {
  const levels = meshLevels(mesh);
  const isAuto = look.level === 'auto';
  const isCut = look.surface === 'clusters' || look.surface === 'levels';
  useLayoutEffect(() => {
    sharedLoader(store).loader.lodPixels = look.pixels;
    stage?.invalidate();
  }, [look.pixels, store, stage]);
  const most = levels.length - 1;
  if (most === 0 && mesh.clusters === undefined) return null;
  return (
    <Panel title="Level of detail" note={most > 0 ? `${most + 1} levels` : 'clusters'}>
      <Toggle
        label="Automatic, by error on the screen"
        checked={isAuto}
        onChange={(auto) => onLook({ level: auto ? 'auto' : 0 })}
      />
      {look.level === 'auto' || most === 0 ? (
        <Slider
          label="Error"
          min={0}
          max={22}
          step={1}
          value={stepOf(look.pixels)}
          text={pixelText(look.pixels)}
          disabled={!isAuto}
          onChange={(step) => onLook({ pixels: pixelsOf(step) })}
        />
      ) : (
        <Slider label="Level" min={0} max={most} step={1} value={look.level} onChange={(level) => onLook({ level })} />
      )}
      {isCut ? (
        <ClusterLevels mesh={mesh} byLevel={byLevel} />
      ) : most === 0 ? (
        <p class="muted">The cut of the hierarchy is drawn with the surfaces Clusters and Cluster levels.</p>
      ) : (
        <Levels levels={levels} chosen={look.level} onChoose={(level) => onLook({ level })} />
      )}
    </Panel>
  );
}

function ClusterLevels({ mesh, byLevel }: Pick<LevelsPanelProps, 'mesh' | 'byLevel'>) {
  const levels = useMemo(() => levelsOf(mesh.clusters), [mesh]);
  return (
    <Table
      label="Drawn clusters"
      columns={[
        { title: 'Cluster level', cell: ({ level }) => level },
        { title: 'Drawn', isNumber: true, cell: ({ count }) => formatCount(count) },
      ]}
      rows={Array.from({ length: levels }, (_, level) => ({ level, count: byLevel[level] ?? 0 }))}
      keyOf={({ level }) => level}
    />
  );
}

interface LevelsProps {
  readonly levels: readonly MeshLevel[];
  readonly chosen: Look['level'];
  readonly onChoose: (level: number) => void;
}

const Levels = ({ levels, chosen, onChoose }: LevelsProps) => (
  <Table
    label="Levels"
    columns={[
      { title: 'Level', cell: (_, level) => level },
      { title: 'Triangles', isNumber: true, cell: ({ triangles }) => formatCount(triangles) },
      {
        title: 'Error, units',
        isNumber: true,
        cell: ({ error }) => (error === undefined ? '–' : error.toPrecision(3)),
      },
    ]}
    rows={levels}
    keyOf={(_, level) => level}
    {...(chosen === 'auto' ? {} : { chosen })}
    onChoose={onChoose}
  />
);
