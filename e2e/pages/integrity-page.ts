/** The Integrity screen: a verification, its verdict in words, the breaks and one of them. */
import { expect, type Locator, type Page } from '@playwright/test';

export class IntegrityPage {
  readonly page: Page;
  readonly verify: Locator;
  readonly verdict: Locator;
  readonly breaks: Locator;
  readonly detail: Locator;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.verify = main.getByRole('button', { name: 'Verify now' });
    this.verdict = main.getByRole('heading', { level: 2 }).first();
    this.breaks = main.getByRole('listbox', { name: 'Breaks in journal order' });
    this.detail = main.getByRole('article');
  }

  /** `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/integrity${search === '' ? '' : `?${search}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Integrity' })).toBeVisible();
  }

  /** Verifies the ledger and expects every one of its entries checked, without a break. */
  async expectVerified(entries: number): Promise<void> {
    const count = entries.toLocaleString('en');
    await expect(this.verdict).toContainText('Verified');
    await expect(this.page.getByText(`Checked ${count} of ${count} entries`)).toBeVisible();
  }

  /** The breaks in their order: entry, what was found, field, record. */
  break(place: number): Locator {
    return this.breaks.getByRole('option').nth(place);
  }
}
