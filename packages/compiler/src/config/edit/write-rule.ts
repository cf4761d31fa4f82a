// Writes a rule for one asset into the text of assetc.yml. What was written is parsed again and compared: the asset has the settings
// asked for and keeps all others, and nothing else of the configuration changed. Otherwise nothing is written.

import { readYaml } from '../../diagnostics/yaml-tree.js';
import type { ResolvedSettings, SettingsGroup, SettingValue } from '../../model/kind/setting.js';
import { matchesGlob } from '../../model/text/glob.js';
import { layersOf } from '../assemble-config.js';
import type { Layer, LayerValues } from '../config.js';
import type { ConfigFile } from '../parse/config-file.js';
import { parseConfig } from '../parse/parse-config.js';
import { resolveSettings } from '../resolve-settings.js';
import { editsForRule, type NewRule } from './place-rule.js';
import { applyEdits, flowText } from './yaml-text.js';

interface RuleRequest {
  /** The text of assetc.yml; empty if there is none. */
  readonly text: string;
  readonly groups: readonly SettingsGroup[];
  /** The preset that is built. */
  readonly preset: string | undefined;
  /** Whether the rule goes to the preset, not to all builds. */
  readonly onlyPreset: boolean;
  /** The names of the asset that rules match, the most specific last. */
  readonly names: readonly string[];
  /** The glob of the rule. Default: the most specific name. */
  readonly match?: string | undefined;
  readonly values: LayerValues;
}

/** `because` completes "the rule is not written: …". */
export type RuleResult = { readonly text: string; readonly origin: string } | { readonly because: string };

const MARK = '\ufeff';
const BY_HAND = 'assetc.yml is written in a way that no rule can be added to; add it by hand';

export function writeRule(request: RuleRequest): RuleResult {
  const { groups, preset, names, values } = request;
  const misfit = misfitOf(values, groups);
  if (misfit !== undefined) return { because: misfit };
  const mark = request.text.startsWith(MARK) ? MARK : '';
  const text = request.text.slice(mark.length);
  const before = parsed(text, groups);
  if (before === undefined) return { because: 'assetc.yml has errors' };
  const match = request.match ?? names.at(-1) ?? '';
  if (!names.some((name) => matchesGlob(match, name)))
    return { because: `the glob ${JSON.stringify(match)} does not match ${names.at(-1)}` };
  const rule: NewRule = { preset: request.onlyPreset ? preset : undefined, match, values };
  let because = BY_HAND;
  for (const mayChange of [true, false]) {
    const edits = editsForRule(text, rule, mayChange);
    if (edits === undefined) continue;
    const written = applyEdits(text, edits);
    const after = parsed(written, groups);
    const origin = after && changedRule(before, after, rule);
    if (after === undefined || origin === undefined) continue;
    const problem = overriddenBy(
      { before: layersOf(before, preset), after: layersOf(after, preset), ...request },
      origin,
    );
    if (problem === undefined) return { text: mark + written, origin };
    because = problem;
  }
  return { because };
}

/** What is wrong with the settings themselves; undefined if each can be set by a rule. */
function misfitOf(values: LayerValues, groups: readonly SettingsGroup[]): string | undefined {
  if (Object.values(values).every((settings) => Object.keys(settings).length === 0)) return 'no setting is named';
  const text = `default: { rules: [${flowText({ match: '*', ...values })}] }`;
  return parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', groups).diagnostics[0]?.message;
}

function parsed(text: string, groups: readonly SettingsGroup[]): ConfigFile | undefined {
  // Groups of plug-ins are unknown, and kept.
  const file = parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', groups, true);
  return file.diagnostics.some(({ severity }) => severity === 'error') ? undefined : file;
}

const listOf = (file: ConfigFile, { preset }: NewRule): readonly Layer[] =>
  (preset === undefined ? file.default : file.presets.get(preset))?.rules ?? [];

/** The place of the rule, if it is all that changed; otherwise undefined. */
function changedRule(before: ConfigFile, after: ConfigFile, rule: NewRule): string | undefined {
  const [was, is] = [listOf(before, rule), listOf(after, rule)];
  const at = is.findIndex((layer, i) => JSON.stringify(layer) !== JSON.stringify(was[i]));
  const own = is[at] ?? is.findLast(({ match }) => match === rule.match);
  if (own === undefined || own.match !== rule.match) return undefined;
  if (is.length - was.length > 1 || is.length < was.length) return undefined;
  const others = (list: readonly Layer[]) => list.filter(({ origin }) => origin !== own.origin);
  const rest = (file: ConfigFile) => {
    const without = (preset: { readonly rules: readonly Layer[] }) => ({ ...preset, rules: others(preset.rules) });
    const presets = [...file.presets].map(([name, preset]) => [name, without(preset)]);
    return JSON.stringify({ ...file, default: without(file.default), presets, diagnostics: [] });
  };
  return rest(before) === rest(after) ? own.origin : undefined;
}

interface Both extends RuleRequest {
  readonly before: readonly Layer[];
  readonly after: readonly Layer[];
}

/** Why the asset does not get exactly the settings asked for. */
function overriddenBy({ before, after, groups, names, values }: Both, origin: string): string | undefined {
  const was = resolveSettings({ layers: before }, groups, names);
  const is = resolveSettings({ layers: after }, groups, names);
  for (const [group, settings] of Object.entries(values))
    for (const name of Object.keys(settings)) {
      const setBy = is.origins[`${group}.${name}`];
      if (setBy === origin) continue;
      const match = after.find((layer) => layer.origin === setBy)?.match;
      return `${setBy}${match === undefined ? '' : `, with the match ${JSON.stringify(match)},`} comes later and sets ${group}.${name}`;
    }
  const expected = withValues(was.values, values, groups);
  return JSON.stringify(expected) === JSON.stringify(is.values) ? undefined : BY_HAND;
}

/** As one more layer would change them. */
function withValues(before: ResolvedSettings, values: LayerValues, groups: readonly SettingsGroup[]): ResolvedSettings {
  const layer: Layer = { origin: '', match: undefined, values };
  const under: Layer[] = Object.entries(before).map(([group, settings]) => ({
    origin: '',
    match: undefined,
    values: { [group]: settings as { readonly [setting: string]: SettingValue } },
  }));
  return resolveSettings({ layers: [...under, layer] }, groups, []).values;
}
