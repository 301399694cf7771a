import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi } from '../../../testing/api.ts';
import { draw } from '../../../testing/draw.tsx';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { vouchersSchema } from '../../../../shared/contract/vouchers.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { SheetDialog } from './sheet-dialog.tsx';
import { AuthorityDialog, TimestampsLine } from './timestamps-line.tsx';
import { AnswerDialog, PolicyDialog } from './witnesses-line.tsx';

const vouchers = vouchersSchema.parse({
  places: [
    {
      path: '/mnt/share',
      size: 4,
      at: '2026-01-01T00:00:00.000Z',
      state: 'kept',
      same_volume: false,
    },
  ],
  witnesses: [],
  timestamps: [],
  authorities: [],
  quorum: { met: true, text: 'none', size: null },
  oldest_days: 30,
  newest_at: null,
});
const root = `sha256:${'0'.repeat(64)}`;
const missing = 'Fügen Sie einen Text ein oder wählen Sie eine Datei.';

checkDialogs([
  {
    name: 'another place',
    dialog: (opened, onClose) => (
      <PlaceDialog opened={opened} onClose={onClose} vouchers={vouchers} />
    ),
    field: /^Folder/,
    text: '/mnt/stick',
    call: 'PUT /chain/places',
    answer: vouchers,
    body: { places: [{ path: '/mnt/share' }, { path: '/mnt/stick' }], oldest_days: 30 },
    fault: 'Geben Sie den Pfad eines Ordners ein.',
  },
  {
    name: 'the answer of a witness',
    dialog: (opened, onClose) => <AnswerDialog opened={opened} onClose={onClose} />,
    field: /^Answer/,
    text: '— witness.example/w1 AAAA',
    call: 'POST /chain/cosignatures',
    answer: { kept: [], ignored: 0 },
    fault: missing,
  },
  {
    name: 'the policy',
    dialog: (opened, onClose) => <PolicyDialog opened={opened} onClose={onClose} />,
    reads: { 'GET /chain/policy': new Response('quorum none\n') },
    field: /^Policy/,
    text: 'quorum none',
    call: 'PUT /chain/policy',
    answer: vouchers,
    fault: missing,
    spoil: () => page.getByRole('textbox').fill(''),
  },
  {
    name: 'certificates of an authority',
    dialog: (opened, onClose) => <AuthorityDialog opened={opened} onClose={onClose} />,
    field: /^Certificates/,
    text: '-----BEGIN CERTIFICATE-----',
    call: 'POST /chain/authorities',
    answer: [],
    fault: missing,
  },
  {
    name: 'the reply of an authority',
    dialog: (opened, onClose) => <ReplyDialog opened={opened} onClose={onClose} />,
    field: /^Reply/,
    text: 'reply.tsr',
    choose: async () => {
      const file = new File([new Uint8Array([0x30])], 'reply.tsr');
      await userEvent.upload(page.getByLabelText('Choose the file').first(), file);
    },
    call: 'POST /chain/timestamps',
    answer: {
      authority: 'CN=Time',
      fingerprint: 'ab12',
      size: 4,
      time: '2026-01-01T00:00:00.000Z',
    },
    fault: 'Wählen Sie die Datei der Antwort.',
  },
  {
    name: 'a comparison with paper',
    dialog: (opened, onClose) => <PaperDialog opened={opened} onClose={onClose} />,
    field: /^Root/,
    text: 'AAAA AAAA AAAA AAAA',
    fill: () => page.getByLabelText(/^Entries/).fill('4'),
    reads: {
      'GET /chain/consistency': {
        from: 4,
        to: 4,
        from_root: root,
        to_root: root,
        proof: [],
      },
    },
    fault: 'Geben Sie die Zahl der Einträge ein.',
  },
]);

test('a paper of another history is said to be not the same @whole', async () => {
  const from = { from: 4, to: 4, from_root: root, to_root: root, proof: [] };
  answerApi({ 'GET /chain/consistency': from });
  await draw(<PaperDialog opened onClose={() => undefined} />);
  await page.getByLabelText(/^Entries/).fill('4');
  await page.getByLabelText(/^Root/).fill('BAAA AAAA AAAA AAAA');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByText('Not the same')).toBeVisible();
  await page.getByRole('button', { name: 'Compare another' }).click();
  await page.getByLabelText(/^Entries/).fill('4');
  await page.getByLabelText(/^Root/).fill('AAAA AAAA AAAA AAAA');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByText('The same')).toBeVisible();
});

test('an authority is trusted no longer once that was said twice @whole', async () => {
  const authority = {
    fingerprint: 'ab12',
    subject: 'CN=Time',
    valid_to: '2030-01-01T00:00:00.000Z',
  };
  const sent = answerApi({ 'DELETE /chain/authorities/ab12': authority });
  await draw(
    <TimestampsLine
      vouchers={{
        ...vouchers,
        authorities: [authority],
        timestamps: [
          { authority: 'CN=Time', fingerprint: 'ab12', size: 4, time: '2026-01-01T00:00:00.000Z' },
        ],
      }}
    />,
  );
  await expect.element(page.getByText('4 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Trust CN=Time no longer' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Trust it no longer' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('a checkpoint on paper is printed by itself, in groups of four', async () => {
  const text = 'V5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=';
  const note = `ledger.example/demo\n4\n${text}\n\n— ledger.example/demo e4SI0RuoNZ1a10FaWIRFt0Pu\n`;
  await draw(<SheetDialog opened onClose={() => undefined} note={note} />);
  await expect.element(page.getByRole('dialog').getByText(/^V5eE F2Dr/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Print…' })).toHaveFocus();
  const sheet = document.querySelector('[data-sheet]');
  expect(sheet?.textContent).toContain('V5eE F2Dr DS/u Odl+ haup 3ZUk M0Ve oTLw\n38fr xvKQ 1iU=');
  expect(sheet?.checkVisibility()).toBe(false);
});
