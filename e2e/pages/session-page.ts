/** The Sessions screens as a person uses them: the list, one session with its tabs, its dialogs. */
import { expect, type Locator, type Page } from '@playwright/test';

export type SessionState = 'All' | 'Active' | 'Expired' | 'Revoked' | 'Closed';

export class SessionsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly openSession: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Sessions/ });
    this.openSession = page.locator('header').getByRole('button', { name: 'Open a session' });
  }

  /** Opens the list; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/sessions${search === '' ? '' : `?${search}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  }

  segment(state: SessionState): Locator {
    return this.page
      .getByRole('radiogroup', { name: 'State of the sessions' })
      .getByText(new RegExp(`^${state}`));
  }

  row(purpose: string): Locator {
    return this.grid
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: purpose, exact: true }) });
  }

  async expectTotal(total: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(total + 1));
  }
}

export type SessionTab = 'Activity' | 'Data' | 'Aggregate' | 'Operations' | 'Evidence' | 'Usage';

export class SessionPage {
  readonly page: Page;
  readonly header: Locator;
  readonly main: Locator;
  readonly dialog: Locator;
  readonly rows: Locator;
  readonly evidence: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.header = this.main.locator('header');
    this.dialog = page.getByRole('dialog');
    this.rows = page.getByRole('grid', { name: 'Rows of the session' });
    this.evidence = this.main.getByRole('region', { name: 'Evidence', exact: true });
  }

  async open(id: string, search = ''): Promise<void> {
    await this.page.goto(`/#/sessions/${id}${search === '' ? '' : `?${search}`}`);
    await expect(this.main.getByRole('tab', { name: 'Activity' })).toBeVisible();
  }

  /** Opens the rows and presses for the first of them, which nothing but that reads; waits for one. */
  async read(row: string | RegExp = /rec_/): Promise<void> {
    await this.tab('Data');
    await this.button(/^Read \d+ rows? ·/).click();
    await expect(this.rows).toContainText(row);
  }

  async expectOpen(purpose: string, state: string): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1 })).toHaveText(purpose);
    await expect(this.header).toContainText(state);
  }

  async tab(name: SessionTab): Promise<void> {
    await this.main.getByRole('tab', { name }).click();
  }

  button(name: string | RegExp): Locator {
    return this.main.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Opens a dialog out of the menu of further actions. */
  async action(name: RegExp): Promise<void> {
    await this.header.getByRole('button', { name: 'More actions' }).click();
    await this.page.getByRole('menuitem', { name }).click();
    await expect(this.dialog).toBeVisible();
  }
}
