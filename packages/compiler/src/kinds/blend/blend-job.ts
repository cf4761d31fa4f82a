// The compiler of the blend kind. The mesh compiler reads the GLB that Blender has exported as if it were the source. An image of it that
// equals a file of the input is a derived texture, as in other models. Others exist only in the export, so this job compiles them.

import { noBlender } from '../../importers/blend/blend-errors.js';
import { findBlender } from '../../importers/blend/blender.js';
import { exportBlend } from '../../importers/blend/export-blend.js';
import { sourceOfBytes } from '../../model/byte-source.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import { forwardContext } from './forward-context.js';
import { imageFiles } from './image-files.js';

/** The compilers of other kinds. */
interface Compilers {
  compileModel(context: CompileContext): Promise<void>;
  compileTexture(context: CompileContext): Promise<void>;
}

export async function compileBlend(context: CompileContext, compilers: Compilers): Promise<void> {
  const blender = await findBlender();
  if (blender === undefined) throw noBlender(context.path);
  const { glb, files } = await exportBlend(context, { blender });
  const fileOf = imageFiles(glb, files);
  const own: DerivedAsset[] = [];
  const inExport = exportContext(context, glb);
  await compilers.compileModel(
    forwardContext(inExport, {
      settingsFor: (name, wanted) => withOwnStore(context.settingsFor(name, wanted), fileOf.has(name)),
      derive(asset) {
        const file = fileOf.get(asset.name);
        if (file === undefined) own.push(asset);
        else context.derive({ ...asset, params: { ...paramsOf(asset), image: { whole: { file } } } });
      },
    }),
  );
  for (const asset of own) await compilers.compileTexture(ownTexture(asset, context, inExport));
}

/** The source is the export. */
function exportContext(context: CompileContext, glb: Uint8Array): CompileContext {
  const cut = ({ offset = 0, length = glb.length - offset }: BytesRef) => glb.subarray(offset, offset + length);
  const isExport = ({ file }: BytesRef): boolean => file === context.path;
  return forwardContext(context, {
    read: async (path) => (path === context.path ? glb : context.read(path)),
    readRef: async (ref) => (isExport(ref) ? cut(ref) : context.readRef(ref)),
    readPieces: async (ref, use) => (isExport(ref) ? use(sourceOfBytes(cut(ref))) : context.readPieces(ref, use)),
  });
}

/** Textures that this job writes are next to its mesh: the shared store belongs to all models. */
function withOwnStore<S extends ReturnType<CompileContext['settingsFor']>>(settings: S, isFile: boolean): S {
  const { texture } = settings;
  return isFile || texture?.store !== 'shared' ? settings : { ...settings, texture: { ...texture, store: 'source' } };
}

function paramsOf({ params }: DerivedAsset) {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new Error('a texture needs params');
  return params;
}

function ownTexture(asset: DerivedAsset, context: CompileContext, inExport: CompileContext): CompileContext {
  if (!asset.base.startsWith(`${context.base}/`)) throw new Error(`${asset.base} is outside of the model's folder`);
  const suffix = asset.base.slice(context.base.length);
  return forwardContext(inExport, {
    base: asset.base,
    params: asset.params,
    settings: context.settingsFor(asset.name, ['texture']),
    otherPresets: [],
    hooks: [],
    emit: (output) => context.emit({ ...output, suffix: suffix + output.suffix }),
  });
}
