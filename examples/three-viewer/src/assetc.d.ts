// Written by vite-plugin-assetc whenever the assets change. Do not edit; do commit it, so that tsc finds it in a fresh checkout.
/* eslint-disable */

declare module 'assetc:' {
  import type { AssetcFiles } from 'vite-plugin-assetc/client';

  export type AssetPath =
    | 'assets.hman'
    | 'fonts/righteous.hfont'
    | 'fonts/righteous.ktx2'
    | 'models/dragon.hanim'
    | 'models/dragon.hmat'
    | 'models/dragon.hmesh'
    | 'models/dragon/tex_0.ktx2'
    | 'models/dragon/tex_1.ktx2'
    | 'models/fern.hmat'
    | 'models/fern.hmesh'
    | 'models/fern/tex_0.ktx2'
    | 'models/island.hmat'
    | 'models/island.hmesh'
    | 'models/island/tex_0.ktx2'
    | 'models/island/tex_1.ktx2'
    | 'models/lighthouse.hmat'
    | 'models/lighthouse.hmesh'
    | 'models/lighthouse/tex_0.ktx2'
    | 'models/lighthouse/tex_1.ktx2'
    | 'models/lighthouse/tex_2.ktx2'
    | 'models/lighthouse/tex_3.ktx2'
    | 'scene/level.json'
    | 'sky/dusk.env.ktx2'
    | 'textures/brick.ao.ktx2'
    | 'textures/grass.ktx2'
    | 'textures/grass.n.ktx2';
  const files: AssetcFiles<AssetPath>;
  export default files;
}

declare module 'assetc:assets.hman' {
  const url: string;
  export default url;
}

declare module 'assetc:fonts/righteous' {
  const url: string;
  export default url;
}

declare module 'assetc:fonts/righteous.hfont' {
  const url: string;
  export default url;
}

declare module 'assetc:fonts/righteous.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon.hanim' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon/tex_1' {
  const url: string;
  export default url;
}

declare module 'assetc:models/dragon/tex_1.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/fern' {
  const url: string;
  export default url;
}

declare module 'assetc:models/fern.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/fern.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/fern/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/fern/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island/tex_1' {
  const url: string;
  export default url;
}

declare module 'assetc:models/island/tex_1.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_1' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_1.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_2.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_3' {
  const url: string;
  export default url;
}

declare module 'assetc:models/lighthouse/tex_3.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:scene/level' {
  const url: string;
  export default url;
}

declare module 'assetc:scene/level.json' {
  const url: string;
  export default url;
}

declare module 'assetc:sky/dusk.env' {
  const url: string;
  export default url;
}

declare module 'assetc:sky/dusk.env.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/brick.ao' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/brick.ao.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/grass' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/grass.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/grass.n' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/grass.n.ktx2' {
  const url: string;
  export default url;
}
