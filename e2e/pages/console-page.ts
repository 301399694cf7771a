/** What surrounds every screen: navigation, workspace, palette, jobs, status bar, banner. */
import { expect, type Locator, type Page } from '@playwright/test';
import { slow } from '../support/slow-machine.ts';

export type Section =
  | 'Overview'
  | 'Decisions'
  | 'Review'
  | 'Models'
  | 'Sessions'
  | 'Datasets'
  | 'Grants'
  | 'Billing'
  | 'Payouts'
  | 'Integrity'
  | 'Jobs'
  | 'Oversight'
  | 'Persons'
  | 'Audit'
  | 'Settings';

/** What the status bar says while what is open answers: a ledger of this machine, or a server. */
const answers = /^(Engine running|Dienst läuft|Server answering|Server antwortet)$/;

/** Without a change for so long, a screen is taken to be drawn: longer on a machine that is slowed. */
const quietMs = 250 * slow;

export class ConsolePage {
  readonly page: Page;
  readonly navigation: Locator;
  readonly status: Locator;
  readonly main: Locator;
  readonly workspace: Locator;

  constructor(page: Page) {
    this.page = page;
    this.navigation = page.getByRole('navigation', { name: 'Sections' });
    this.status = page.getByRole('contentinfo');
    this.main = page.getByRole('main');
    this.workspace = page.getByRole('button', { name: /ledger (LOCAL|DEMO)$|Opening/ });
  }

  /** Opens a section by its address. */
  async open(section: Section): Promise<void> {
    await this.page.goto(`/#/${section.toLowerCase()}`);
    await this.expectSection(section);
  }

  async expectSection(section: Section): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1, name: section })).toBeVisible();
  }

  /** Waits until a screen is there, loads nothing and has not changed for a moment. */
  async expectSettled(): Promise<void> {
    await expect(this.page.getByText(answers)).toBeVisible();
    await this.page.evaluate(async (quietMs) => {
      await document.fonts.ready;
      await new Promise<void>((settle) => {
        let timer: ReturnType<typeof setTimeout>;
        const isBusy = () =>
          document.querySelector('main :is(h1, h2)') === null ||
          document.querySelector('[aria-busy="true"]') !== null;
        const again = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            if (isBusy()) return again();
            observer.disconnect();
            settle();
          }, quietMs);
        };
        const observer = new MutationObserver(again);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        again();
      });
    }, quietMs);
  }

  /** Opens the palette, types, and answers its field. */
  async palette(text: string): Promise<Locator> {
    await this.page.keyboard.press('Control+k');
    const field = this.page.getByRole('combobox', { name: /^(Command palette|Befehlspalette)$/ });
    await expect(field).toBeFocused();
    await field.fill(text);
    return field;
  }

  /** Runs the palette's first match. */
  async run(text: string): Promise<void> {
    const field = await this.palette(text);
    await expect(this.page.getByRole('option', { name: text }).first()).toBeVisible();
    await field.press('Enter');
    await expect(field).toBeHidden();
  }

  /** Chooses a theme, whatever the system's is. */
  async theme(name: 'Light' | 'Dark'): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Switch to the/ })).toBeVisible();
    const button = this.page.getByRole('button', {
      name: `Switch to the ${name.toLowerCase()} theme`,
    });
    if (await button.isVisible()) await button.click();
    await expect(this.page.locator('html')).toHaveAttribute(
      'data-mantine-color-scheme',
      name.toLowerCase(),
    );
  }
}
