// Compiles fonts with the kind for tests, and a font of three characters.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { SettingValue } from '../../../model/kind/setting.js';
import { TestContext } from '../../../testing/test-context.js';
import { fontKind } from '../font-kind.js';
import type { TinyFont } from './tiny-font.js';

const square = (x: number, y: number, side: number): readonly (readonly [number, number])[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
];
/** Space, A and B, with kerning and an axis of weight. */
export const TINY: TinyFont = {
  glyphs: [
    { codepoint: 0, advance: 500, contours: [square(50, 0, 400)] },
    { codepoint: 0x20, advance: 250, contours: [] },
    // Two squares that overlap: one shape, and no edge inside it.
    {
      codepoint: 0x41,
      advance: 700,
      contours: [square(50, 0, 400), square(250, 200, 400)],
      deltas: [...new Array(4).fill([0, 0]), ...new Array(4).fill([0, 100])],
    },
    {
      codepoint: 0x42,
      advance: 600,
      contours: [square(100, 0, 400)],
      deltas: [
        [0, 0],
        [0, 0],
        [0, 300],
        [0, 0],
      ],
    },
  ],
  kerning: [
    [2, 3, -80],
    [3, 2, 45],
  ],
  axis: { tag: 'wght', min: 100, default: 400, max: 900 },
};

export async function compileFont(
  bytes: Uint8Array,
  font: { readonly [name: string]: SettingValue } = {},
  otherFiles: Record<string, string> = {},
): Promise<TestContext> {
  const context = new TestContext({
    path: 'ui/Main.ttf',
    input: { ...otherFiles, 'ui/Main.ttf': bytes },
    settings: { font },
  });
  await fontKind.compile(context);
  return context;
}

export const failure = async (run: Promise<unknown>): Promise<AssetError['diagnostic']> => {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AssetError)) throw new Error(`expected an AssetError, got ${String(error)}`);
  return error.diagnostic;
};
