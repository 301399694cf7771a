import { describe, expect, it } from 'vitest';
import { firstDraft, idsIn } from './rows-draft.ts';

describe('idsIn', () => {
  it('takes lines, commas, quotes and a JSON array, each id once', () => {
    expect(idsIn('rec_1\nrec_2, "rec_3";\'rec_1\'')).toEqual(['rec_1', 'rec_2', 'rec_3']);
    expect(idsIn('  \n ')).toEqual([]);
  });
});

describe('firstDraft', () => {
  it('is the selection where there is one', () => {
    expect(firstDraft(3).source).toBe('selected');
    expect(firstDraft(0).source).toBe('filter');
  });
});
