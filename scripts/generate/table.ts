// A constant table, written for AssemblyScript, for TypeScript and for C.

export interface Table {
  /** The name in AssemblyScript; in C it is in lower case after `assetc_impl_tx_`. */
  readonly name: string;
  readonly type: 'u8' | 'u16' | 'u32';
  readonly doc: string;
  readonly values: readonly number[];
  /** Hexadecimal digits of a value. Default: decimal up to 0xffff. */
  readonly hexDigits?: number;
}

const LIMIT = { u8: 0xff, u16: 0xffff, u32: 0xffffffff } as const;
const C_TYPE = { u8: 'uint8_t', u16: 'uint16_t', u32: 'uint32_t' } as const;
const C_COLUMNS = 116;
/** The formatter's line width. */
const FORMATTED_COLUMNS = 120;

export function table(
  name: string,
  type: Table['type'],
  doc: string,
  values: Iterable<number>,
  hexDigits?: number,
): Table {
  const list = [...values];
  for (const value of list)
    if (!Number.isInteger(value) || value < 0 || value > LIMIT[type])
      throw new Error(`${name} contains ${value}, which is not a ${type}`);
  return { name, type, doc, values: list, ...(hexDigits === undefined ? {} : { hexDigits }) };
}

function numbersOf({ values, hexDigits }: Table): readonly string[] {
  const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;
  return values.map((value) => (hexDigits || value > 0xffff ? hex(value, hexDigits ?? 8) : String(value)));
}

function lines(numbers: readonly string[], suffix: string, columns: number): string {
  const out: string[] = [];
  let line = ' ';
  for (const number of numbers) {
    const text = ` ${number}${suffix},`;
    if (line.length + text.length > columns) {
      out.push(line);
      line = ' ';
    }
    line += text;
  }
  return [...out, line].join('\n');
}

/** On one line if it fits, like the formatter. */
function arrayText(head: string, table: Table, tail: string): string {
  const numbers = numbersOf(table);
  const short = `${head}${numbers.join(', ')}${tail}`;
  return short.length <= FORMATTED_COLUMNS ? short : `${head}\n${lines(numbers, '', FORMATTED_COLUMNS)}\n${tail}`;
}

export const asAssembly = (table: Table): string =>
  `/** ${table.doc} */\n${arrayText(`export const ${table.name}: usize = memory.data<${table.type}>([`, table, ']);')}\n`;

export const asTypeScript = (table: Table): string =>
  `/** ${table.doc} */\n${arrayText(`export const ${table.name}: readonly number[] = [`, table, '];')}\n`;

export const asC = (table: Table): string =>
  `/* ${table.doc} */\nstatic const ${C_TYPE[table.type]} assetc_impl_tx_${table.name.toLowerCase()}[${table.values.length}] = {\n${lines(numbersOf(table), table.type === 'u32' ? 'u' : '', C_COLUMNS).replace(/,$/, '')}\n};\n`;
