/** Acts of several texts: all are signed, or none, by one person or by two. */
import { expect, it, vi } from 'vitest';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { createPersonKey } from './person-key.ts';
import { NotAsShownError, signAct, type Signer } from './sign-act.ts';

const origin = 'ledger.example/demo';
const at = '2026-01-01T00:00:00.000Z';
const ledger = { origin, now: Date.parse(at) };

async function signer(personId: string): Promise<Signer & { readonly publicKey: CryptoKey }> {
  const made = await createPersonKey(personId);
  const [, key = '', material = ''] = /\+([0-9a-f]{8})\+(.+)$/.exec(made.vkey) ?? [];
  const raw = Uint8Array.from(Buffer.from(material, 'base64')).slice(1);
  return {
    by: personId,
    key,
    privateKey: await crypto.subtle.importKey('pkcs8', made.pkcs8, 'Ed25519', false, ['sign']),
    publicKey: await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']),
  };
}

const first = await signer('usr_00000000000000000000000001');
const second = await signer('usr_00000000000000000000000002');
const signatureOf = ({ by, key }: Signer) => ({ at, by, key });
const textOf = (note: string, approval?: Signer) => ({
  text: canonicalJson({
    note,
    origin,
    signature: signatureOf(first),
    ...(approval === undefined ? {} : { approval: signatureOf(approval) }),
  }),
  salts: {},
});
const shown = (note: string) => ({ members: { note }, values: {} });
const verify = ({ publicKey }: typeof first, signature: string, text: string) =>
  crypto.subtle.verify('Ed25519', publicKey, Buffer.from(signature, 'base64'), Buffer.from(text));

it('signs each text, in their order', async () => {
  const prepared = [textOf('one'), textOf('two')];
  const signed = await signAct(
    prepared,
    [shown('one'), shown('two')],
    { signature: first },
    ledger,
  );
  expect(signed.map(({ text }) => text)).toEqual(prepared.map(({ text }) => text));
  for (const { text, signature, approval } of signed) {
    expect(await verify(first, signature, text)).toBe(true);
    expect(approval).toBeUndefined();
  }
});

it('has two persons sign the same text', async () => {
  const signers = { signature: first, approval: second };
  const [signed] = await signAct([textOf('one', second)], [shown('one')], signers, ledger);
  expect(await verify(first, signed?.signature ?? '', signed?.text ?? '')).toBe(true);
  expect(await verify(second, signed?.approval ?? '', signed?.text ?? '')).toBe(true);
});

it.each([
  ['another text', [textOf('one'), textOf('three')], 'note'],
  ['a text more', [textOf('one'), textOf('two'), textOf('three')], 'texts'],
  ['a text less', [textOf('one')], 'texts'],
  ['a second person who is not shown', [textOf('one'), textOf('two', second)], 'approval'],
])('signs none where there is %s', async (_title, prepared, member) => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const asked = signAct(prepared, [shown('one'), shown('two')], { signature: first }, ledger);
  await expect(asked).rejects.toThrow(NotAsShownError);
  await expect(asked).rejects.toMatchObject({ member });
  expect(sign).not.toHaveBeenCalled();
  sign.mockRestore();
});
