// Sources compiled in memory into what a server would hold: outputs by path, with the manifest that lists them.

import { type AssetKind, encodeHman, type ManifestEntry, manifestHash } from '@assetc/formats';
import { registry } from '../../packages/compiler/src/registry.js';
import { type JobContextOptions, TestContext } from '../../packages/compiler/src/testing/test-context.js';

const KINDS: Readonly<Record<string, AssetKind>> = {
  '.hmesh': 'mesh',
  '.hmat': 'material',
  '.hanim': 'animation',
  '.hfont': 'font',
};

function kindOf(path: string): AssetKind {
  if (path.endsWith('.lut.ktx2')) return 'lut';
  if (path.endsWith('.ktx2')) return 'texture';
  return KINDS[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'embed';
}

function withManifest(outputs: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const entries = [...outputs.keys()].map((path): ManifestEntry => {
    const kind = kindOf(path);
    return { hash: manifestHash(kind, path), kind, colorspace: 'linear', path };
  });
  return new Map([...outputs, ['assets.hman', encodeHman(entries)]]);
}

type TextureSettings = NonNullable<NonNullable<JobContextOptions['settings']>['texture']>;

/** Those of `texture` hold for images inside of models, too. */
export async function compileFiles(
  sources: readonly JobContextOptions[],
  texture: TextureSettings = {},
): Promise<Map<string, Uint8Array>> {
  const outputs = new Map<string, Uint8Array>();
  for (const source of sources) {
    const context = await new TestContext(source).compile();
    await collect(outputs, context, source, texture);
  }
  return withManifest(outputs);
}

async function collect(
  outputs: Map<string, Uint8Array>,
  context: TestContext,
  options: JobContextOptions,
  texture: TextureSettings,
): Promise<void> {
  for (const { suffix, bytes } of context.outputs) outputs.set(context.base + suffix, bytes);
  for (const { kind: name, base, params } of context.derived) {
    const kind = registry.kinds.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`no kind is called ${name}`);
    const { settings, settingsByName, ...rest } = options;
    const inner = await new TestContext({ ...rest, settings: { texture }, kind, base, params }).compile();
    await collect(outputs, inner, rest, texture);
  }
}
