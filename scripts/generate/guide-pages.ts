// Generates parts of the guide between markers: settings, flags and events from the declarations, figures of the README and of
// pages about speed from the last full run of the benchmarks.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { jsonEvents } from '../../packages/compiler/src/cli/print/json/json-events.js';
import { createProgram } from '../../packages/compiler/src/cli/program.js';
import { cacheKeys, codegenKeys, type FileKey, topLevelKeys } from '../../packages/compiler/src/config/file-keys.js';
import { describeType } from '../../packages/compiler/src/config/parse/describe-value.js';
import type { EventDoc } from '../../packages/compiler/src/index.js';
import { AUDIT_RULES } from '../../packages/compiler/src/model/audit/audit-rules.js';
import type { SettingsGroup, SettingType } from '../../packages/compiler/src/model/kind/setting.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { CONVERT_TARGETS } from '../../packages/compiler/src/runtimes/all-runtimes.js';
import type { GeneratedFile } from './generated-files.js';
import { conversionTable, keptTable, keptTextureTable, writtenTable, writtenTextureTable } from './runtime-tables.js';

const REGION = /<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g;
const cell = (text: string): string => text.replaceAll('|', '\\|');

function keysTable(keys: Readonly<Record<string, FileKey>>, prefix = ''): string {
  return [
    '| key | value | default | meaning |',
    '| --- | --- | --- | --- |',
    ...Object.entries(keys).map(
      ([name, { type, default: value, doc }]) =>
        `| \`${prefix}${name}\` | ${cell(describeType(type))} | ${cell(value)} | ${cell(doc)} |`,
    ),
  ].join('\n');
}

function groupTable({ name, doc, settings }: SettingsGroup): string {
  return [
    `### \`${name}\``,
    '',
    doc,
    '',
    '| setting | value | default | meaning |',
    '| --- | --- | --- | --- |',
    ...Object.entries(settings).flatMap(([setting, { type, default: value, doc: meaning }]) => {
      const row = (key: string, of: SettingType, own: unknown, text: string): string =>
        `| \`${name}.${key}\` | ${cell(describeType(of))} | \`${JSON.stringify(own)}\` | ${cell(text)} |`;
      if (type.is !== 'record') return row(setting, type, value, meaning);
      const values = new Map(Object.entries(value));
      return Object.entries(type.fields).map(([key, field]) =>
        row(`${setting}.${key}`, field, values.get(key), field.doc),
      );
    }),
  ].join('\n');
}

function helpOf(path: readonly string[]): string {
  let command: Command = createProgram(() => undefined, CONVERT_TARGETS);
  for (const name of path) {
    const found = command.commands.find((candidate) => candidate.name() === name);
    if (found === undefined) throw new Error(`there is no command ${path.join(' ')}`);
    command = found;
  }
  const help = command.configureHelp({ helpWidth: 100 }).helpInformation();
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\``;
}

function eventSection([type, { doc, commands, fields }]: [string, EventDoc]): string {
  return [
    `### \`${type}\``,
    '',
    `${doc} Commands: ${commands.join(', ')}.`,
    '',
    '| field | type | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(fields).map(([name, field]) => `| \`${name}\` | ${cell(field.type)} | ${cell(field.doc)} |`),
  ].join('\n');
}

/** The main figures at the top of the report, with its date. */
function figures(report: string): string {
  const lines = report.split('\n## ')[0]?.match(/^- .+$/gm) ?? [];
  const date = /\d{4}-\d\d-\d\d/.exec(report)?.[0];
  if (lines.length === 0 || date === undefined) throw new Error('bench/REPORT.md has no figures to quote');
  return [
    ...lines,
    '',
    `Last measured on ${date} with \`npm run bench\`. The [full report](bench/REPORT.md) has the date of each figure.`,
  ].join('\n');
}

function auditTable(): string {
  const rows = Object.entries(AUDIT_RULES).map(([name, { doc, limits }]) => {
    const all = Object.entries(limits).map(([limit, { default: value }]) => `\`${limit}: ${value}\``);
    return `| \`${name}\` | ${doc} | ${all.join(', ')} |`;
  });
  return ['| rule | what it asks for | limits |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The table of the report that a benchmark command printed, with the command. */
function reportTable(report: string, command: string): string {
  const [, found] = report.split(`\n\`npm run bench -- ${command}\`\n\n`);
  const table = found?.match(/^(?:\|.*\n)+/)?.[0];
  if (table === undefined) throw new Error(`bench/REPORT.md has no table of "${command}"`);
  return `${table}\nMeasured with \`npm run bench -- ${command}\`.`;
}

function regionText(what: string): string {
  if (what === 'keys') return keysTable(topLevelKeys);
  if (what === 'cache keys') return keysTable(cacheKeys, 'cache.');
  if (what === 'codegen keys') return keysTable(codegenKeys, 'codegen.');
  if (what === 'audit rules') return auditTable();
  if (what === 'settings') return registry.groups.map(groupTable).join('\n\n');
  if (what === 'runtime files') return writtenTable();
  if (what === 'runtime features') return keptTable();
  if (what === 'runtime textures') return writtenTextureTable();
  if (what === 'runtime texture features') return keptTextureTable();
  if (what === 'conversions') return conversionTable();
  if (what === 'events') return Object.entries(jsonEvents).map(eventSection).join('\n\n');
  if (what === 'figures') return figures(readFileSync('bench/REPORT.md', 'utf8'));
  if (what.startsWith('report '))
    return reportTable(readFileSync('bench/REPORT.md', 'utf8'), what.slice('report '.length));
  if (what.startsWith('help')) return helpOf(what.split(' ').slice(1));
  throw new Error(`no generator for the region "${what}"`);
}

/** Returns the page with every region filled in. */
export function fillGuide(page: string): string {
  return page.replaceAll(REGION, (_, what: string) => `<!-- generated: ${what} -->\n${regionText(what)}\n<!-- end -->`);
}

export function guidePages(): readonly GeneratedFile[] {
  const guides = ['commands', 'configuration', 'json-events', 'other-runtimes', 'uastc'].map(
    (name) => `docs/guide/${name}.md`,
  );
  return ['README.md', 'packages/encoder/README.md', ...guides].map((path) => ({
    path,
    text: fillGuide(readFileSync(path, 'utf8')),
  }));
}
