// The visible part of a sheet: all of it until the user pans or zooms. It stays when the texture changes.

import { useMemo, useState } from 'preact/hooks';
import { fitBox, panBox, type Size, type ViewBox, zoomBox } from '../../texture/sheet/view-box.js';

interface BoxMoves {
  readonly box: ViewBox;
  /** In canvas pixels. */
  readonly pan: (dx: number, dy: number) => void;
  /** `where` stays fixed. Default: the center. */
  readonly zoom: (factor: number, where?: { readonly x: number; readonly y: number }) => void;
  /** Shows the whole sheet. */
  readonly fit: () => void;
  /** One texel per CSS pixel. */
  readonly fitTexels: () => void;
}

/** A new `key` fits the sheet into the canvas. */
export function useViewBox(sheet: Size, key: string, canvas: Size): BoxMoves {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly box: ViewBox }>();
  const box = useMemo(
    () => (chosen?.key === key ? chosen.box : fitBox(sheet, canvas)),
    [chosen, key, sheet.width, sheet.height, canvas],
  );
  const setBox = (next: ViewBox): void => setChosen({ key, box: next });
  const zoom: BoxMoves['zoom'] = (factor, where = { x: canvas.width / 2, y: canvas.height / 2 }) =>
    setBox(zoomBox(box, factor, where, canvas));
  return {
    box,
    pan: (dx, dy) => setBox(panBox(box, dx, dy, sheet)),
    zoom,
    fit: () => setChosen(undefined),
    fitTexels: () => zoom(devicePixelRatio / box.scale),
  };
}
