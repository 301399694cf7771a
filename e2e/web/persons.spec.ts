/** A request of a person by keyboard alone: taken in, decisions found and ticked, explained by a letter, closed. */
import { Keyboard } from '../pages/keyboard.ts';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a request is taken in, found, explained and closed', async ({ page, api }) => {
  const record = {
    model_id: 'lending',
    input: { applicant: 'Finn Xu', lvrat: 0.92 },
    output: { decision: 'deny' },
    explanation: { lvrat: -0.31 },
  };
  expect((await api.send('POST', '/records', { body: record })).status).toBe(201);
  const keys = await Keyboard.only(page);
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  await page.goto('/#/persons');
  await expect(main.getByText('Nobody has asked for anything yet')).toBeVisible();

  await keys.run('New request of a person…');
  await expect(dialog.getByRole('combobox', { name: /^Who it is/ })).toBeFocused();
  await keys.type('Finn Xu');
  await keys.press('Enter');
  await keys.to(dialog.getByRole('checkbox', { name: 'Explanation' }));
  await keys.press('Space', 'Control+Enter');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^\d{4}-001$/);

  const tick = main.getByRole('checkbox', { name: /is about this person$/ });
  await keys.to(tick);
  await keys.press('Space');
  await keys.to(main.getByRole('button', { name: 'Use 1 decision' }));
  await keys.press('Enter');
  await expect(page.getByText('1 decision is about this person')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a request of a person');

  await keys.to(main.getByRole('tab', { name: /^Find/ }));
  await keys.press('ArrowRight', 'ArrowRight');
  await keys.to(main.getByRole('button', { name: 'Write a letter' }));
  await keys.press('Enter');
  await keys.to(dialog.getByRole('textbox', { name: 'Who decides' }));
  await keys.type('Example Bank');
  await keys.to(dialog.getByRole('textbox', { name: 'Where to object' }));
  await keys.type('objections@bank.example');
  await keys.press('Control+Enter');
  await expect(dialog.getByText('lvrat 0.92, weight -0.31')).toBeVisible();
  await keys.choose(dialog.getByRole('button', { name: 'Sign the letter' }));
  await expect(main.getByRole('table', { name: 'Letters' })).toContainText('English');

  await keys.run('Close the request');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await keys.press('Control+Enter');
  await expect(main.getByText('Closed', { exact: true }).first()).toBeVisible();
});
