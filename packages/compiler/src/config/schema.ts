// The JSON Schema of assetc.yml, for editors. Derived from the declarations that the parser uses.

import { AUDIT_RULES, type AuditRuleDoc } from '../model/audit/audit-rules.js';
import type { SettingsGroup, SettingType, SettingValue } from '../model/kind/setting.js';
import {
  auditKeys,
  auditLimitType,
  cacheKeys,
  codegenKeys,
  type FileKey,
  topLevelKeys,
  warningKeys,
} from './file-keys.js';

/** A JSON Schema, as plain data. */
export type JsonSchema = { readonly [key: string]: SettingValue | JsonSchema | readonly JsonSchema[] };

export function configSchema(groups: readonly SettingsGroup[]): JsonSchema {
  const groupRefs = Object.fromEntries(groups.map(({ name }) => [name, { $ref: `#/$defs/${name}` }]));
  const rules = {
    type: ['array', 'null'],
    items: { $ref: '#/$defs/rule' },
    description: 'Settings for some assets. Later rules win.',
  };
  const { output } = topLevelKeys;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'assetc.yml',
    description: 'How assetc compiles a project.',
    ...object({
      ...keys(topLevelKeys),
      cache: { ...object(keys(cacheKeys)), description: 'The content store and the shared cache.' },
      codegen: {
        ...object(keys(codegenKeys)),
        description: 'Code that names the assets, for the program that loads them. Paths are relative to this file.',
      },
      audit: {
        ...object(Object.fromEntries(Object.entries(AUDIT_RULES).map(([name, rule]) => [name, auditSchema(rule)]))),
        description: 'Rules that "assetc check" measures compiled files by.',
      },
      warnings: {
        ...object({
          ignore: {
            description: warningKeys.ignore.doc,
            type: ['array', 'null'],
            items: {
              type: 'object',
              required: ['code'],
              additionalProperties: false,
              properties: {
                code: { type: 'string', description: 'The code as it is printed, such as gltf/bad-json.' },
                match: { type: 'string', description: 'Glob for the files that the warning is about.' },
              },
            },
          },
        }),
        description: 'Which warnings are printed.',
      },
      default: { ...object({ ...groupRefs, rules }), description: 'Settings for all assets.' },
      presets: {
        type: ['object', 'null'],
        description: 'Variants of the build, by name.',
        additionalProperties: object({ output: typed(output.type, output.doc), ...groupRefs, rules }),
      },
    }),
    $defs: {
      rule: {
        type: 'object',
        required: ['match'],
        additionalProperties: false,
        properties: {
          match: { type: 'string', description: 'Glob for source paths: * also matches "/", ? is one character.' },
          ...Object.fromEntries(groups.map((group) => [group.name, inRules(group)])),
        },
      },
      ...Object.fromEntries(groups.map((group) => [group.name, groupSchema(group)])),
    },
  };
}

function auditSchema({ doc, limits }: AuditRuleDoc): JsonSchema {
  const properties: Record<string, JsonSchema> = keys(auditKeys);
  for (const [name, limit] of Object.entries(limits))
    properties[name] = typed(auditLimitType(limit), `${limit.doc} Default: ${limit.default}.`);
  const { level } = properties;
  const entry = { type: 'object', additionalProperties: false, properties };
  return { description: doc, anyOf: [level ?? {}, entry, { type: 'array', items: entry }] };
}

/** A group without the settings that rules must not set. */
function inRules({ name, settings }: SettingsGroup): JsonSchema {
  const group = { $ref: `#/$defs/${name}` };
  const refused = Object.entries(settings).filter(([, setting]) => setting.notInRules === true);
  if (refused.length === 0) return group;
  return { allOf: [group, { properties: Object.fromEntries(refused.map(([key]) => [key, false])) }] };
}

function groupSchema({ doc, settings }: SettingsGroup): JsonSchema {
  const properties = Object.entries(settings).map(([name, setting]) => [
    name,
    {
      ...typed(setting.type, setting.doc),
      default: setting.type.is === 'map' && setting.type.ordered === true ? {} : setting.default,
    },
  ]);
  return { ...object(Object.fromEntries(properties)), description: doc };
}

const keys = (declared: Readonly<Record<string, FileKey>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { type, doc, default: value }]) => [
      name,
      typed(type, `${doc} Default: ${value}.`),
    ]),
  );

/** Empty mappings count as absent, as in the parser. */
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: false,
  properties,
});

const typed = (type: SettingType, doc: string): JsonSchema => ({ description: doc, ...schemaOf(type) });

function schemaOf(type: SettingType): JsonSchema {
  switch (type.is) {
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: [...type.values] };
    case 'integer':
    case 'number':
      return { type: type.is, ...bound('minimum', type.min), ...bound('maximum', type.max) };
    case 'text':
      return { type: 'string', ...(type.isFilled === true ? { minLength: 1 } : {}) };
    case 'size':
      return {
        anyOf: [
          { type: 'integer', minimum: type.min },
          { type: 'string', pattern: '^\\s*[0-9.]+\\s*[A-Za-z]*\\s*$' },
        ],
      };
    case 'list':
      return {
        type: ['array', 'null'],
        items: schemaOf(type.of),
        ...(type.maxLength === undefined ? {} : { maxItems: type.maxLength }),
      };
    case 'map':
      if (type.keys === undefined) return { type: ['object', 'null'], additionalProperties: schemaOf(type.of) };
      return object(Object.fromEntries(type.keys.map((key) => [key, schemaOf(type.of)])));
    case 'record':
      return object(
        Object.fromEntries(Object.entries(type.fields).map(([key, field]) => [key, typed(field, field.doc)])),
      );
    case 'one':
      return {
        anyOf: Object.entries(type.fields).map(([key, field]) => ({
          type: 'object',
          required: [key],
          additionalProperties: false,
          properties: { [key]: schemaOf(field) },
        })),
      };
    case 'any':
      return { anyOf: type.of.map(schemaOf) };
  }
}

const bound = (name: string, value: number): JsonSchema =>
  Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER ? { [name]: value } : {};
