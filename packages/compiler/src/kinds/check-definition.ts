// Checks a definition early, because plug-ins in JavaScript have no type checker.

import { KindMistake } from '../model/kind/kind-mistake.js';
import type { SettingType } from '../model/kind/setting.js';

/** Unchecked. */
interface Given {
  readonly name: unknown;
  readonly match: unknown;
  readonly settings: unknown;
  readonly outputs: unknown;
  readonly base: unknown;
  readonly compile: unknown;
}

/** Some names of our kinds contain spaces. */
const NAME = /^[a-z][a-z0-9 -]*$/;
const SETTING_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Throws at the definition, so that the stack shows it. */
export function checkDefinition({ name, match, settings, outputs, base, compile }: Given): void {
  const refuse = (message: string): never => {
    throw new KindMistake('bad-definition', message);
  };
  if (typeof name !== 'string' || !NAME.test(name))
    refuse(`the name of a kind must be lower case letters, digits and hyphens, not ${JSON.stringify(name)}`);
  const texts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (typeof match !== 'function' && typeof match !== 'string' && !texts(match))
    refuse(`match of the kind ${name} must be a glob, a list of globs or a function`);
  if (typeof outputs !== 'function' && !texts(outputs))
    refuse(`outputs of the kind ${name} must be a list of suffixes or a function`);
  if (base !== undefined && typeof base !== 'function') refuse(`base of the kind ${name} must be a function`);
  if (typeof compile !== 'function') refuse(`compile of the kind ${name} must be a function`);
  if (settings === undefined || Array.isArray(settings)) return;
  if (typeof settings !== 'object' || settings === null) refuse(`settings of the kind ${name} must be an object`);
  for (const [key, setting] of Object.entries(settings ?? {})) {
    const problem = SETTING_NAME.test(key) ? settingProblem(setting) : 'is not a valid name: use letters and digits';
    if (problem !== undefined) refuse(`the setting ${name}.${key} ${problem}`);
  }
}

function settingProblem(setting: unknown): string | undefined {
  if (typeof setting !== 'object' || setting === null) return 'must be declared by an object';
  if (!isType(setting))
    return 'must have the type boolean, choice, integer, number, text, size, list, map, record, one or any';
  if (!('doc' in setting) || typeof setting.doc !== 'string' || setting.doc === '') return 'has no doc';
  if (!('default' in setting)) return 'has no default';
  return fits(setting, setting.default)
    ? undefined
    : `does not accept its own default ${JSON.stringify(setting.default)}`;
}

function isType(value: unknown): value is SettingType {
  if (typeof value !== 'object' || value === null || !('is' in value)) return false;
  const of = 'of' in value ? value.of : undefined;
  switch (value.is) {
    case 'boolean':
    case 'text':
      return true;
    case 'choice':
      return 'values' in value && Array.isArray(value.values) && value.values.length > 0;
    case 'integer':
    case 'number':
      return 'min' in value && 'max' in value && typeof value.min === 'number' && typeof value.max === 'number';
    case 'size':
      return 'min' in value && typeof value.min === 'number';
    case 'list':
    case 'map':
      return isType(of);
    case 'one':
    case 'record': {
      const fields = 'fields' in value ? value.fields : undefined;
      if (typeof fields !== 'object' || fields === null) return false;
      return Object.values(fields).every(value.is === 'one' ? isType : isField);
    }
    case 'any':
      return Array.isArray(of) && of.length > 0 && of.every(isType);
    default:
      return false;
  }
}

const isField = (value: unknown): boolean =>
  isType(value) && 'doc' in value && typeof value.doc === 'string' && value.doc !== '';

function fits(type: SettingType, value: unknown): boolean {
  switch (type.is) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && (type.isFilled !== true || value !== '');
    case 'choice':
      return type.values.some((each) => each === value);
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || !(value >= type.min && value <= type.max)) return false;
      return type.is === 'number' || Number.isInteger(value);
    case 'size':
      return Number.isSafeInteger(value) && Number(value) >= type.min;
    case 'list':
      return (
        Array.isArray(value) && value.length <= (type.maxLength ?? value.length) && value.every((v) => fits(type.of, v))
      );
    case 'map':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      return Object.entries(value).every(([key, v]) => type.keys?.includes(key) !== false && fits(type.of, v));
    case 'record': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const values = new Map<string, unknown>(Object.entries(value));
      return (
        values.size === Object.keys(type.fields).length &&
        Object.entries(type.fields).every(([key, field]) => fits(field, values.get(key)))
      );
    }
    case 'one': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const [[key, only] = ['', undefined], ...more] = Object.entries(value);
      const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
      return more.length === 0 && field !== undefined && fits(field, only);
    }
    case 'any':
      return type.of.some((each) => fits(each, value));
  }
}
