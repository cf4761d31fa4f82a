// A constant table of the transcoder, written out for AssemblyScript and for C.

export interface Table {
  /** As AssemblyScript names it; C has it in lower case behind `assetc_impl_tx_`. */
  readonly name: string;
  readonly type: 'u8' | 'u16' | 'u32';
  readonly doc: string;
  readonly values: readonly number[];
}

const LIMIT = { u8: 0xff, u16: 0xffff, u32: 0xffffffff } as const;
const C_TYPE = { u8: 'uint8_t', u16: 'uint16_t', u32: 'uint32_t' } as const;
const C_COLUMNS = 116;
/** The formatter fills lines this far. */
const ASSEMBLY_COLUMNS = 120;

export function table(name: string, type: Table['type'], doc: string, values: Iterable<number>): Table {
  const list = [...values];
  for (const value of list)
    if (!Number.isInteger(value) || value < 0 || value > LIMIT[type]) throw new Error(`${name} holds ${value}`);
  return { name, type, doc, values: list };
}

function lines(values: readonly number[], suffix: string, columns: number): string {
  const out: string[] = [];
  let line = ' ';
  for (const value of values) {
    const text = ` ${value > 0xffff ? `0x${value.toString(16).padStart(8, '0')}` : value}${suffix},`;
    if (line.length + text.length > columns) {
      out.push(line);
      line = ' ';
    }
    line += text;
  }
  return [...out, line].join('\n');
}

export function asAssembly({ name, type, doc, values }: Table): string {
  const head = `export const ${name}: usize = memory.data<${type}>([`;
  const short = `${head}${values.join(', ')}]);`;
  const text = short.length <= ASSEMBLY_COLUMNS ? short : `${head}\n${lines(values, '', ASSEMBLY_COLUMNS)}\n]);`;
  return `/** ${doc} */\n${text}\n`;
}

export const asC = ({ name, type, doc, values }: Table): string =>
  `/* ${doc} */\nstatic const ${C_TYPE[type]} assetc_impl_tx_${name.toLowerCase()}[${values.length}] = {\n${lines(values, type === 'u32' ? 'u' : '', C_COLUMNS).replace(/,$/, '')}\n};\n`;
