// The canvas that shows a sheet: dragged and wheeled by mouse and finger, moved by keys. What is looked at stays when the texture changes.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ErrorBox } from '../../parts/error-box.js';
import type { BlockMap } from '../../texture/block-map.js';
import type { SourceImage } from '../../texture/compare.js';
import type { ImageKey } from '../../texture/images.js';
import { imageAt, type Sheet } from '../../texture/sheet.js';
import type { Look } from '../../texture/sheet-renderer.js';
import { SheetStage } from '../../texture/sheet-stage.js';
import type { Texels } from '../../texture/texels.js';
import type { TextureClient } from '../../texture/texture-client.js';
import { fitBox, panBox, sheetPoint, type ViewBox, zoomBox } from '../../texture/view-box.js';
import { useCanvasSize, useDrag, useWheel } from './canvas-gestures.js';
import { SplitHandle } from './split-handle.js';
import { ZoomButtons } from './zoom-buttons.js';

/** What is below the pointer. */
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
  /** Another one is fitted into the canvas. */
  readonly sheetKey: string;
  readonly look: Look;
  readonly source?: SourceImage | undefined;
  readonly blocks?: BlockMap | undefined;
  /** The texture is in the picture, or cannot be. */
  readonly onSeen?: (client: TextureClient) => void;
  readonly onPoint: (pointed: Pointed | undefined) => void;
  readonly onSplit: (split: number) => void;
}

const STEP_PIXELS = 60;
const ZOOM_STEP = 1.25;

export function SheetCanvas(props: SheetCanvasProps) {
  const { client, sheet, sheetKey, look, source, blocks, onPoint } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<SheetStage | undefined>(undefined);
  const size = useCanvasSize(canvas);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly box: ViewBox }>();
  const [error, setError] = useState<unknown>();
  const [whole, setWhole] = useState<TextureClient>();
  const isReady = whole === client;
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number }>();
  const box = useMemo(
    () => (chosen?.key === sheetKey ? chosen.box : fitBox(sheet, size)),
    [chosen, sheetKey, sheet.width, sheet.height, size],
  );
  const setBox = (next: ViewBox): void => setChosen({ key: sheetKey, box: next });

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const made = new SheetStage(element, setWhole, setError);
    stage.current = made;
    return () => {
      made.dispose();
      stage.current = undefined;
    };
  }, []);
  // At once: what is new is decoded while the page draws itself.
  useLayoutEffect(() => stage.current?.show(client), [client]);
  useLayoutEffect(() => stage.current?.setSource(source), [source]);
  useLayoutEffect(() => stage.current?.setBlocks(blocks), [blocks]);
  useLayoutEffect(() => stage.current?.draw({ sheet, box, canvas: size, look }));
  useEffect(() => {
    if (isReady || error !== undefined) props.onSeen?.(client);
  }, [isReady, error, client]);

  const at = (event: { offsetX: number; offsetY: number }): { x: number; y: number } => ({
    x: event.offsetX * devicePixelRatio,
    y: event.offsetY * devicePixelRatio,
  });
  const zoom = (factor: number, where = { x: size.width / 2, y: size.height / 2 }): void =>
    setBox(zoomBox(box, factor, where, size));
  // Again when texels have come or others lie below the pointer.
  useEffect(() => {
    const where = pointer && sheetPoint(box, pointer, size);
    const found = where && imageAt(sheet, where.x, where.y);
    const texels = found && stage.current?.texelsOf(found.image);
    onPoint(found === undefined || texels === undefined ? undefined : { ...found, texels });
  }, [pointer, box, size, sheet, isReady, client]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEP_PIXELS * devicePixelRatio;
    const act: (() => void) | undefined = {
      ArrowLeft: () => setBox(panBox(box, step, 0, sheet)),
      ArrowRight: () => setBox(panBox(box, -step, 0, sheet)),
      ArrowUp: () => setBox(panBox(box, 0, step, sheet)),
      ArrowDown: () => setBox(panBox(box, 0, -step, sheet)),
      '+': () => zoom(ZOOM_STEP),
      '=': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': () => setChosen(undefined),
      '1': () => zoom(devicePixelRatio / box.scale),
    }[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  useWheel(canvas, (event) => zoom(2 ** (-event.deltaY / (event.ctrlKey ? 80 : 320)), at(event)));
  const drag = useDrag(
    (dx, dy) => setBox(panBox(box, dx * devicePixelRatio, dy * devicePixelRatio, sheet)),
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
        aria-label={`${props.label}. Arrow keys move it, plus and minus zoom, 0 fits it, 1 shows a texel a pixel.`}
        data-ready={isReady}
        data-scale={box.scale}
        onKeyDown={onKeyDown}
        {...drag}
        onPointerLeave={() => setPointer(undefined)}
      />
      {look.comparison === 'split' && source !== undefined ? (
        <SplitHandle label="Where the source ends" value={look.split} onChange={props.onSplit} />
      ) : null}
      {error === undefined ? null : <ErrorBox title="Not shown" error={error} />}
      <ZoomButtons
        scale={box.scale / devicePixelRatio}
        onZoom={(factor) => zoom(factor)}
        onFit={() => setChosen(undefined)}
        onTexels={() => zoom(devicePixelRatio / box.scale)}
      />
    </div>
  );
}
