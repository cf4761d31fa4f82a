// The stage of a sheet's canvas, and whether the texture is completely drawn. Recreated after a lost context.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useContextLife } from '../../canvas/use-context-life.js';
import type { BlockMap } from '../../texture/block-map.js';
import type { SourceImage } from '../../texture/compare.js';
import type { ImageKey } from '../../texture/images.js';
import { type SheetShot, SheetStage } from '../../texture/sheet/sheet-stage.js';
import type { Texels } from '../../texture/texels.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';

interface SheetStageProps {
  readonly client: TextureClient;
  readonly source: SourceImage | undefined;
  readonly blocks: BlockMap | undefined;
  readonly shot: SheetShot;
}

interface SheetStageState {
  /** Everything requested is drawn. */
  readonly isReady: boolean;
  readonly error: unknown;
  readonly texelsOf: (image: ImageKey) => Texels | undefined;
}

export function useSheetStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  { client, source, blocks, shot }: SheetStageProps,
): SheetStageState {
  const stage = useRef<SheetStage | undefined>(undefined);
  const [whole, setWhole] = useState<TextureClient>();
  const [error, setError] = useState<unknown>();
  const life = useContextLife(canvas);
  useLayoutEffect(() => {
    if (canvas.current === null || life === undefined) return;
    const made = new SheetStage(canvas.current, setWhole, setError);
    stage.current = made;
    return () => {
      made.dispose();
      stage.current = undefined;
    };
  }, [life]);
  // Before painting, so that decoding starts while the page renders.
  useLayoutEffect(() => stage.current?.show(client), [client, life]);
  useLayoutEffect(() => stage.current?.setSource(source), [source, life]);
  useLayoutEffect(() => stage.current?.setBlocks(blocks), [blocks, life]);
  useLayoutEffect(() => stage.current?.draw(shot));
  return { isReady: whole === client, error, texelsOf: (image) => stage.current?.texelsOf(image) };
}
