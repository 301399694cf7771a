/** The recovery screen: what is wrong with the ledger, and what can be done. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

export class RecoveryPage {
  readonly page: Page;
  readonly screen: Locator;
  readonly retry: Locator;

  constructor(page: Page) {
    this.page = page;
    this.screen = page.getByRole('article');
    this.retry = page.getByRole('button', { name: /^(Try again|Start again)$/ });
  }

  async expectShown(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(this.page.getByRole('contentinfo')).toContainText('Ledger not open');
  }

  async showDetails(): Promise<void> {
    await this.screen.getByText('Technical details').click();
  }
}
