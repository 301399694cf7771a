/** Settings as a person uses them: API keys, rate limits, the loopback server, connections. */
import { expect, type Locator, type Page } from '@playwright/test';

export type SettingsTab =
  | 'API keys'
  | 'Rate limits'
  | 'Loopback server'
  | 'Connections'
  | 'Databases'
  | 'Backup'
  | 'Diagnostics';

const addresses: Readonly<Record<SettingsTab, string>> = {
  'API keys': 'keys',
  'Rate limits': 'limits',
  'Loopback server': 'server',
  Connections: 'connections',
  Databases: 'databases',
  Backup: 'backup',
  Diagnostics: 'diagnostics',
};

export class SettingsPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly keys: Locator;
  readonly connections: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog').filter({ visible: true });
    this.keys = page.getByRole('table', { name: /^API keys/ });
    this.connections = page.getByRole('table', { name: /^Connections/ });
  }

  async open(tab: SettingsTab): Promise<void> {
    await this.page.goto(`/#/settings?tab=${addresses[tab]}`);
    await expect(this.page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
  }

  key(name: string): Locator {
    return this.keys.getByRole('row').filter({ hasText: name });
  }

  connection(name: string): Locator {
    return this.connections.getByRole('row').filter({ hasText: name });
  }

  /** Makes a key that is bound to nobody and answers it; the dialog is closed again. */
  async makeKey(name: string, role: 'Compliance' | 'Administrator'): Promise<string> {
    await this.open('API keys');
    await this.page.getByRole('button', { name: 'New API key' }).click();
    await this.dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
    await this.dialog.getByRole('radio', { name: role }).check();
    await this.dialog.getByRole('button', { name: 'Make the key' }).click();
    return this.takeKey();
  }

  /** The key that is shown once; closes it. */
  async takeKey(): Promise<string> {
    const shown = this.dialog.getByRole('textbox', { name: 'API key' });
    await expect(shown).toHaveValue(/^pdk_/);
    const key = await shown.inputValue();
    await this.dialog.getByRole('button', { name: 'I have stored it' }).click();
    await expect(this.dialog).toBeHidden();
    return key;
  }

  /** Keeps a connection to a server. */
  async connect(name: string, address: string, key: string): Promise<void> {
    await this.open('Connections');
    await this.page.getByRole('button', { name: 'New connection' }).click();
    await this.dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
    await this.dialog.getByRole('textbox', { name: /^Address/ }).fill(address);
    await this.dialog.getByLabel(/^API key/).fill(key);
    await this.dialog.getByRole('button', { name: 'Keep the connection' }).click();
    await expect(this.dialog).toBeHidden();
    await expect(this.connection(name)).toBeVisible();
  }
}
