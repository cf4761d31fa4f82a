// The exports of `assetc/plugin`: types, and two functions that load nothing of the compiler. The library's main
// entry exports the same.

export type { Diagnostic, Place, Severity } from './diagnostics/diagnostic.js';
export { defineKind, type KindDefinition, type KindSettings, type ValuesOf } from './kinds/define-kind.js';
export type { BytesRef } from './model/kind/bytes-ref.js';
export type { Claim } from './model/kind/compile-context.js';
export type { Kind } from './model/kind/kind.js';
export type { DerivedTexture, EmitOptions, KindContext, Pixels, Spot, TextureRole } from './model/kind/kind-context.js';
export type { SourceEntry } from './model/kind/naming.js';
export type { AssetKind, DerivedAsset, Output, OutputDescription } from './model/kind/output.js';
export type {
  ResolvedSettings,
  SettingDeclaration,
  SettingsDeclaration,
  SettingType,
  SettingValue,
  ValueOf,
} from './model/kind/setting.js';
export type {
  EditableClip,
  EditableImage,
  EditableLight,
  EditableMaterial,
  EditableMesh,
  EditableNode,
  EditablePrimitive,
  EditableScene,
} from './model/scene/editable-scene.js';
export type { Json } from './model/text/json.js';
export {
  definePlugin,
  type HookContext,
  type HookDefinition,
  type Plugin,
  type PluginDefinition,
} from './plugins/define-plugin.js';
