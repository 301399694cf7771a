import { describe, expect, it } from 'vitest';
import { RowLists, RowPages, type RowBatch } from './row-pages.ts';

const batchSize = 10;

/** A list of `total` rows whose cursors name a place; `reads` are the places asked for. */
function listOf(total: number) {
  const reads: number[] = [];
  const broken = new Set<number>();
  const read = (cursor: string | undefined): Promise<RowBatch> => {
    const from = cursor === undefined ? 0 : Number(cursor);
    reads.push(from);
    if (broken.delete(from)) return Promise.reject(new Error('broken'));
    const batch = Array.from({ length: Math.min(batchSize, total - from) }, (_, index) => ({
      record_id: `rec_${from + index}`,
    }));
    const hasMore = from + batch.length < total;
    return Promise.resolve({
      batch,
      has_more: hasMore,
      ...(hasMore ? { next_cursor: String(from + batch.length) } : {}),
    });
  };
  return { pages: new RowPages(read), reads, broken, read };
}

describe('rows read by cursors', () => {
  it('are read when they are asked for, a batch each time', async () => {
    const { pages, reads } = listOf(1_000);
    expect(reads).toEqual([]);
    expect(pages.known()).toMatchObject({ count: 0, started: false, ended: false });
    await pages.readOn();
    await pages.readOn();
    expect(reads).toEqual([0, 10]);
    expect(pages.known()).toMatchObject({ count: 20, started: true, ended: false });
    expect(pages.rowAt(19)).toEqual({ record_id: 'rec_19' });
    expect(pages.rowAt(20)).toBeUndefined();
  });

  it('are read once, however often one presses while they come', async () => {
    const { pages, reads } = listOf(1_000);
    await Promise.all([pages.readOn(), pages.readOn(), pages.readOn()]);
    expect(reads).toEqual([0]);
  });

  it('end with the batch that has no cursor', async () => {
    const { pages, reads } = listOf(13);
    for (const _ of [1, 2, 3]) await pages.readOn();
    expect(reads).toEqual([0, 10]);
    expect(pages.known()).toMatchObject({ count: 13, ended: true });
  });

  it('of an empty list are none', async () => {
    const { pages } = listOf(0);
    await pages.readOn();
    expect(pages.known()).toMatchObject({ count: 0, ended: true, started: true });
  });

  it('that could not be read are read again from where it broke', async () => {
    const { pages, reads, broken } = listOf(25);
    await pages.readOn();
    broken.add(10);
    await pages.readOn();
    expect(pages.known()).toMatchObject({ count: 10, reading: false, ended: false });
    expect(pages.known().error?.message).toBe('broken');
    await pages.readOn();
    expect(reads).toEqual([0, 10, 10]);
    expect(pages.known()).toMatchObject({ count: 20, error: null });
  });

  it('begin anew where their cursors hold no more', async () => {
    const { pages, reads } = listOf(25);
    await pages.readOn();
    await pages.readOn();
    pages.restart();
    expect(pages.known()).toMatchObject({ count: 0, started: false });
    await pages.readOn();
    expect(reads).toEqual([0, 10, 0]);
    expect(pages.known().count).toBe(10);
  });

  it('tell whoever follows them of each change', async () => {
    const { pages } = listOf(5);
    const seen: boolean[] = [];
    const stop = pages.subscribe(() => seen.push(pages.known().reading));
    await pages.readOn();
    stop();
    expect(seen).toEqual([true, false]);
  });
});

it('Lists of a session are kept by what was asked', async () => {
  const { read, reads } = listOf(30);
  const lists = new RowLists();
  await lists.of('all', read).readOn();
  expect(lists.of('all', read).known().count).toBe(10);
  expect(lists.of('sorted', read).known().count).toBe(0);
  expect(reads).toEqual([0]);
});
