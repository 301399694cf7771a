import { describe, expect, it } from 'vitest';
import { wholePage, type PagePlace } from './whole-page.ts';

/** A list of `total` rows of which an answer has room for `most`. */
function listOf(total: number, most: number) {
  const asked: PagePlace[] = [];
  const ask = async (place: PagePlace) => {
    asked.push(place);
    const count = Math.max(0, Math.min(place.limit, most, total - place.offset));
    const data = Array.from({ length: count }, (_, index) => place.offset + index);
    return { data, total, ...place };
  };
  return { asked, ask };
}

describe('a page', () => {
  it('that an answer has room for is asked for once', async () => {
    const { asked, ask } = listOf(1_000, 500);
    const place = { limit: 200, offset: 400 };
    expect((await wholePage(place, ask)).data).toHaveLength(200);
    expect(asked).toEqual([place]);
  });

  it('is put together from as many answers as its rows take, each row once', async () => {
    const { asked, ask } = listOf(1_000, 3);
    const { data, limit, offset } = await wholePage({ limit: 10, offset: 20 }, ask);
    expect(data).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect([limit, offset]).toEqual([10, 20]);
    expect(asked).toHaveLength(4);
  });

  it('at the end of a list has what is left of it', async () => {
    const { ask } = listOf(24, 3);
    expect((await wholePage({ limit: 10, offset: 20 }, ask)).data).toEqual([20, 21, 22, 23]);
    expect((await wholePage({ limit: 10, offset: 30 }, ask)).data).toEqual([]);
  });

  it('of a list that has fewer rows than it counts ends where no row comes', async () => {
    const ask = async (place: PagePlace) => ({ data: [], pagination: { total: 50 }, ...place });
    expect((await wholePage({ limit: 10, offset: 20 }, ask)).data).toEqual([]);
  });
});
