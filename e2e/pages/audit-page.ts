/** The audit log as a person uses it: narrowed, an event open, exported. */
import { expect, type Locator, type Page } from '@playwright/test';

export class AuditPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly pane: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Audit events/ });
    this.pane = page.getByRole('region', { name: 'Audit event' });
    this.dialog = page.getByRole('dialog').filter({ visible: true });
  }

  /** Opens the log; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/audit${search === '' ? '' : `?${search}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  }

  row(text: string | RegExp): Locator {
    return this.grid.getByRole('row').filter({ hasText: text }).first();
  }

  /** Expects so many events of what the log is narrowed to. */
  async expectCount(count: number): Promise<void> {
    await expect(this.grid).toHaveAccessibleName(`Audit events, ${count}`);
  }
}
