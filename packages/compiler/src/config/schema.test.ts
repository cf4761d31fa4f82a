import { describe, expect, it } from 'vitest';
import { configSchema, type JsonSchema } from './schema.js';
import { testGroups } from './testing/groups.js';

const schema = configSchema(testGroups);
const at = (...path: string[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], schema);

describe('configSchema', () => {
  it('knows every key of the file and no other', () => {
    expect(Object.keys(at('properties') as JsonSchema).sort()).toEqual(
      [
        'audit',
        'base',
        'budget',
        'cache',
        'codegen',
        'default',
        'embed',
        'exclude',
        'input',
        'licenses',
        'manifest',
        'memory',
        'timeLimit',
        'output',
        'pack',
        'packInfo',
        'packOrder',
        'packs',
        'plugins',
        'preset',
        'presets',
        'remove',
        'warnings',
      ].sort(),
    );
    expect(schema.additionalProperties).toBe(false);
  });

  it('takes types, ranges, choices, defaults and documentation from the declarations', () => {
    expect(at('$defs', 'texture', 'properties', 'quality')).toEqual({
      description: 'Effort.',
      enum: ['normal', 'fast', 'high', 'max'],
      default: 'normal',
    });
    expect(at('$defs', 'texture', 'properties', 'maxSize')).toEqual({
      description: 'Largest side.',
      type: 'integer',
      minimum: 0,
      maximum: 16384,
      default: 0,
    });
    expect(at('$defs', 'mesh', 'properties', 'lods')).toMatchObject({ type: ['array', 'null'], maxItems: 8 });
    expect(at('$defs', 'mesh', 'properties', 'scene', 'anyOf')).toHaveLength(2);
    expect(at('$defs', 'font', 'properties', 'variations', 'additionalProperties')).toMatchObject({ type: 'number' });
  });

  it('lets a preset redirect the output and have rules, and wants a match in each rule', () => {
    const preset = at('properties', 'presets', 'additionalProperties', 'properties') as JsonSchema;
    expect(Object.keys(preset)).toEqual(['output', 'texture', 'mesh', 'font', 'rules']);
    expect(at('$defs', 'rule', 'required')).toEqual(['match']);
  });

  it('refers only to what it defines', () => {
    const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map((match) => match[1]);
    const defined = Object.keys(at('$defs') as JsonSchema);
    expect(refs.filter((ref) => !defined.includes(ref ?? ''))).toEqual([]);
  });
});
