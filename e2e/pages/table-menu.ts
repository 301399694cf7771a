/** What every table can do, as a person does it: saved views, the table as a file, rows selected. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

export class TableMenu {
  readonly page: Page;
  readonly dialog: Locator;
  readonly bar: Locator;
  readonly printed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog').filter({ visible: true });
    this.bar = page.getByRole('toolbar', { name: 'Selection' });
    this.printed = page.locator('table[data-printed]');
  }

  /** The button: it carries the name of the view that is open. */
  button(name = 'View'): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  /** Chooses an item; `view` is what the button is called at the time. */
  async choose(item: string | RegExp, view = 'View'): Promise<void> {
    await this.button(view).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  async saveView(name: string): Promise<void> {
    await this.choose('Save this view…');
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(this.button(name)).toBeVisible();
  }

  /** Exports in a format from the open dialog, and answers the bytes that were downloaded. */
  async export(format: string): Promise<{ name: string; bytes: Buffer }> {
    await this.dialog.getByRole('radio', { name: format }).check();
    await this.dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(this.dialog.getByText('The file is ready')).toBeVisible();
    const download = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }
}
