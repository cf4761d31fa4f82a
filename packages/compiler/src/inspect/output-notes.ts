// What files say about how they were made, for `assetc why`.

import { describeQuality, describeTried } from '../model/image/describe-quality.js';
import { noteIn } from './chosen-textures.js';

interface Recorded<F> {
  readonly files: readonly F[];
  read(file: F): Uint8Array | undefined;
}

/** What texture.quality chose for these outputs, and what else was tried. */
export function outputNotes<F extends { readonly path: string }>(
  { files, read }: Recorded<F>,
  paths: readonly string[],
): readonly string[] {
  return files
    .filter(({ path }) => paths.includes(path) && path.toLowerCase().endsWith('.ktx2'))
    .flatMap((file) => {
      const bytes = read(file);
      const note = bytes === undefined ? undefined : noteIn(bytes);
      return note === undefined ? [] : [describeQuality(note), ...describeTried(note).map((tried) => `tried ${tried}`)];
    });
}
