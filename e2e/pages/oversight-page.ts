/** The Oversight screen as a person reads it, and the dialog of a decision profile. */
import { expect, type Locator, type Page } from '@playwright/test';

export class OversightPage {
  readonly page: Page;
  readonly figures: Locator;
  readonly fairness: Locator;

  constructor(page: Page) {
    this.page = page;
    this.figures = page.getByRole('region', { name: 'Figures' });
    this.fairness = page.getByRole('table', { name: 'Fairness' });
  }

  /** Opens the figures of a model; `search` is more of the address. */
  async open(model: string, search: Readonly<Record<string, string>> = {}): Promise<void> {
    const query = new URLSearchParams({ model, ...search }).toString();
    await this.page.goto(`/#/oversight?${query}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Oversight' })).toBeVisible();
  }

  /** A figure by its name, with everything that stands in it. */
  figure(name: string | RegExp): Locator {
    return this.figures.getByRole('listitem').filter({ hasText: name });
  }

  /** The line of an open alert, by what its rule is called. */
  alert(title: string): Locator {
    return this.page
      .getByRole('list', { name: 'Open alerts' })
      .getByRole('listitem')
      .filter({ hasText: title });
  }

  /** A row of the groups, by the values that its people have in common. */
  row(name: string): Locator {
    return this.fairness
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  /** Crosses the group that is shown with another one. */
  async crossWith(group: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Crossed with' }).click();
    await this.page.getByRole('option', { name: group, exact: true }).click();
    await this.page.keyboard.press('Escape');
  }
}

/** The dialog that confirms what the decisions of a model mean. */
export class ProfileDialog {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: /^What the decisions of .* mean$/ });
  }

  /** Adds a group by its path; it is named by that. */
  async addGroup(path: string, place: number): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Add a group' }).click();
    const group = this.dialog.getByRole('group', { name: `Group ${place}`, exact: true });
    await group.getByLabel('Path in the record').fill(path);
    await this.page.getByRole('option', { name: path }).first().click();
  }

  async confirm(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }
}
