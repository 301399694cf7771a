/** The Decisions screen as a person reads it: grid, filters, chips, columns, selection. */
import { expect, type Locator, type Page } from '@playwright/test';

export class DecisionsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  readonly chips: Locator;
  readonly newDecision: Locator;
  readonly import: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Decisions/ });
    this.search = page.getByRole('searchbox', { name: 'Search decisions' });
    this.chips = page.getByRole('group', { name: 'Active filters' });
    this.newDecision = page.getByRole('banner').or(page.locator('header')).getByRole('button', {
      name: 'New decision',
    });
    this.import = page.locator('header').getByRole('button', { name: 'Import', exact: true });
  }

  /** Opens the screen; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/decisions${search === '' ? '' : `?${search}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Decisions' })).toBeVisible();
  }

  /** Expects so many decisions in the list. */
  async expectTotal(total: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(total + 1));
  }

  /** A row that is there, by its place in the list, 1-based. */
  row(place: number): Locator {
    return this.grid.locator(`[role="row"][aria-rowindex="${place + 1}"]`);
  }

  /** Expects that the row at `place` is on the screen with its content. */
  async expectShown(place: number): Promise<void> {
    await expect(this.row(place)).toBeVisible();
    await expect(this.row(place)).not.toHaveAttribute('aria-busy', 'true');
  }

  /** Titles of the columns, in the order they are shown. */
  async columns(): Promise<string[]> {
    const headers = await this.grid.getByRole('columnheader').all();
    return Promise.all(
      headers.map(async (header) => (await header.getAttribute('aria-label')) ?? ''),
    );
  }

  /** The cells of the column with this title, of the rows that are rendered. */
  async cells(title: string): Promise<string[]> {
    const place = (await this.columns()).findIndex((each) => each.startsWith(title));
    expect(place, `a column ${title}`).toBeGreaterThanOrEqual(0);
    const rows = this.grid.locator('[role="row"][data-row]');
    return rows.evaluateAll(
      (elements, column) =>
        elements.map((row) => row.querySelectorAll('[role="gridcell"]')[column]?.textContent ?? ''),
      place,
    );
  }

  /** The row that the cursor is on, 1-based. */
  async expectCurrent(place: number): Promise<void> {
    const id = await this.row(place).getAttribute('id');
    await expect(this.grid).toHaveAttribute('aria-activedescendant', id ?? '');
  }

  /** Chooses a model in the model filter. */
  async filterByModel(model: string): Promise<void> {
    await this.page.locator('header').getByRole('button', { name: 'Model', exact: true }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${model}`) }).click();
  }

  /** The chip of a filter, by its words. */
  chip(text: string): Locator {
    return this.chips.getByRole('button', { name: text, exact: true });
  }

  async removeChip(text: string): Promise<void> {
    await this.chips.getByRole('button', { name: `Remove filter: ${text}` }).click();
  }

  /** The search parameters of the address. */
  address(): URLSearchParams {
    return new URLSearchParams(new URL(this.page.url()).hash.split('?')[1] ?? '');
  }
}

/** The inspector beside the grid. */
export class Inspector {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Inspector' });
  }

  async expectOpen(recordId: string | RegExp): Promise<void> {
    await expect(this.pane.getByRole('heading', { level: 2 })).toHaveText(recordId);
  }

  tab(
    name: 'Overview' | 'Content' | 'Explanation' | 'Interventions' | 'Chain' | 'Evidence',
  ): Locator {
    return this.pane.getByRole('tab', { name });
  }

  panel(): Locator {
    return this.pane.getByRole('tabpanel');
  }
}
