import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { peopleReads } from '../../testing/people.ts';
import { PoliciesDialog } from './policies-dialog.tsx';

const below = (policy: string) => page.getByLabelText(`Review below, for ${policy}`);
const reads = {
  ...peopleReads([]),
  'GET /review-policies': [],
  'GET /records/facets': {
    total: 5,
    models: [],
    policies: [
      { policy_id: 'lending', count: 3 },
      { policy_id: 'a.b', count: 2 },
    ],
  },
};

checkDialogs([
  {
    name: 'what policies ask for',
    dialog: (opened, onClose) => <PoliciesDialog opened={opened} onClose={onClose} />,
    reads,
    field: 'Review below, for lending',
    text: '0.6',
    call: 'PUT /review-policies/lending',
    answer: { policy_id: 'lending', second_actor: false, review_below: 0.6 },
    body: {
      second_actor: false,
      review_below: 0.6,
      if_previous: { second_actor: false, review_below: null },
    },
    fault: 'über 0, höchstens 1',
    spoil: () =>
      page
        .getByLabelText(/für lending/)
        .first()
        .fill('1.5'),
  },
]);

test('only the policies that were changed are sent, one after the other', async () => {
  const sent = answerApi({
    ...reads,
    'PUT /review-policies/a.b': { policy_id: 'a.b', second_actor: true, review_below: 0.5 },
  });
  await draw(<PoliciesDialog opened onClose={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await below('a.b').fill('0.5');
  await page.getByRole('switch', { name: 'Two persons decide, for a.b' }).click({ force: true });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent.length).toBe(1);
  expect(sent).toMatchObject([{ body: { second_actor: true, review_below: 0.5 } }]);
});
