// The plan of a section: the ranges of its dictionary, then its commands, all as varints. Offsets are relative to the end of the one before.

import { FormatError } from '../core/format-error.js';
import { alignUp } from '../core/struct.js';
import { PAYLOAD_ALIGNMENT } from '../hpack/layout.js';
import { COMMAND_ADD, COMMAND_COPY, COMMAND_LENGTH, COMMAND_LITERAL, COMMAND_PAD } from './layout.js';
import type { OldRange, PatchCommand, PatchPlan } from './model.js';
import { VarintReader, VarintWriter } from './varint.js';

const NUMBERS = { literal: COMMAND_LITERAL, copy: COMMAND_COPY, add: COMMAND_ADD } as const;
const KINDS = ['literal', 'copy', 'add'] as const;

/** Where the next copy is expected to begin. */
const nextOf = ({ offset, length, isPadded }: PatchCommand): number =>
  isPadded ? alignUp(offset + length, PAYLOAD_ALIGNMENT) : offset + length;

/** The bytes of a plan. */
export function encodePlan({ dictionary, commands }: PatchPlan): Uint8Array {
  const out = new VarintWriter();
  out.write(dictionary.length);
  let expected = 0;
  for (const { offset, length } of dictionary) {
    out.writeSigned(offset - expected);
    out.write(length);
    expected = offset + length;
  }
  expected = 0;
  for (const command of commands) {
    out.write(command.length * COMMAND_LENGTH + NUMBERS[command.is] + (command.isPadded ? COMMAND_PAD : 0));
    if (command.is === 'literal') continue;
    out.writeSigned(command.offset - expected);
    expected = nextOf(command);
  }
  return out.bytes();
}

/** Every range is inside the old pack. Throws FormatError. */
export function decodePlan(bytes: Uint8Array, oldBytes: number): PatchPlan {
  const input = new VarintReader(bytes);
  const inside = (offset: number, length: number): void => {
    if (offset < 0 || offset + length > oldBytes)
      throw new FormatError('bad-range', 0, 'the plan copies bytes that the old pack does not have');
  };
  const dictionary: OldRange[] = [];
  let expected = 0;
  for (let left = input.read(); left > 0; left--) {
    const offset = expected + input.readSigned();
    const length = input.read();
    inside(offset, length);
    dictionary.push({ offset, length });
    expected = offset + length;
  }
  const commands: PatchCommand[] = [];
  expected = 0;
  while (!input.isAtEnd) {
    const number = input.read();
    const kind = KINDS[number % COMMAND_PAD];
    if (kind === undefined) throw new FormatError('bad-value', 0, 'the plan has an unknown command');
    const length = Math.floor(number / COMMAND_LENGTH);
    const isPadded = Math.floor(number / COMMAND_PAD) % 2 === 1;
    const offset = kind === 'literal' ? 0 : expected + input.readSigned();
    const command: PatchCommand = { is: kind, length, offset, isPadded };
    if (kind !== 'literal') {
      inside(offset, length);
      expected = nextOf(command);
    }
    commands.push(command);
  }
  return { dictionary, commands };
}
