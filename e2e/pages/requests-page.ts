/** The API calls of Developers as a person uses it: whose, which, one open beside the list. */
import { expect, type Locator, type Page } from '@playwright/test';
import { ConsolePage } from './console-page.ts';

export class RequestsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly pane: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^API calls/ });
    this.pane = page.getByRole('region', { name: 'Request', exact: true });
    this.search = page.getByRole('searchbox', { name: /^Search requests/ });
  }

  /** Opens the screen; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/developers?tab=calls${search === '' ? '' : `&${search}`}`);
    await expect(this.page.getByRole('tab', { name: 'API calls', selected: true })).toBeVisible();
    // The calls of the screen itself come in above the others, which move below them.
    await new ConsolePage(this.page).expectSettled();
  }

  row(text: string | RegExp): Locator {
    return this.grid.getByRole('row').filter({ hasText: text }).first();
  }

  /** The rows that were answered so. */
  answered(status: number): Locator {
    const answer = this.page.getByText(String(status), { exact: true });
    return this.grid.getByRole('row').filter({ has: answer });
  }

  segment(group: 'Whose requests' | 'By answer', name: string): Locator {
    return this.page
      .getByRole('radiogroup', { name: group })
      .getByText(new RegExp(`^${name}\\s*\\d*$`));
  }

  /** What the request that is open was refused with. */
  error(): Locator {
    return this.pane.getByRole('region', { name: 'The error as it was answered' }).locator('pre');
  }

  /** The command that repeats the request that is open. */
  curl(): Locator {
    return this.pane.getByRole('region', { name: 'As curl' }).locator('pre');
  }
}
