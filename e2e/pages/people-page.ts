/** People who sign, by the keyboard: enrolling, signing in, the one who is signed in, revoking. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Keyboard } from './keyboard.ts';

/** Words of the console that these pages are found by. */
export interface PeopleWords {
  readonly enrol: string;
  readonly name: string;
  readonly passphrase: string;
  readonly newPassphrase: string;
  readonly again: string;
  readonly person: string;
  readonly submitEnrol: string;
  readonly signIn: string;
  readonly nobody: string;
  readonly lock: string;
  readonly revoke: string;
  readonly reason: string;
}

export const english: PeopleWords = {
  enrol: 'Enrol…',
  name: 'Name',
  passphrase: 'Passphrase',
  newPassphrase: 'Their passphrase',
  again: 'The passphrase again',
  person: 'Person',
  submitEnrol: 'Enrol',
  signIn: 'Sign in',
  nobody: 'Nobody is signed in',
  lock: 'Lock',
  revoke: 'Revoke',
  reason: 'Reason',
};

export class PeoplePage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly rows: Locator;
  readonly #words: PeopleWords;
  readonly #keys: Keyboard;

  constructor(page: Page, keys: Keyboard, words: PeopleWords = english) {
    this.page = page;
    this.#keys = keys;
    this.#words = words;
    this.dialog = page.getByRole('dialog').filter({ visible: true });
    this.rows = page.getByRole('main').locator('tbody tr');
  }

  async open(): Promise<void> {
    await this.page.goto('/#/settings?tab=people');
    await expect(
      this.page.getByRole('main').getByRole('button', { name: this.#words.enrol }),
    ).toBeVisible();
  }

  /** A text field of the dialog by its label; one that is required has a star. */
  field(label: string): Locator {
    return this.dialog.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();
  }

  /** Types in a field of the dialog that Tab leads to. */
  async type(label: string, text: string): Promise<void> {
    await this.#keys.to(this.field(label));
    await this.#keys.type(text);
  }

  /** Chooses somebody of the list of people, by the beginning of the name. */
  async choosePerson(name: string): Promise<void> {
    const field = this.dialog.getByRole('combobox', { name: this.#words.person });
    await this.#keys.to(field);
    await this.#keys.press('ArrowDown');
    const option = this.page.getByRole('option', { name: new RegExp(`^${name}`) });
    await expect(option).toBeVisible();
    for (let presses = 0; presses < 10; presses += 1) {
      if ((await option.getAttribute('data-combobox-selected')) !== null) break;
      await this.#keys.press('ArrowDown');
    }
    await this.#keys.press('Enter');
    await expect(field).toHaveValue(new RegExp(`^${name}`));
  }

  /** Opens the dialog of enrolment. */
  async beginEnrolment(): Promise<void> {
    const button = this.page.getByRole('main').getByRole('button', { name: this.#words.enrol });
    await this.#keys.choose(button);
    await expect(this.field(this.#words.name)).toBeFocused();
  }

  /** Fills in who is enrolled, and, once there is an administrator, who enrols. */
  async fillEnrolment(
    who: { readonly name: string; readonly role: RegExp; readonly passphrase: string },
    approver?: { readonly passphrase: string },
  ): Promise<void> {
    await this.type(this.#words.name, who.name);
    const role = this.dialog.getByRole('radio', { name: who.role });
    await this.#keys.to(this.dialog.getByRole('radio', { checked: true }));
    for (let presses = 0; presses < 4 && !(await role.isChecked()); presses += 1) {
      await this.#keys.press('ArrowDown');
    }
    await expect(role).toBeChecked();
    await this.type(this.#words.newPassphrase, who.passphrase);
    await this.type(this.#words.again, who.passphrase);
    if (approver !== undefined) await this.type(this.#words.passphrase, approver.passphrase);
  }

  async submitEnrolment(name: string): Promise<void> {
    await this.#keys.press('Control+Enter');
    await expect(this.dialog).toBeHidden();
    await expect(this.rows.filter({ hasText: name })).toBeVisible();
  }

  /** The button at the right of the frame that says who is signed in. */
  who(name: string | RegExp): Locator {
    return this.page.getByRole('banner').getByRole('button', { name });
  }
}
