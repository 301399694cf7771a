import { describe, expect, it } from 'vitest';
import { RowPages, type RowBatch } from './row-pages.ts';

const batchSize = 10;

/** A list of `total` rows whose cursors name a place, `most` in an answer; `reads` are the places asked for. */
function listOf(total: number, most = batchSize) {
  const reads: number[] = [];
  const broken = new Set<number>();
  const read = (cursor: string | undefined): Promise<RowBatch> => {
    const from = cursor === undefined ? 0 : Number(cursor);
    reads.push(from);
    if (broken.delete(from)) return Promise.reject(new Error('broken'));
    const batch = Array.from({ length: Math.min(most, total - from) }, (_, index) => ({
      record_id: `rec_${from + index}`,
    }));
    const hasMore = from + batch.length < total;
    return Promise.resolve({
      batch,
      has_more: hasMore,
      ...(hasMore ? { next_cursor: String(from + batch.length) } : {}),
    });
  };
  return { pages: new RowPages({ read, batchSize, keep: 5 }), reads, broken };
}

/** A turn of the event loop: reads are answered at once, so that all that is wanted has been read. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function walkTo(pages: RowPages, row: number): Promise<void> {
  while (pages.known().count <= row && !pages.known().ended) {
    const { count } = pages.known();
    pages.want(Math.max(0, count - 1), count);
    await settled();
  }
}

describe('rows read by cursors', () => {
  it('are read as far as the view needs, and no further', async () => {
    const { pages, reads } = listOf(1_000);
    pages.want(0, 5);
    await settled();
    expect(reads).toEqual([0, 10, 20]);
    expect(pages.known()).toMatchObject({ count: 30, ended: false, started: true });
    pages.want(0, 8);
    await settled();
    expect(reads).toEqual([0, 10, 20]);
  });

  it('end with the batch that has no cursor', async () => {
    const { pages } = listOf(23);
    await walkTo(pages, 22);
    expect(pages.known()).toMatchObject({ count: 23, ended: true });
    expect(pages.rowAt(22)).toEqual({ record_id: 'rec_22' });
    expect(pages.rowAt(23)).toBeUndefined();
    pages.want(0, 400);
    await settled();
    expect(pages.known()).toMatchObject({ count: 23, ended: true });
  });

  it('of an empty list are none', async () => {
    const { pages } = listOf(0);
    pages.want(0, 5);
    await settled();
    expect(pages.known()).toMatchObject({ count: 0, ended: true, started: true });
  });

  it('are dropped far from the view and read again by their cursor', async () => {
    const { pages, reads } = listOf(1_000);
    await walkTo(pages, 300);
    expect(pages.rowAt(0)).toBeUndefined();
    expect(pages.rowAt(300)).toBeDefined();
    reads.length = 0;
    pages.want(0, 5);
    await settled();
    expect(reads).toEqual([0, 10, 20]);
    expect(pages.rowAt(3)).toEqual({ record_id: 'rec_3' });
    // Going back forgets nothing of how far the list was read.
    expect(pages.known().count).toBeGreaterThan(300);
    reads.length = 0;
    pages.want(155, 160);
    await settled();
    expect(reads).toEqual([150, 160, 170, 180]);
    expect(pages.rowAt(157)).toEqual({ record_id: 'rec_157' });
  });

  it('are each at their place where answers have room for fewer than were asked for', async () => {
    const { pages, reads } = listOf(100, 3);
    await walkTo(pages, 99);
    expect(pages.known()).toMatchObject({ count: 100, ended: true });
    for (let row = 97; row < 100; row += 1) {
      expect(pages.rowAt(row)).toEqual({ record_id: `rec_${row}` });
    }
    // Large rows leave the memory sooner.
    expect(pages.rowAt(40)).toBeUndefined();
    reads.length = 0;
    pages.want(40, 41);
    await settled();
    expect(reads[0]).toBe(39);
    expect(pages.rowAt(40)).toEqual({ record_id: 'rec_40' });
  });

  it('are read one batch at a time until the view is reached', async () => {
    const { pages, reads } = listOf(1_000);
    pages.want(45, 48);
    await settled();
    expect(reads).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(pages.rowAt(45)).toEqual({ record_id: 'rec_45' });
  });

  it('stop at a failure until asked again', async () => {
    const { pages, reads, broken } = listOf(1_000);
    broken.add(10);
    pages.want(0, 5);
    await settled();
    expect(pages.known()).toMatchObject({ count: 10, error: new Error('broken') });
    pages.want(0, 6);
    expect(reads).toEqual([0, 10]);
    pages.retry();
    await settled();
    expect(pages.known()).toMatchObject({ count: 30, error: null });
  });

  it('are not read once they are disposed of', async () => {
    const { pages, reads } = listOf(1_000);
    pages.want(0, 5);
    pages.dispose();
    await settled();
    expect(reads).toEqual([0]);
    expect(pages.known().started).toBe(false);
  });
});
