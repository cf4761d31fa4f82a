// A cube map as a sky to look around in, or reflected by balls, one per roughness level. Dragged, or rotated by arrow keys.

import { readEnvironmentLight, roughnessOfLevel } from '@assetc/formats';
import { useRef } from 'preact/hooks';
import { actOnKey } from '../../canvas/act-on-key.js';
import { useCanvasSize } from '../../canvas/use-canvas-size.js';
import { useDrag } from '../../canvas/use-drag.js';
import { useWheel } from '../../canvas/use-wheel.js';
import { ErrorBox } from '../../parts/error-box.js';
import { ballsIn } from '../../texture/cube/balls.js';
import type { Size } from '../../texture/sheet/view-box.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import { useCubeStage } from './use-cube-stage.js';
import { useTurn } from './use-turn.js';

interface CubeCanvasProps {
  readonly label: string;
  readonly client: TextureClient;
  readonly shows: 'sky' | 'roughness';
  readonly exposure: number;
  /** Mip level of the sky. */
  readonly level: number;
}

const STEP_POINTS = 40;

export function CubeCanvas({ label, client, shows, exposure, level }: CubeCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(canvas);
  const { turn, reach, turnBy, zoom, lookAhead } = useTurn();
  const shot = { canvas: size, shows, exposure, level, turn, reach };
  const { isReady, error } = useCubeStage(canvas, client, shot);
  const drag = (dx: number, dy: number): void => turnBy(dx, dy, canvas.current?.clientHeight ?? 0);
  const handlers = useDrag(drag);
  useWheel(canvas, (event) => zoom(2 ** (event.deltaY / 480)));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => drag(STEP_POINTS, 0),
    ArrowRight: () => drag(-STEP_POINTS, 0),
    ArrowUp: () => drag(0, STEP_POINTS),
    ArrowDown: () => drag(0, -STEP_POINTS),
    '+': () => zoom(0.8),
    '=': () => zoom(0.8),
    '-': () => zoom(1.25),
    '0': lookAhead,
  };
  return (
    <div class="stage">
      <canvas
        ref={canvas}
        class="whole"
        width={Math.max(1, size.width)}
        height={Math.max(1, size.height)}
        tabIndex={0}
        role="img"
        aria-label={`${label}. Arrow keys turn, plus and minus zoom, 0 looks ahead.`}
        data-ready={isReady}
        onKeyDown={(event) => actOnKey(event, keys)}
        {...handlers}
      />
      {shows === 'roughness' ? <BallLabels client={client} canvas={size} /> : null}
      {error === undefined ? null : <ErrorBox title="Not shown" error={error} />}
    </div>
  );
}

/** Level and roughness of each ball; empty if the file does not declare light. */
function BallLabels({ client: { ktx }, canvas }: { readonly client: TextureClient; readonly canvas: Size }) {
  const levels = ktx.levels.length;
  if (readEnvironmentLight(ktx) === undefined) return null;
  return (
    <>
      {ballsIn(canvas, levels, true).map(({ x, y, radius }, i) => (
        <span
          key={`${x} ${y}`}
          class="ball-label"
          style={{ left: `${x / devicePixelRatio}px`, top: `${(y + radius) / devicePixelRatio}px` }}
        >
          {i < levels ? `mip ${i} · ${roughnessOfLevel(i, levels).toFixed(1)}` : 'diffuse'}
        </span>
      ))}
    </>
  );
}
