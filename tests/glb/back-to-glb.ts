// A source, compiled with its textures as a build would, and converted back to a GLB. All in memory.

import { encodeHman, manifestHash } from '@assetc/formats';
import { convertFile } from '../../packages/compiler/src/inspect/convert/convert-file.js';
import { memoryDisk } from '../../packages/compiler/src/inspect/testing/memory-disk.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { type JobContextOptions, TestContext } from '../../packages/compiler/src/testing/test-context.js';

interface BackAgain {
  readonly glb: Uint8Array;
  /** By path from the root of the output. */
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  /** Codes of the conversion's diagnostics. */
  readonly said: readonly string[];
}

export async function backToGlb(
  options: JobContextOptions,
  flags: { ktx2?: boolean; meshopt?: boolean | 'khr' } = {},
): Promise<BackAgain> {
  const outputs = new Map<string, Uint8Array>();
  const context = await new TestContext(options).compile();
  await collect(outputs, context, options);
  const textures = [...outputs.keys()].filter((path) => path.endsWith('.ktx2'));
  const entries = textures.map((path) => ({
    hash: manifestHash('texture', path),
    kind: 'texture' as const,
    colorspace: 'linear' as const,
    path,
  }));
  const files = Object.fromEntries([...outputs].map(([path, bytes]) => [`/out/${path}`, bytes]));
  const disk = memoryDisk({ ...files, '/out/assets.hman': encodeHman(entries) });
  const path = `/out/${context.base}.hmesh`;
  const converted = await convertFile(disk, { path, to: 'glb', ...flags });
  const [file] = converted?.files ?? [];
  if (file === undefined) throw new Error(`${path} was not converted`);
  return { glb: file.bytes, outputs, said: (converted?.diagnostics ?? []).map(({ code }) => code) };
}

async function collect(
  outputs: Map<string, Uint8Array>,
  context: TestContext,
  options: JobContextOptions,
): Promise<void> {
  for (const { suffix, bytes } of context.outputs) outputs.set(context.base + suffix, bytes);
  for (const { kind: name, base, params } of context.derived) {
    const kind = registry.kinds.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`no kind is called ${name}`);
    const { settings, settingsByName, ...rest } = options;
    await collect(
      outputs,
      await new TestContext({ ...rest, settings: { texture: { quality: 'fast' } }, kind, base, params }).compile(),
      rest,
    );
  }
}
