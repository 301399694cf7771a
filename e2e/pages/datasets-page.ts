/** The Datasets screens as a person reads them: the list, a dataset, its dialogs; rows and filter of a session. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectFocusWithin } from '../support/choices.ts';

export class DatasetsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Datasets/ });
    this.search = page.getByRole('searchbox', { name: 'Find a dataset' });
  }

  async open(): Promise<void> {
    await this.page.goto('/#/datasets');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  }

  /** Opens the dialog of a new dataset. */
  async create(): Promise<void> {
    await this.page.locator('header').getByRole('button', { name: 'New dataset' }).click();
    await expectFocusWithin(this.page.getByRole('dialog'));
  }

  row(name: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.getByRole('link', { name }) });
  }
}

export class DatasetPage {
  readonly page: Page;
  readonly main: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.dialog = page.getByRole('dialog');
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/#/datasets/${encodeURIComponent(id)}`);
    await expect(this.main.getByRole('tab', { name: /^Fields/ })).toBeVisible();
  }

  async show(tab: 'Fields' | 'Protection' | 'Sessions'): Promise<void> {
    await this.main.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expect(this.main.getByRole('tabpanel')).toBeVisible();
  }

  /** Chooses a file in the import dialog and has every line of it checked. */
  async checkFile(name: string, text: string): Promise<void> {
    await this.dialog.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await this.dialog.getByRole('button', { name: 'Check the file' }).click();
  }
}

/** The rows of a session and the filter over them. */
export class RowBrowserPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly pane: Locator;
  readonly filter: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.pane = page.getByRole('region', { name: 'Row', exact: true });
    this.filter = page.getByRole('region', { name: 'Filter', exact: true });
  }

  async open(sessionId: string): Promise<void> {
    await this.page.goto(`/#/sessions/${sessionId}`);
    await this.page.getByRole('button', { name: 'Read rows' }).click();
    await expect(this.grid.locator('[data-row="0"]')).toContainText('rec_');
  }

  row(index: number): Locator {
    return this.grid.locator(`[data-row="${index}"]`);
  }
}
