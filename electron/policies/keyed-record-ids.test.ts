/** Record ids of rows that are known by a key: of one grant alone, and read back. */
import { describe, expect, it } from 'vitest';
import { KeyedRecordIds } from './keyed-record-ids.ts';
import { keysOfOther, sampleKey } from './testing/sample-policy.ts';

const ids = new KeyedRecordIds(sampleKey);

describe('Record ids of keys', () => {
  // By HMAC and HKDF of Python, and `openssl enc -aes-256-ctr`.
  it.each([
    ['42', 'rec_iAPpp5391sQFvq2J1OTYHk20'],
    ['p-0017 é', 'rec_Jbzm34wryMw7bD48Bg86WEZ_yp0VkArOtA'],
  ])('%s is %s under the sample key, and read back', (key, id) => {
    expect(ids.idOf(key)).toBe(id);
    expect(ids.keyOf(id)).toBe(key);
  });

  it('are others for another grant, which reads none of them', () => {
    const other = new KeyedRecordIds(keysOfOther.grant);
    expect(other.idOf('42')).not.toBe(ids.idOf('42'));
    expect(other.keyOf(ids.idOf('42'))).toBeUndefined();
  });

  it('are read in one spelling, and not where a character was changed', () => {
    const id = ids.idOf('patient-1');
    for (let at = 4; at < id.length; at += 1) {
      const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
      expect(ids.keyOf(changed)).toBeUndefined();
    }
    for (const wrong of [
      '',
      'rec_',
      'rec_1',
      `${id}=`,
      ` ${id}`,
      id.slice(4),
      id.toUpperCase(),
      `${id}A`,
    ]) {
      expect(ids.keyOf(wrong)).toBeUndefined();
    }
  });

  it('hold keys of any text', () => {
    for (const key of ['', '0', 'rec_1', 'ü😀', 'a'.repeat(200)])
      expect(ids.keyOf(ids.idOf(key))).toBe(key);
  });
});
