/** The review queue as a person works it: the rows that wait, the act in its dialog, the timeline. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectFocusWithin } from '../support/choices.ts';
import { Inspector } from './decisions-page.ts';

export class ReviewPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly dialog: Locator;
  readonly inspector: Inspector;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Decisions that wait/ });
    this.dialog = page.getByRole('dialog').filter({ visible: true });
    this.inspector = new Inspector(page);
  }

  /** Opens the queue as the decisions that wait; `search` is what else the address says. */
  async open(search = ''): Promise<void> {
    await this.#goTo(`?by=decisions${search === '' ? '' : `&${search}`}`);
  }

  /** Opens the queue as it is first: by when it is due. */
  async openByDue(search = ''): Promise<void> {
    await this.#goTo(search === '' ? '' : `?${search}`);
  }

  async #goTo(search: string): Promise<void> {
    await this.page.goto(`/#/review${search}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  }

  /** Expects so many decisions in the queue. */
  async expectWaiting(count: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1));
  }

  segment(name: string): Locator {
    return this.page
      .getByRole('radiogroup', { name: 'Why they wait' })
      .getByText(new RegExp(`^${name}`));
  }

  /** Expects the dialog of an act, by its title. */
  async expectDialog(title: string): Promise<void> {
    await expect(this.dialog.getByText(title, { exact: true }).first()).toBeVisible();
    await expectFocusWithin(this.dialog);
  }

  /** Types into the field that has this label, with the keyboard alone: the field must have the focus. */
  async type(label: string, text: string): Promise<void> {
    const field = this.dialog.getByRole('textbox', { name: new RegExp(`^${label}`) });
    await expect(field).toBeFocused();
    await this.page.keyboard.type(text);
  }

  /** Presses a key so often until the field or button with this name has the focus. */
  async tabTo(role: 'textbox' | 'button' | 'radio', name: string | RegExp): Promise<void> {
    const target = this.dialog.getByRole(role, { name }).first();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  }

  /** The acts on the decision that is open, in their order. */
  timeline(): Locator {
    return this.inspector
      .panel()
      .getByRole('list', { name: 'Interventions' })
      .locator(':scope > li');
  }
}
