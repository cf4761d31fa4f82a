// Generates the tables of docs/formats/*.md from the declarations, between markers; the prose is written by hand. A page
// without a region for one of its layouts is an error, so that every struct is documented.

import { readFileSync } from 'node:fs';
import type { ConstantSpec, FormatSpec } from '../../packages/formats/src/core/format-spec.js';
import type { Layout } from '../../packages/formats/src/core/struct.js';
import { formatSpecs } from '../../packages/formats/src/layouts/format-specs.js';
import { galiSpec } from '../../packages/other-runtimes/src/galileo/spec.js';
import { vkguideSpec } from '../../packages/other-runtimes/src/vkguide/spec.js';
import type { GeneratedFile } from './generated-files.js';

const REGION = /<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g;

const typeName: Readonly<Record<string, string>> = {
  uint8_t: 'u8',
  uint16_t: 'u16',
  int16_t: 'i16',
  uint32_t: 'u32',
  int32_t: 'i32',
  uint64_t: 'u64',
  float: 'f32',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

export function structTable({ name, size, doc, fields }: Layout): string {
  const rows = fields.map(({ name: key, offset, field: { type, doc: meaning } }) => {
    const scalar = typeName[type.c];
    if (scalar === undefined) throw new Error(`${name}.${key}: no name for ${type.c}`);
    return `| ${offset} | \`${key}\` | ${scalar}${type.count > 1 ? ` × ${type.count}` : ''} | ${cell(meaning)} |`;
  });
  return [
    `**${name}**, ${size} bytes. ${doc}`,
    '',
    '| offset | field | type | meaning |',
    '| ---: | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

export const hexOrDecimal = (value: number): string =>
  value > 0xffff ? `0x${value.toString(16).toUpperCase().padStart(8, '0')}` : String(value);

function constantsTable(constants: readonly ConstantSpec[]): string {
  return [
    '| constant | value | meaning |',
    '| --- | ---: | --- |',
    ...constants.map(({ name, value, doc }) => `| \`${name}\` | ${hexOrDecimal(value)} | ${cell(doc)} |`),
  ].join('\n');
}

/** Returns `page` with every region filled in. */
export function fillPage(page: string, spec: FormatSpec): string {
  const missing = new Set(spec.layouts.map(({ name }) => `struct ${name}`));
  if (spec.constants.length > 0) missing.add('constants');
  const text = page.replaceAll(REGION, (_, what: string) => {
    missing.delete(what);
    return `<!-- generated: ${what} -->\n${regionText(what, spec)}\n<!-- end -->`;
  });
  if (missing.size > 0)
    throw new Error(
      `docs/formats/${spec.page}.md lacks ${[...missing].map((what) => `<!-- generated: ${what} --> … <!-- end -->`).join(', ')}`,
    );
  return text;
}

function regionText(what: string, spec: FormatSpec): string {
  if (what === 'constants') return constantsTable(spec.constants);
  const layout = spec.layouts.find(({ name }) => what === `struct ${name}`);
  if (layout === undefined) throw new Error(`docs/formats/${spec.page}.md asks for "${what}", which nothing declares`);
  return structTable(layout);
}

export function formatPages(): readonly GeneratedFile[] {
  return [...formatSpecs, vkguideSpec, galiSpec].map((spec) => {
    const path = `docs/formats/${spec.page}.md`;
    return { path, text: fillPage(readFileSync(path, 'utf8'), spec) };
  });
}
