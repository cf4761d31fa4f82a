// Compiles a font to `.hfont` and its atlas.

import { encodeRawTexture } from '../../encoding/texture/encode-raw-texture.js';
import type { FontModel } from '../../model/font.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { buildFont } from './build-font.js';
import type { FontSettings } from './settings.js';
import { warnAboutBlanks } from './warn-about-blanks.js';

/** Atlases are small and compress well: a higher level costs only milliseconds. */
const ZSTD_LEVEL = 9;

export async function compileFont(
  context: Pick<CompileContext, 'path' | 'sourceRef' | 'emit' | 'parallel' | 'warn'>,
  font: FontModel,
  settings: FontSettings,
): Promise<void> {
  const { hfont, atlas, hasShape } = buildFont(font, settings, context);
  warnAboutBlanks({ path: context.path, warn: (diagnostic) => context.warn(diagnostic) }, font, hasShape);
  const texture = await encodeRawTexture(atlas, ZSTD_LEVEL, (task, count, payload) =>
    context.parallel(task, count, payload),
  );
  context.emit({ suffix: '.hfont', bytes: hfont, asset: { kind: 'font', colorspace: 'linear' } });
  context.emit({ suffix: '.ktx2', bytes: texture, asset: { kind: 'texture', colorspace: 'linear' } });
}
