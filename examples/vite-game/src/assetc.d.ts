// Written by vite-plugin-assetc whenever the assets change. Do not edit; do commit it, so that tsc finds it in a fresh checkout.
/* eslint-disable */

declare module 'assetc:' {
  import type { AssetcFiles } from 'vite-plugin-assetc/client';

  export type AssetPath =
    | 'assets.hman'
    | 'materials/sea.hmat'
    | 'models/boat.hmat'
    | 'models/boat.hmesh'
    | 'models/boat/tex_0.ktx2'
    | 'models/buoy.hmat'
    | 'models/buoy.hmesh'
    | 'models/buoy/tex_0.ktx2'
    | 'sky/noon.env.ktx2'
    | 'textures/sea.n.ktx2';
  const files: AssetcFiles<AssetPath>;
  export default files;
}

declare module 'assetc:assets.hman' {
  const url: string;
  export default url;
}

declare module 'assetc:materials/sea' {
  const url: string;
  export default url;
}

declare module 'assetc:materials/sea.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/boat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/boat.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/boat.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/boat/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/boat/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:models/buoy' {
  const url: string;
  export default url;
}

declare module 'assetc:models/buoy.hmat' {
  const url: string;
  export default url;
}

declare module 'assetc:models/buoy.hmesh' {
  const url: string;
  export default url;
}

declare module 'assetc:models/buoy/tex_0' {
  const url: string;
  export default url;
}

declare module 'assetc:models/buoy/tex_0.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:sky/noon.env' {
  const url: string;
  export default url;
}

declare module 'assetc:sky/noon.env.ktx2' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/sea.n' {
  const url: string;
  export default url;
}

declare module 'assetc:textures/sea.n.ktx2' {
  const url: string;
  export default url;
}
