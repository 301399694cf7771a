/** A search for a person that is over: made again from the decision that it began from, and said where that is not known. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiFailure } from '../../api/client.ts';
import { speak } from '../../i18n/index.ts';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { isPersonGone, PersonGone, samePersonAs } from './person-gone.tsx';
import { keptFilter } from './search.ts';

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => vi.restoreAllMocks());

const found = (id: string) => ({ search_id: id, models: [{ model_id: 'lending', count: 2 }] });

test('is made again from its decision, without anything being typed', async () => {
  let searches = 0;
  const sent = answerApi({
    'POST /persons/search': () => {
      searches += 1;
      return found(`psr_${searches}`);
    },
  });
  expect(await samePersonAs('rec_1')).toBe('psr_1');
  const onFound = vi.fn<(person: string) => void>();
  await draw(<PersonGone person="psr_1" onFound={onFound} onWithout={() => {}} />);
  await expect.poll(() => onFound.mock.calls).toEqual([['psr_2']]);
  expect(sent.map(({ body }) => body)).toEqual([{ record_id: 'rec_1' }, { record_id: 'rec_1' }]);
});

test('says what to do where nobody knows from what it began, and leads to all decisions', async () => {
  const sent = answerApi({});
  const onWithout = vi.fn<() => void>();
  await draw(<PersonGone person="psr_other" onFound={() => {}} onWithout={onWithout} />);
  await expect.element(page.getByText('This search for a person is over')).toBeVisible();
  await expect.element(page.getByText(/A search is kept for an hour/)).toBeVisible();
  await page.getByRole('button', { name: 'Without the person' }).click();
  expect(onWithout).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test('where nobody is known any more, nothing is looked for a second time', async () => {
  answerApi({ 'POST /persons/search': { search_id: 'psr_9', models: [] } });
  expect(await samePersonAs('rec_1')).toBeUndefined();
});

test('is told from other refusals by its field', () => {
  const refused = (field: string, code: 'not_known' | 'required') =>
    new ApiFailure(400, 'validation_error', 'Refused.', {
      fields: [{ field, code, message: '', params: { unit: 'search' } }],
    });
  expect(isPersonGone(refused('person', 'not_known'))).toBe(true);
  expect(isPersonGone(refused('where', 'not_known'))).toBe(false);
  expect(isPersonGone(new Error('other'))).toBe(false);
});

test('a saved view keeps a request of a person, and never a search', () => {
  const filter = { model_id: 'lending' };
  expect(keptFilter({ ...filter, person: 'psr_1' })).toEqual(filter);
  expect(keptFilter({ ...filter, person: 'preq_1' })).toEqual({ ...filter, person: 'preq_1' });
  expect(keptFilter(filter)).toEqual(filter);
});
