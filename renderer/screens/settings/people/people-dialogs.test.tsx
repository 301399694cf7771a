/** The dialogs about people: what they show is what is signed, by the keys that it takes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { signedTextSchema } from '../../../../shared/contract/signing.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/contract/json.ts';
import { signOut } from '../../../signing/signed-in.ts';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { eva, isByEva, passphrase, peopleReads, preparedBy } from '../../../testing/people.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokePersonDialog } from './revoke-person-dialog.tsx';

const dialog = page.getByRole('dialog');
const admin = { ...eva, role: 'admin' } as const;
const typed = 'seven quiet rivers in May';
const by = { id: eva.person_id, role: 'admin' };
const evaKey = { by: eva.person_id, key: eva.key_id };

const sentSchema = z.looseObject({
  person_id: z.string().optional(),
  name: z.string().optional(),
  reason: z.string().optional(),
  vkey: z.string().optional(),
  approver: z.string().optional(),
  prepare: z.literal(true).optional(),
});
type Sent = z.infer<typeof sentSchema>;

/** Answers a call as the service does: the texts to sign first, then the person. */
const answering =
  (prepare: (body: Sent) => ReturnType<typeof preparedBy>, person: object = admin) =>
  async (sent: unknown): Promise<unknown> => {
    const body = sentSchema.parse(sent);
    if (body.prepare !== true) return person;
    return { texts: [await prepare(body)], until: new Date().toISOString() };
  };

const fact = (id: string, acting: JsonObject, set: JsonObject): JsonObject => ({
  type: 'ledger.fact/v1',
  table: 'people',
  id,
  by: acting,
  set,
});
const now = () => new Date().toISOString();
const keyIdOf = (vkey = '') => vkey.split('+')[1] ?? '';

const enrolled = (more: JsonObject = {}) =>
  answering(({ person_id: id = '', vkey = '', name = '', approver }) => {
    const acting = approver === undefined ? { id: 'operator', role: 'operator' } : by;
    const set = { role: 'admin', vkey, enrolled_at: now(), ...more };
    return preparedBy(
      fact(id, acting, set),
      { name },
      {
        signature: { by: id, key: keyIdOf(vkey) },
        ...(approver === undefined ? {} : { approval: evaKey }),
      },
    );
  });
const changed = answering(({ vkey = '' }) =>
  preparedBy(
    fact(eva.person_id, by, { vkey }),
    {},
    {
      signature: { by: eva.person_id, key: keyIdOf(vkey) },
      approval: evaKey,
    },
  ),
);
const revoked = answering(({ reason = '' }) =>
  preparedBy(fact(eva.person_id, by, { revoked_at: now() }), { reason }),
);

async function fillPassphrases(): Promise<void> {
  await dialog
    .getByLabelText(/^Their passphrase/)
    .first()
    .fill(typed);
  await dialog
    .getByLabelText(/^The passphrase again/)
    .first()
    .fill(typed);
}
const fillOld = () =>
  dialog
    .getByLabelText(/^Passphrase/)
    .first()
    .fill(passphrase);

beforeEach(signOut);

checkDialogs([
  {
    name: 'an enrolment',
    dialog: (opened, onClose) => <EnrolDialog opened={opened} onClose={onClose} />,
    reads: peopleReads([]),
    field: /^Name/,
    text: 'Eva Mayer',
    fill: fillPassphrases,
    call: 'POST /people',
    isSigned: true,
    answer: enrolled(),
    body: { name: 'Eva Mayer', role: 'admin', sealed: { format: 'proofdesk.person-key/v1' } },
    fault: 'Geben Sie den Namen ein.',
  },
  {
    name: 'a change of key',
    dialog: (opened, onClose) => <NewKeyDialog opened={opened} person={admin} onClose={onClose} />,
    reads: peopleReads([admin]),
    field: /^Passphrase/,
    text: passphrase,
    fill: fillPassphrases,
    call: `POST /people/${eva.person_id}/key`,
    isSigned: true,
    answer: changed,
    body: { sealed: { format: 'proofdesk.person-key/v1' } },
    fault: 'Geben Sie die Passphrase des Schlüssels ein.',
  },
  {
    name: 'a revocation',
    dialog: (opened, onClose) => (
      <RevokePersonDialog opened={opened} person={admin} onClose={onClose} />
    ),
    reads: peopleReads([admin]),
    field: /^Reason/,
    text: 'Left.',
    fill: fillOld,
    call: `POST /people/${eva.person_id}/revoke`,
    isSigned: true,
    answer: revoked,
    body: { reason: 'Left.', signer: eva.person_id },
    fault: 'Geben Sie den Grund an.',
  },
]);

describe('an enrolment', () => {
  afterEach(() => vi.restoreAllMocks());
  const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

  async function enrol(answer: unknown) {
    const sent = answerApi({ ...peopleReads([admin]), 'POST /people': answer });
    await draw(<EnrolDialog opened onClose={() => undefined} />);
    await dialog.getByLabelText(/^Name/).first().fill('Tom Okafor');
    await dialog.getByRole('radio', { name: /^Administrator/ }).click();
    await fillPassphrases();
    await fillOld();
    await send();
    return sent;
  }

  test('is signed by the new key and approved by an administrator; neither secret is sent', async () => {
    const sent = await enrol(enrolled());
    await expect.poll(() => sent.length).toBe(2);
    const { signed } = z.object({ signed: z.tuple([signedTextSchema]) }).parse(sent[1]?.body);
    const [{ text, approval, signature }] = signed;
    expect(await isByEva(text, approval ?? '')).toBe(true);
    expect(await isByEva(text, signature)).toBe(false);
    expect(sent[1]?.body).toMatchObject({ approver: eva.person_id, name: 'Tom Okafor' });
    for (const secret of [typed, passphrase]) expect(JSON.stringify(sent)).not.toContain(secret);
  });

  test('of somebody else than is shown is not signed @whole', async () => {
    const sign = vi.spyOn(crypto.subtle, 'sign');
    const sent = await enrol(enrolled({ holder_id: 'riverside' }));
    await expect.element(page.getByText(/set\.holder_id differs/)).toBeVisible();
    expect(sent.length).toBe(1);
    expect(sign).not.toHaveBeenCalled();
  });

  test('takes a passphrase of twelve characters, the same twice @whole', async () => {
    const sent = answerApi(peopleReads([]));
    await draw(<EnrolDialog opened onClose={() => undefined} />);
    await dialog.getByLabelText(/^Name/).first().fill('Tom Okafor');
    await dialog
      .getByLabelText(/^Their passphrase/)
      .first()
      .fill('too short');
    await send();
    await expect.element(page.getByText('must have at least 12 characters')).toBeVisible();
    await expect.element(page.getByText('is not the same')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

test('the only administrator is revoked at the machine without a signature, and marked so', async () => {
  const path = `POST /people/${eva.person_id}/revoke`;
  const sent = answerApi({ ...peopleReads([admin]), [path]: admin });
  await draw(<RevokePersonDialog opened person={admin} onClose={() => undefined} />);
  await dialog.getByLabelText(/^Reason/).fill('Lost the passphrase.');
  await dialog.getByRole('checkbox', { name: /^Without a signature/ }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent.length).toBe(1);
  expect(isJsonObject(sent[0]?.body) && 'signer' in sent[0].body).toBe(false);
  expect(sent[0]?.body).toEqual({ reason: 'Lost the passphrase.' });
});
