/** Signing in: the golden key opens in this browser, another passphrase says so, and nothing is stored. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPersonKey, signText } from '../../signing/person-key.ts';
import { signOut, useSignedIn } from '../../signing/signed-in.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { eva, passphrase, peopleReads, sealedEva, vectors } from '../../testing/people.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

const dialog = page.getByRole('dialog');
const field = dialog.getByLabelText(/^Passphrase/).first();
const signedIn = () => useSignedIn.getState().signedIn;

beforeEach(() => {
  signOut();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  signOut();
  vi.restoreAllMocks();
});

checkDialogs([
  {
    name: 'signing in',
    dialog: (opened, onClose) => <SignInDialog opened={opened} onClose={onClose} personId={null} />,
    reads: peopleReads([eva]),
    field: /^Passphrase/,
    text: passphrase,
    fault: 'Geben Sie die Passphrase des Schlüssels ein.',
  },
]);

describe('the golden key', () => {
  test.each(['4', '9'])('signs entry %s in this browser as the vector does', async (seq) => {
    const key = await openPersonKey(sealedEva, passphrase);
    const entry: unknown = JSON.parse(vectors.entries[Number(seq)] ?? '');
    const signature = await signText(key, vectors.person.signed_texts[seq] ?? '');
    expect(entry).toMatchObject({ signature: { value: signature } });
  });

  test('opens with its passphrase, and stays in memory alone', async () => {
    const sent = answerApi(peopleReads([eva]));
    await draw(<SignInDialog opened onClose={() => undefined} personId={null} />);
    await field.fill(passphrase);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => signedIn()?.key).toBeInstanceOf(CryptoKey);
    expect(signedIn()).toMatchObject({ personId: eva.person_id, keyId: eva.key_id });
    expect(signedIn()?.key?.extractable).toBe(false);
    expect(sent).toEqual([]);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(passphrase);
  });

  test('does not open with another one, and says so at the field', async () => {
    answerApi(peopleReads([eva]));
    await draw(<SignInDialog opened onClose={() => undefined} personId={null} />);
    await field.fill(`${passphrase}!`);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('does not open the key')).toBeVisible();
    await expect.element(field).toHaveFocus();
    expect(signedIn()).toBeUndefined();
  });
});

test('nobody is enrolled: the way to enrol somebody is shown', async () => {
  answerApi(peopleReads([]));
  await draw(<SignInDialog opened onClose={() => undefined} personId={null} />);
  await expect.element(dialog.getByText('Nobody is enrolled')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Enrol somebody' })).toBeVisible();
});

test('a key of a server that names nobody signs nobody in', async () => {
  answerApi({
    ...peopleReads([eva]),
    'GET /me': {
      kind: 'api_key',
      role: 'compliance',
      key_id: 'key_1',
      name: 'Office',
      account_id: null,
      holder_id: null,
      person_id: null,
      scopes: [],
      operations: [],
    },
  });
  await draw(<SignInDialog opened onClose={() => undefined} personId={null} />);
  await expect.element(dialog.getByText(/names nobody who is enrolled/)).toBeVisible();
});
