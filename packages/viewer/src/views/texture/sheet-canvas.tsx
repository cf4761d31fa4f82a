// The canvas of a sheet: dragged and zoomed by mouse, finger and keys. The visible part stays when the texture changes.

import { useEffect, useRef, useState } from 'preact/hooks';
import { actOnKey } from '../../canvas/act-on-key.js';
import { useCanvasSize } from '../../canvas/use-canvas-size.js';
import { useDrag } from '../../canvas/use-drag.js';
import { useWheel } from '../../canvas/use-wheel.js';
import { ErrorBox } from '../../parts/error-box.js';
import type { BlockMap } from '../../texture/block-map.js';
import type { SourceImage } from '../../texture/compare.js';
import type { ImageKey } from '../../texture/images.js';
import { imageAt, type Sheet } from '../../texture/sheet/sheet.js';
import type { Look } from '../../texture/sheet/sheet-renderer.js';
import { sheetPoint } from '../../texture/sheet/view-box.js';
import type { Texels } from '../../texture/texels.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import { ModeLegend } from './mode-legend.js';
import { SplitHandle } from './split-handle.js';
import { useSheetStage } from './use-sheet-stage.js';
import { useViewBox } from './use-view-box.js';
import { ZoomButtons } from './zoom-buttons.js';

/** The texel under the pointer. */
export interface Pointed {
  readonly image: ImageKey;
  readonly x: number;
  readonly y: number;
  readonly texels: Texels;
}

interface SheetCanvasProps {
  readonly label: string;
  readonly client: TextureClient;
  readonly sheet: Sheet;
  /** A new key fits the sheet into the canvas. */
  readonly sheetKey: string;
  readonly look: Look;
  readonly source?: SourceImage | undefined;
  readonly blocks?: BlockMap | undefined;
  /** Called when the texture is drawn, or cannot be. */
  readonly onSeen?: (client: TextureClient) => void;
  readonly onPoint: (pointed: Pointed | undefined) => void;
  readonly onSplit: (split: number) => void;
}

const STEP_PIXELS = 60;
const ZOOM_STEP = 1.25;

/** In canvas pixels. */
const at = (event: { readonly offsetX: number; readonly offsetY: number }): { x: number; y: number } => ({
  x: event.offsetX * devicePixelRatio,
  y: event.offsetY * devicePixelRatio,
});

type Moves = Pick<ReturnType<typeof useViewBox>, 'pan' | 'zoom' | 'fit' | 'fitTexels'>;

function keysOf({ pan, zoom, fit, fitTexels }: Moves): Readonly<Record<string, () => void>> {
  const step = STEP_PIXELS * devicePixelRatio;
  return {
    ArrowLeft: () => pan(step, 0),
    ArrowRight: () => pan(-step, 0),
    ArrowUp: () => pan(0, step),
    ArrowDown: () => pan(0, -step),
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    '0': fit,
    '1': fitTexels,
  };
}

export function SheetCanvas(props: SheetCanvasProps) {
  const { client, sheet, look, source, blocks } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(canvas);
  const { box, pan, zoom, fit, fitTexels } = useViewBox(sheet, props.sheetKey, size);
  const shot = { sheet, box, canvas: size, look };
  const { isReady, error, texelsOf } = useSheetStage(canvas, { client, source, blocks, shot });
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number }>();
  useEffect(() => {
    if (isReady || error !== undefined) props.onSeen?.(client);
  }, [isReady, error, client]);
  // Again when texels arrive or move under the pointer.
  useEffect(() => {
    const where = pointer && sheetPoint(box, pointer, size);
    const found = where && imageAt(sheet, where.x, where.y);
    const texels = found && texelsOf(found.image);
    props.onPoint(found === undefined || texels === undefined ? undefined : { ...found, texels });
  }, [pointer, box, size, sheet, isReady, client]);

  useWheel(canvas, (event) => zoom(2 ** (-event.deltaY / (event.ctrlKey ? 80 : 320)), at(event)));
  const drag = useDrag(
    (dx, dy) => pan(dx * devicePixelRatio, dy * devicePixelRatio),
    (event) => setPointer(at(event)),
  );
  return (
    <div class="stage">
      <canvas
        ref={canvas}
        class="whole"
        width={Math.max(1, size.width)}
        height={Math.max(1, size.height)}
        tabIndex={0}
        role="img"
        aria-label={`${props.label}. Arrow keys move it, plus and minus zoom, 0 fits it, 1 shows one texel per pixel.`}
        data-ready={isReady}
        data-scale={box.scale}
        onKeyDown={(event) => actOnKey(event, keysOf({ pan, zoom, fit, fitTexels }))}
        {...drag}
        onPointerLeave={() => setPointer(undefined)}
      />
      {look.comparison === 'split' && source !== undefined ? (
        <SplitHandle label="Divider between source and texture" value={look.split} onChange={props.onSplit} />
      ) : null}
      {look.showsBlocks && blocks !== undefined ? <ModeLegend map={blocks} /> : null}
      {error === undefined ? null : <ErrorBox title="Not shown" error={error} />}
      <ZoomButtons
        scale={box.scale / devicePixelRatio}
        onZoom={(factor) => zoom(factor)}
        onFit={fit}
        onTexels={fitTexels}
      />
    </div>
  );
}
