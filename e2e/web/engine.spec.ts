/** The engine goes away and comes back: the screen stays readable and says so. */
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { startHost } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

test('a dead host is announced, rows stay readable, and its return ends it @whole', async ({
  page,
  api,
  host,
  watch,
}) => {
  watch.expectError(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_CONNECTION_RESET|status of (401|503)/,
  );
  await api.append({ model_id: 'm', input: { word: 'kept' }, output: { decision: 'KEEP' } });
  const decisions = new DecisionsPage(page);
  const console = new ConsolePage(page);
  await decisions.open();
  await decisions.expectShown(1);
  await console.expectSettled();
  await host.kill();
  await expect(page.getByRole('alert')).toContainText('The engine does not answer');
  await expect(console.status).toContainText('Engine not answering');
  await decisions.expectShown(1);
  await expect(decisions.row(1)).toContainText('KEEP');

  const again = await startHost({ directory: host.directory, port: host.port });
  try {
    // A new start has a new session: the browser signs in again, as a person would.
    await page.goto(again.url);
    await decisions.open();
    await decisions.expectShown(1);
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(console.status).toContainText('Engine running');
  } finally {
    await again.stop();
  }
});
