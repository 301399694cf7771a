/** The Billing screens as a person uses them: the tabs, an invoice, their dialogs. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { expectFocusWithin } from '../support/choices.ts';

export type BillingTab =
  | 'Usage'
  | 'Invoices'
  | 'Rate cards'
  | 'Limits and alerts'
  | 'Journal'
  | 'Accounts';

export class BillingPage {
  readonly page: Page;
  readonly main: Locator;
  readonly dialog: Locator;
  readonly invoices: Locator;
  readonly usage: Locator;
  readonly journal: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.dialog = page.getByRole('dialog');
    this.invoices = page.getByRole('grid', { name: /^Invoices/ });
    this.usage = this.main.getByRole('table', { name: 'Usage by group' });
    this.journal = this.main.getByRole('grid', { name: 'Journal' });
  }

  /** Opens the section; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/billing${search === '' ? '' : `?${search}`}`);
    await expect(this.main.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  }

  async show(tab: BillingTab): Promise<void> {
    await this.main.getByRole('tab', { name: tab, exact: true }).click();
    await expect(this.main.getByRole('tab', { name: tab, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  }

  /** The state's segment over the invoices, with its count. */
  segment(state: 'All' | 'Pending' | 'Paid' | 'Overdue' | 'Canceled'): Locator {
    return this.main
      .getByRole('radiogroup', { name: 'State of the invoices' })
      .getByText(new RegExp(`^${state}`));
  }

  invoiceRow(id: string): Locator {
    return this.invoices.getByRole('row').filter({ hasText: id });
  }

  /** Presses the one primary action of the tab. */
  async make(name: string): Promise<void> {
    await this.main.locator('header').getByRole('button', { name, exact: true }).click();
    await expectFocusWithin(this.dialog);
  }
}

export class InvoicePage {
  readonly page: Page;
  readonly main: Locator;
  readonly document: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.document = this.main.getByRole('article', { name: 'The invoice' });
    this.dialog = page.getByRole('dialog');
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/#/billing/invoices/${id}`);
    await expect(this.document).toBeVisible();
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.main.locator('header').first()).toContainText(status);
  }

  part(name: string): Locator {
    return this.main.getByRole('region', { name, exact: true });
  }

  async pay(): Promise<void> {
    await this.main.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Opens a dialog out of the menu of further actions. */
  async action(name: string): Promise<void> {
    await this.main.getByRole('button', { name: 'More', exact: true }).click();
    await this.page.getByRole('menuitem', { name }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Presses a button that hands over a file. */
  async download(button: string): Promise<Download> {
    const download = this.page.waitForEvent('download');
    await this.main.getByRole('button', { name: button }).click();
    return download;
  }
}
