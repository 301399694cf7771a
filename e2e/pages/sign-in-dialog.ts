/** The dialog that asks an open console to sign in again. */
import type { Locator, Page } from '@playwright/test';

export class SignInDialog {
  readonly dialog: Locator;
  readonly field: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Sign in again' });
    this.field = this.dialog.getByLabel(/^(API key of this start, or a link|Link)$/);
    this.submit = this.dialog.getByRole('button', { name: 'Sign in', exact: true });
  }

  async enter(keyOrLink: string): Promise<void> {
    await this.field.fill(keyOrLink);
    await this.submit.click();
  }
}
