/** Recording a decision by hand: every fault at its field, a last look, the record in the chain. */
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { recordListSchema } from '../support/api.ts';
import { expectFocusWithin } from '../support/choices.ts';
import { expect, test } from '../support/test.ts';

test('faults are named at their fields and nothing is written until they are gone @whole', async ({
  page,
  api,
}) => {
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New decision' });
  const input = dialog.getByRole('textbox', { name: /^Input/ });
  const output = dialog.getByRole('textbox', { name: /^Output/ });
  const confidence = dialog.getByRole('textbox', { name: 'Confidence' });

  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('Type the model that made the decision.');
  await expect(dialog.getByText('A JSON object is required.')).toHaveCount(2);
  await input.fill('{"age": 41, "age": 14}');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText(/Line 1, column \d+.*age/);
  await input.fill('{"account": 9007199254740993}');
  await expect(dialog).toContainText(/string/);
  await output.fill('[1, 2]');
  await expect(dialog).toContainText('Must be a JSON object');
  await confidence.fill('1.5');
  await expect(dialog).toContainText('Must be a number from 0 to 1.');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByRole('button', { name: 'Append' })).toBeHidden();
  expect((await api.get('/records', recordListSchema)).total).toBe(0);

  await dialog
    .getByRole('combobox', { name: 'Model' })
    .or(dialog.getByRole('textbox', { name: 'Model' }))
    .first()
    .fill('credit-scorer');
  await input.fill('{"age": 41, "note": "Großmann 🙂"}');
  await output.fill('{"decision": "APPROVE"}');
  await confidence.fill('0.93');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Append this decision?');
  await page.keyboard.press('Control+Enter');

  await expect.poll(async () => (await api.get('/records', recordListSchema)).total).toBe(1);
  const { data } = await api.get('/records', recordListSchema);
  await new Inspector(page).expectOpen(data[0]?.id ?? '');
  expect(data[0]).toMatchObject({
    model_id: 'credit-scorer',
    input: { age: 41, note: 'Großmann 🙂' },
    output: { decision: 'APPROVE' },
    confidence: 0.93,
  });
  await decisions.expectTotal(1);
});

test('what was typed survives closing the dialog @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open();
  const open = page.getByRole('main').getByRole('button', { name: 'New decision' }).first();
  const dialog = page.getByRole('dialog', { name: 'New decision' });
  await open.click();
  await expectFocusWithin(dialog);
  await dialog.getByRole('textbox', { name: /^Input/ }).fill('{"kept": true}');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog.getByRole('textbox', { name: /^Input/ })).toHaveValue('{"kept": true}');
});
