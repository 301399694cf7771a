/** The import dialog: choosing or dropping a file, mapping its columns, dry run, append, outcome. */
import { expect, type Locator, type Page } from '@playwright/test';

/** A file as the dialog gets it: from the disk, or made on the spot. */
export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

export class ImportDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly outcome: Locator;
  readonly refused: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Import decisions' });
    this.outcome = this.dialog.getByRole('status').getByRole('heading');
    this.refused = this.dialog.getByRole('table').last();
  }

  /** Opens the dialog from the header. */
  async open(): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: /^Import( a file…)?$/ })
      .first()
      .click();
    await expect(this.dialog).toBeVisible();
  }

  /** Chooses a file, in place of one that the dialog has kept. */
  async choose(file: ChosenFile): Promise<void> {
    await this.open();
    const first = this.dialog.getByRole('button', { name: 'Choose a file' });
    const another = this.dialog.getByRole('button', { name: 'Choose another file' });
    const back = this.dialog.getByRole('button', { name: 'Back' });
    await expect(first.or(another).or(back)).toBeVisible();
    // What was tried with that file is shown first.
    if (await back.isVisible()) await back.click();
    await expect(first.or(another)).toBeVisible();
    if (await another.isVisible()) await another.click();
    const chooser = this.page.waitForEvent('filechooser');
    await first.click();
    await (await chooser).setFiles(file);
  }

  /** Drops a file with this text on the screen. */
  async drop(name: string, text: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName));
        return data;
      },
      [name, text] as const,
    );
    const target = this.page.getByRole('heading', { level: 1, name: 'Decisions' });
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await target.dispatchEvent(type, { dataTransfer: transfer });
    }
    await expect(this.dialog).toContainText(name);
  }

  /** Sends a column to a part of the record. */
  async map(column: string, part: string): Promise<void> {
    await this.part(column).selectOption(part);
  }

  /** Where a column goes. */
  part(column: string): Locator {
    return this.dialog.getByRole('combobox', {
      name: `Part of the record for ${column}`,
      exact: true,
    });
  }

  async model(name: string): Promise<void> {
    await this.dialog
      .getByRole('textbox', { name: 'Model' })
      .or(this.dialog.getByRole('combobox', { name: 'Model', exact: true }))
      .first()
      .fill(name);
    await this.page.keyboard.press('Escape');
  }

  async onError(choice: 'Import nothing' | 'Skip it and import the rest'): Promise<void> {
    await this.dialog.getByText(choice, { exact: true }).click();
  }

  async dryRun(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Dry run' }).click();
  }

  /** Imports: past the last look, which says that it cannot be undone. */
  async import(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(this.dialog).toContainText('Appending is irreversible');
    await this.dialog.getByRole('button', { name: 'Append', exact: true }).click();
  }

  async close(by: 'button' | 'Escape' = 'button'): Promise<void> {
    if (by === 'Escape') await this.page.keyboard.press('Escape');
    else await this.dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(this.dialog).toBeHidden();
  }
}
