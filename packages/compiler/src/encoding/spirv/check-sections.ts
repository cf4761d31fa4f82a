// Checks that the instructions of a module are in the order of the specification's sections.

import type { Problems } from '@assetc/formats';
import { Op, opcodeAt, type SpirvModule } from '@assetc/formats/spirv';

/** The specification's "Logical Layout of a Module": each instruction's section, in order. */
function sectionOf(opcode: number): number | undefined {
  switch (opcode) {
    case Op.Capability:
      return 0;
    case Op.Extension:
      return 1;
    case Op.ExtInstImport:
      return 2;
    case Op.MemoryModel:
      return 3;
    case Op.EntryPoint:
      return 4;
    case Op.ExecutionMode:
    case Op.ExecutionModeId:
      return 5;
    case Op.Source:
    case Op.SourceContinued:
    case Op.String:
    case 4:
      return 6;
    case Op.Name:
    case Op.MemberName:
      return 7;
    case 330:
      return 8;
    case Op.Decorate:
    case Op.MemberDecorate:
    case Op.DecorationGroup:
    case 74:
    case 75:
    case 332:
    case 5632:
    case 5633:
      return 9;
    case Op.Function:
      return 11;
    default:
      return (opcode >= Op.TypeVoid && opcode <= 52) ||
        opcode === Op.TypeRayQuery ||
        opcode === Op.TypeAccelerationStructure
        ? 10
        : undefined;
  }
}

export function checkSections({ words, starts }: SpirvModule, problems: Problems): void {
  let section = 0;
  let memoryModels = 0;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.MemoryModel) memoryModels++;
    const instructionSection = sectionOf(opcode);
    if (instructionSection === undefined) continue;
    if (instructionSection < section && instructionSection !== 11)
      problems.add('bad-order', start * 4, 'section', `instruction ${opcode} comes after its section of the module`);
    section = Math.max(section, instructionSection);
  }
  if (memoryModels !== 1) problems.add('missing', 20, 'OpMemoryModel', `${memoryModels} memory models instead of one`);
}
