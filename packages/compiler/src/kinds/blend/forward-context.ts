// A context that passes everything on to another, except for what is changed.

import type { CompileContext } from '../../model/kind/compile-context.js';

export const forwardContext = (to: CompileContext, changes: Partial<CompileContext>): CompileContext => ({
  path: to.path,
  base: to.base,
  sourceRef: to.sourceRef,
  params: to.params,
  settings: to.settings,
  otherPresets: to.otherPresets,
  hooks: to.hooks,
  signal: to.signal,
  settingsFor: (name, wanted) => to.settingsFor(name, wanted),
  settingsOf: (path, wanted) => to.settingsOf(path, wanted),
  exists: (path) => to.exists(path),
  refOf: (path, use, suffix) => to.refOf(path, use, suffix),
  mention: (path, use) => to.mention(path, use),
  read: (path) => to.read(path),
  tryRead: (path) => to.tryRead(path),
  list: (folder) => to.list(folder),
  readRef: (ref) => to.readRef(ref),
  readPieces: (ref, use) => to.readPieces(ref, use),
  resolve: (from, reference) => to.resolve(from, reference),
  warn: (diagnostic) => to.warn(diagnostic),
  emit: (output) => to.emit(output),
  emitForPreset: (index, output) => to.emitForPreset(index, output),
  emitCopy: (output) => to.emitCopy(output),
  derive: (asset) => to.derive(asset),
  recallPart: (inputs) => to.recallPart(inputs),
  keepPart: (inputs, bytes) => to.keepPart(inputs, bytes),
  parallel: (task, count, payload) => to.parallel(task, count, payload),
  ...changes,
});
