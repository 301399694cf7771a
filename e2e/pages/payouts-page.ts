/** The Payouts screen as a person uses it: holders, payouts, shares, runs, revenue. */
import { expect, type Locator, type Page } from '@playwright/test';

export class PayoutsPage {
  readonly page: Page;
  readonly main: Locator;
  readonly dialog: Locator;
  readonly list: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.dialog = page.getByRole('dialog');
    this.list = this.main.getByRole('grid', { name: 'Payouts' });
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/payouts${search === '' ? '' : `?${search}`}`);
    await expect(this.main.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  }

  holder(id: string): Locator {
    return this.main.getByRole('region', { name: id, exact: true });
  }

  /** The money of one holder, step by step. */
  money(id: string): Locator {
    return this.main.getByRole('region', { name: `Money of ${id}` });
  }

  /** Runs payouts and waits until the dialog is gone. */
  async run(): Promise<void> {
    await this.main.getByRole('button', { name: 'Run payouts' }).click();
    await this.dialog.getByRole('button', { name: 'Run now' }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** A figure of the revenue summary, by the words over it. */
  figure(name: string): Locator {
    return this.main
      .locator('dl > div')
      .filter({ has: this.page.locator('dt', { hasText: name }) });
  }
}
