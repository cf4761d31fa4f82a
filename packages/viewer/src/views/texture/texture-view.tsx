// The page of a texture: the canvas, and panels next to it.

import { useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import type { ViewProps } from '../table.js';
import { TexturePicture } from './texture-picture.js';
import { TextureSide } from './texture-side.js';
import { type OpenTextureProps, useShownTexture } from './use-shown-texture.js';
import { useTexture } from './use-texture.js';

export function TextureView(props: ViewProps) {
  const { client, error } = useTexture(props);
  if (error !== undefined) return <ErrorBox title="The texture cannot be read" error={error} />;
  if (client === undefined) return <Busy label="Reading the texture" />;
  return <OpenTexture {...props} client={client} />;
}

function OpenTexture(props: OpenTextureProps) {
  const { client, path } = props;
  const shown = useShownTexture(props);
  const [strength, setStrength] = useState(1);
  return (
    <div class="split texture">
      <TexturePicture {...{ path, client, shown, strength }} />
      <TextureSide {...{ path, client, shown, strength }} onStrength={setStrength} />
    </div>
  );
}
