// What `import … from 'assetc/plugin'` offers to plug-ins: types, and two functions that load nothing of the compiler. The library's main
// entry offers the same.

export type { Diagnostic, Place, Severity } from './diagnostics/diagnostic.js';
export { defineKind, type KindDefinition, type KindSettings, type ValuesOf } from './kinds/define-kind.js';
export type {
  EditableClip,
  EditableImage,
  EditableLight,
  EditableMaterial,
  EditableMesh,
  EditableNode,
  EditablePrimitive,
  EditableScene,
} from './model/editable-scene.js';
export type {
  AssetKind,
  BytesRef,
  Claim,
  DerivedAsset,
  Json,
  Kind,
  Output,
  OutputDescription,
  SourceEntry,
} from './model/kind.js';
export type { DerivedTexture, EmitOptions, KindContext, Pixels, Spot, TextureRole } from './model/kind-context.js';
export type {
  ResolvedSettings,
  SettingDeclaration,
  SettingsDeclaration,
  SettingType,
  SettingValue,
  ValueOf,
} from './model/setting.js';
export {
  definePlugin,
  type HookContext,
  type HookDefinition,
  type Plugin,
  type PluginDefinition,
} from './plugins/define-plugin.js';
