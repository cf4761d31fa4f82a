// A texture in a suitable canvas, below the toolbar.

import { useState } from 'preact/hooks';
import type { TextureClient } from '../../texture/worker/texture-client.js';
import { CubeCanvas } from './cube-canvas.js';
import { GradedView } from './graded-view.js';
import { MipSizes } from './mip-sizes.js';
import { PointerLine } from './pointer-line.js';
import { type Pointed, SheetCanvas } from './sheet-canvas.js';
import { TextureToolbar } from './texture-toolbar.js';
import { isFlat, type ShownTexture } from './use-shown-texture.js';

export interface PictureProps {
  readonly path: string;
  readonly client: TextureClient;
  readonly shown: ShownTexture;
  /** Strength of a lookup table, from 0 to 1. */
  readonly strength: number;
}

export function TexturePicture(props: PictureProps) {
  const { path, client, shown, strength } = props;
  const { ktx, facts } = client;
  const { settings, change, arrangement, arrangements, image, look } = shown;
  if (!shown.canShow)
    return (
      <div class="split-main">
        <NotDrawn name={facts.formatName} />
      </div>
    );
  return (
    <div class="split-main">
      <TextureToolbar {...{ ktx, facts, settings, arrangements, arrangement, change }} channels={look.channels} />
      {arrangement === 'graded' ? (
        <GradedView client={client} strength={strength} />
      ) : isFlat(arrangement) ? (
        <FlatPicture {...props} />
      ) : (
        <CubeCanvas label={path} client={client} shows={arrangement} exposure={settings.exposure} level={image.level} />
      )}
    </div>
  );
}

function FlatPicture({ path, client, shown }: PictureProps) {
  const { ktx, facts } = client;
  const { sheet, sheetKey, look, blocks, change, onSeen } = shown;
  const { source } = shown.compared;
  const [pointed, setPointed] = useState<Pointed>();
  return (
    <>
      <SheetCanvas
        {...{ client, sheet, sheetKey, look, source, blocks, onSeen }}
        label={path}
        onPoint={setPointed}
        onSplit={(split) => change({ split })}
      />
      {shown.arrangement === 'all' && ktx.levels.length > 1 ? <MipSizes ktx={ktx} /> : null}
      <PointerLine {...{ ktx, facts, pointed, blocks, source }} />
    </>
  );
}

const NotDrawn = ({ name }: { readonly name: string }) => (
  <div class="stage stage-none">
    <p>
      {name} is not drawn by this page.
      <br />
      The panel shows the contents of its header.
    </p>
  </div>
);
