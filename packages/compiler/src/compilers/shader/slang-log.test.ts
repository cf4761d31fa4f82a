import { describe, expect, it } from 'vitest';
import { parseSlangLog, sourceColumn } from './slang-log.js';

describe("slang's log", () => {
  it('has severity, position and number of each message', () => {
    const log = `/in/a.slang(3): warning 30081: implicit conversion
        int z = c.x;
                  ^
/in/a.slang(4): error 30015: undefined identifier 'x'.
    x;
    ^~~
(0): error 39999: import of module 'a' failed because of a compilation error
(0): fatal error 39999: compilation ceased
`;
    expect(parseSlangLog(log)).toEqual([
      {
        severity: 'warning',
        file: '/in/a.slang',
        line: 3,
        printedColumn: 19,
        column: undefined,
        code: '30081',
        message: 'implicit conversion',
      },
      {
        severity: 'error',
        file: '/in/a.slang',
        line: 4,
        printedColumn: 5,
        column: undefined,
        code: '30015',
        message: "undefined identifier 'x'",
      },
    ]);
  });

  it('is parsed in the format of newer releases', () => {
    const log = 'error[E30015]: undefined identifier\n --> C:\\tmp\\a.slang:4:7\n  |\n4 | return x;\n  |        ^\n';
    expect(parseSlangLog(log)).toMatchObject([
      { severity: 'error', file: 'C:\\tmp\\a.slang', line: 4, column: 7, code: '30015' },
    ]);
  });

  it('keeps messages without a position if there are no others', () => {
    expect(parseSlangLog('(0): fatal error 39999: compilation ceased')).toMatchObject([
      { severity: 'error', file: undefined },
    ]);
    expect(parseSlangLog('')).toEqual([]);
  });

  it('counts tabs as stops of four and characters as their bytes', () => {
    expect(sourceColumn('\t\tint z = c.x;', 19)).toBe(13);
    expect(sourceColumn(' a\tb\t= nope;', 11)).toBe(8);
    expect(sourceColumn('    é = 4; nope', 13)).toBe(12);
    expect(sourceColumn('short', 99)).toBe(6);
  });
});
