/** Hands on the keyboard alone: a press of the mouse fails the test. */
import { expect, type Locator, type Page } from '@playwright/test';

/** So many presses of Tab reach whatever is on one screen. */
const enough = 120;

export class Keyboard {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** From here on nothing may be pressed with a pointer in this page. */
  static async only(page: Page): Promise<Keyboard> {
    await page.addInitScript(() => {
      window.addEventListener(
        'pointerdown',
        (event) => {
          if (event.isTrusted) throw new Error('A pointer was used in a test of the keyboard.');
        },
        true,
      );
    });
    return new Keyboard(page);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Runs a command by its words, or opens a pasted id. */
  async run(words: string, option: string | RegExp = words): Promise<void> {
    // A dialog that is still closing keeps every key for itself.
    await expect(this.#page.locator('[role="dialog"][aria-modal="true"]')).toHaveCount(0);
    await this.press('Control+k');
    const field = this.#page.getByRole('combobox', { name: /^(Command palette|Befehlspalette)$/ });
    await expect(field).toBeFocused();
    await this.type(words);
    await expect(this.#page.getByRole('option').first()).toContainText(option);
    await this.press('Enter');
    await expect(field).toBeHidden();
  }

  /** Presses Tab (or another key) until `target` has the focus. */
  async to(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeAttached();
    for (let presses = 0; presses < enough; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    await expect(target).toBeFocused();
  }

  /** Goes to a button or link and presses it. */
  async choose(target: Locator): Promise<void> {
    await this.to(target);
    await this.press('Enter');
  }
}
