// How texture.quality chose the encoding by a number: what was asked, what was chosen, and the curve of the choices that were measured.

import { type Ktx2, type QualityNote, readQualityNote } from '@assetc/formats';
import { formatSize } from '../../format-size.js';
import { Facts, Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';

const askedFor = ({ asked }: QualityNote): string => {
  if ('bytes' in asked) return `at most ${formatSize(asked.bytes)}`;
  return 'psnr' in asked ? `at least ${asked.psnr} dB` : `SSIM of at least ${asked.ssim}`;
};

const shownValue = ({ asked }: QualityNote, value: number): string =>
  'ssim' in asked ? value.toFixed(4) : `${value.toFixed(2)} dB`;

function reasonOf(note: QualityNote): string {
  if ('bytes' in note.asked) return note.reached ? 'the best that fits' : 'the smallest; nothing fits';
  return note.reached ? 'the smallest that reaches it' : 'the best; nothing reaches it';
}

/** Nothing for textures that were not chosen by a number. */
export function ChoicePanel({ ktx }: { readonly ktx: Ktx2 }) {
  const note = readQualityNote(ktx);
  if (note === undefined) return null;
  return (
    <Panel title="Chosen by quality" note={note.choice}>
      <Facts
        rows={[
          ['Asked', askedFor(note)],
          ['Chosen', note.choice],
          ['Reason', reasonOf(note)],
        ]}
      />
      <Table
        label="Choices that were measured"
        columns={[
          { title: 'Measured', cell: ([name]) => name },
          {
            title: 'ssim' in note.asked ? 'SSIM' : 'PSNR',
            isNumber: true,
            cell: ([, value]) => shownValue(note, value),
          },
          { title: 'Levels', isNumber: true, cell: ([, , bytes]) => (bytes === undefined ? '–' : formatSize(bytes)) },
        ]}
        rows={note.tried}
        keyOf={([name]) => name}
        classOf={([name]) => (name === note.choice ? 'is-stored' : '')}
      />
    </Panel>
  );
}
