// What the page may change: rules of assetc.yml, on request and with the token of the printed address. Before that, a trial shows what
// they would do. Only assetc.yml is written, and only if it contains what was read.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { UiApplied, UiEditable, UiRuleChange, UiRulePreview } from '@assetc/viewer/api';
import type { Config } from '../../config/config.js';
import { type RuleResult, writeRule } from '../../config/edit/write-rule.js';
import { derivedNames } from '../../pipeline/asset.js';
import { runBuild } from '../../pipeline/build.js';
import type { BuildEnvironment } from '../../pipeline/build-environment.js';
import { splitAssetKey } from '../../pipeline/cache/record.js';
import { writeSingleFile } from '../../pipeline/commit/write-single-file.js';
import { errorCode } from '../../pipeline/host/host.js';
import { registryWithPlugins } from '../../pipeline/project-registry.js';
import { why } from '../../pipeline/report/why.js';
import { describeDiagnostic } from '../facts/describe-diagnostic.js';
import type { OutputRecords } from '../facts/output-records.js';
import { inTurn } from '../recompile/in-turn.js';
import type { EditOptions } from '../ui-server.js';
import { changedLines } from './changed-lines.js';
import { settingInput } from './setting-input.js';
import type { Trial } from './trial.js';
import { type Because, type OpenTrial, Trials } from './trials.js';

const MAX_UNDO = 100;

interface Named {
  readonly source: string;
  readonly asset: string;
  readonly names: readonly string[];
}

