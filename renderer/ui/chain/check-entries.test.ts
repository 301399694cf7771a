/** The rail's own arithmetic: golden hashes of docs/ledger-format.md, and what a changed byte does to a link. */
import { expect, test } from 'vitest';
import type { Entry } from '../../../shared/contract/chain.ts';
import { checkEntries } from './check-entries.ts';

const genesisBytes =
  '{"alg":"sha256","canon":"RFC8785","created_at":"2026-01-01T00:00:00.000Z","origin":"ledger.example/demo","seq":0,"type":"ledger.genesis/v1","vkey":"ledger.example/demo+7b8488d1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"}';
const genesisHash = 'sha256:ba43f262bfec710046a0d5e9375125938e8b4217ba9da0b0276ffc9cbcf8b441';
const recordBytes = `{"commit":{"input":"sha256:912fd8974b5a2b0f7045fdb9344ed23bfea4594c0bee5643648f227a3a08d398","output":"sha256:2de2e24a5a3fca9236802a2e9e7b101593404f56e0bd3222e4e1a0dadab02d09"},"confidence":0.93,"created_at":"2026-01-01T00:00:01.000Z","id":"rec_00000000000000000000000001","model_id":"credit-scorer","previous_hash":"${genesisHash}","seq":1,"type":"ledger.record/v1"}`;
const recordHash = 'sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea';

function entry(
  seq: number,
  type: string,
  bytes: string,
  hash: string,
  previous: string | null,
): Entry {
  return {
    seq,
    type,
    bytes,
    hash,
    leaf_hash: hash,
    previous_hash: previous,
    record_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

const genesis = entry(0, 'ledger.genesis/v1', genesisBytes, genesisHash, null);
const record = entry(1, 'ledger.record/v1', recordBytes, recordHash, genesisHash);

test('the golden entries hold', async () => {
  const checks = await checkEntries([genesis, record]);
  expect(checks.get(0)).toEqual({ hash: genesisHash, hashHolds: true, link: 'holds' });
  expect(checks.get(1)).toEqual({ hash: recordHash, hashHolds: true, link: 'holds' });
});

test('a changed byte breaks its own hash and the link of the record after', async () => {
  const altered = { ...genesis, bytes: genesisBytes.replace('2026', '2025') };
  const checks = await checkEntries([altered, record]);
  expect(checks.get(0)?.hashHolds).toBe(false);
  expect(checks.get(1)?.link).toBe('broken');
});

test('without the record before, a link is unknown; other entries do not stand in between', async () => {
  const between = entry(2, 'ledger.intervention/v1', '{}', 'sha256:0', recordHash);
  const next = entry(3, 'ledger.record/v1', '{"n":3}', 'sha256:1', recordHash);
  const checks = await checkEntries([record, between, next]);
  expect(checks.get(1)?.link).toBe('unknown');
  expect(checks.get(2)?.link).toBe('unknown');
  expect(checks.get(3)?.link).toBe('holds');
});
