/** Servers elsewhere, kept and opened as a person does it. */
import { expect, type Page } from '@playwright/test';
import { expectFocusWithin } from './choices.ts';

/** Keeps a connection in the settings, as a person does. */
export async function connect(
  page: Page,
  name: string,
  address: string,
  key: string,
): Promise<void> {
  await page.goto('/#/settings?tab=connections');
  await page.getByRole('button', { name: 'New connection' }).first().click();
  const dialog = page.getByRole('dialog');
  await expectFocusWithin(dialog);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'API key' }).fill(key);
  await dialog.getByRole('button', { name: 'Keep the connection' }).click();
  await expect(dialog).toBeHidden();
}

/** Chooses an action of a connection from its menu. */
export async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export async function openServer(page: Page, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Open ${name}` })
    .click();
  await expect(workspaceButton(page, name)).toContainText('REMOTE');
}

export const workspaceButton = (page: Page, name: string) => page.getByTitle(`Workspace: ${name}`);