export class EditDesk {
  readonly token = randomBytes(24).toString('base64url');
  readonly #options: EditOptions;
  readonly #environment: BuildEnvironment;
  readonly #records: OutputRecords;
  readonly #written: { readonly before: Uint8Array; readonly after: Uint8Array }[] = [];
  readonly #trials: Trials;
  #config: Config;
  /** Writes happen one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: EditOptions, environment: BuildEnvironment, records: OutputRecords, config: Config) {
    this.#options = options;
    this.#environment = environment;
    this.#records = records;
    this.#config = config;
    this.#trials = new Trials(environment);
  }

  reconfigure(config: Config): void {
    this.#config = config;
  }

  isAllowed(token: string): boolean {
    const [given, own] = [Buffer.from(token), Buffer.from(this.token)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  trial(id: string): OpenTrial | undefined {
    return this.#trials.find(id);
  }

  /** The settings of the asset that wrote a file. Undefined if no asset did. */
  async editable(path: string): Promise<UiEditable | undefined> {
    const recorded = this.#records.ofOutput(path);
    if (recorded === undefined) return undefined;
    const { host } = this.#environment;
    const report = (await why({ config: this.#config, path }, host)).find(({ id }) => id === recorded.id);
    if (report === undefined) return undefined;
    const groups = await this.#groups();
    const settings = report.settings.flatMap(({ name, value, origin }) => {
      const [group = '', key = ''] = name.split('.');
      const setting = groups.find((each) => each.name === group)?.settings[key];
      if (setting === undefined || setting.notInRules === true) return [];
      return [{ name, value, from: origin, doc: setting.doc, input: settingInput(setting.type) }];
    });
    const match = this.#named(path)?.names.at(-1) ?? '';
    return { settings, match, preset: this.#config.preset ?? null, canUndo: this.#written.length > 0 };
  }

  async preview(change: UiRuleChange): Promise<UiRulePreview> {
    const planned = await this.#plan(change);
    if ('because' in planned) return planned;
    return { origin: planned.origin, ...changedLines(planned.before, planned.text) };
  }

  /** `gone` ends the trial, while it compiles or later. */
  async openTrial(change: UiRuleChange, gone: AbortSignal): Promise<OpenTrial | Because> {
    const planned = await this.#plan(change);
    if ('because' in planned) return planned;
    const { source, asset, names } = planned;
    const request = { config: this.#config, source, asset, match: names.at(-1) ?? '', values: change.values };
    return this.#trials.open(request, gone);
  }

  apply(change: UiRuleChange): Promise<UiApplied> {
    return this.#inTurn(async () => {
      const planned = await this.#plan(change);
      if ('because' in planned) return planned;
      const after = new TextEncoder().encode(planned.text);
      const problem = await this.#write(planned.file, after);
      if (problem !== undefined) return problem;
      this.#written.push({ before: planned.bytes, after });
      this.#written.splice(0, Math.max(0, this.#written.length - MAX_UNDO));
      return { origin: planned.origin, ...(await this.#follow()) };
    });
  }

  /** Takes the last rule back, unless somebody else has changed the file since. */
  undo(): Promise<UiApplied> {
    return this.#inTurn(async () => {
      const last = this.#written.at(-1);
      const file = this.#file();
      if (last === undefined || typeof file !== 'string') return { because: 'there is nothing to undo' };
      if (Buffer.compare(this.#environment.host.readFile(file), last.after) !== 0)
        return { because: 'assetc.yml has changed since' };
      const problem = await this.#write(file, last.before);
      if (problem !== undefined) return problem;
      this.#written.pop();
      return { origin: '', ...(await this.#follow()) };
    });
  }

  close(): Promise<void> {
    return this.#trials.close();
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const made = this.#turn.then(act, act);
    this.#turn = made.catch(() => undefined);
    return made;
  }

  async #plan(
    change: UiRuleChange,
  ): Promise<Because | (Exclude<RuleResult, Because> & Named & { file: string; bytes: Uint8Array; before: string })> {
    const named = this.#named(change.path);
    if (named === undefined) return { because: 'no asset wrote this file' };
    const groups = await this.#groups();
    // From here to the write nothing waits: what others write in between would be lost.
    const file = this.#file();
    if (typeof file !== 'string') return file;
    const bytes = this.#environment.host.readFile(file);
    const before = textOf(bytes);
    if (before === undefined) return { because: 'assetc.yml is not UTF-8' };
    const { preset } = this.#config;
    const { match, values } = change;
    const request = { groups, preset, names: named.names, match, values };
    const written = writeRule({ ...request, text: before, onlyPreset: change.onlyPreset === true });
    return 'because' in written ? written : { ...written, ...named, file, bytes, before };
  }

  #named(path: string): Named | undefined {
    const recorded = this.#records.ofOutput(path);
    if (recorded === undefined) return undefined;
    const { source, name } = splitAssetKey(recorded.key);
    return { source, asset: recorded.id, names: name === undefined ? [source] : derivedNames(source, name) };
  }

  #file(): string | Because {
    const { file } = this.#config;
    if (file === undefined) return { because: 'the project has no assetc.yml: run "assetc init"' };
    // A link may lead out of the project.
    if (this.#environment.host.entryType(file) !== 'file')
      return { because: 'assetc.yml is not a file of the project' };
    return file;
  }

  async #groups() {
    return (await registryWithPlugins(this.#environment.registry, this.#config.plugins)).groups;
  }

  async #write(file: string, bytes: Uint8Array): Promise<Because | undefined> {
    try {
      await writeSingleFile(this.#environment.host, file, bytes);
      return undefined;
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      return { because: `assetc.yml cannot be written (${code})` };
    }
  }

  /** The project with the changed file. */
  async #follow(): Promise<{ readonly isBuilt: boolean }> {
    const config = await this.#options.loadConfig();
    if (config === undefined) return { isBuilt: false };
    this.#config = config;
    if (!this.#options.builds) return { isBuilt: false };
    const { status } = await inTurn(this.#environment, () => runBuild({ config }, this.#environment));
    return { isBuilt: status === 'ok' };
  }
}

/** With the mark at the beginning. Undefined if it is not UTF-8, which would not be written as it was read. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const trialDiagnostics = ({ diagnostics }: Trial) => diagnostics.map(describeDiagnostic);
