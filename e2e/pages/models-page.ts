/** The Models screens as a person reads them: the list, a card, the form that registers one. */
import { expect, type Locator, type Page } from '@playwright/test';

export class ModelsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  readonly register: Locator;
  readonly unregistered: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: /^Models/ });
    this.search = page.getByRole('searchbox', { name: 'Search models' });
    this.register = page.locator('header').getByRole('button', { name: 'Register a card' });
    this.unregistered = page.getByRole('region', { name: 'Models without a card' });
  }

  /** Opens the list; `search` is the address after the question mark. */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/#/models${search === '' ? '' : `?${search}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  }

  /** Expects so many models in the list. */
  async expectTotal(total: number): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(total + 1));
  }

  row(modelId: string): Locator {
    return this.grid
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name: modelId, exact: true }) });
  }

  /** Model ids in the order they are listed, of the rows that are rendered. */
  async listed(): Promise<string[]> {
    return this.grid.locator('[role="row"][data-row] a').allTextContents();
  }
}

export type CardTab = 'Card' | 'Decisions' | 'Versions' | 'Completeness';

export class ModelCardPage {
  readonly page: Page;
  readonly main: Locator;
  readonly newVersion: Locator;
  readonly artifact: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.newVersion = page.locator('header').getByRole('button', { name: 'New version' });
    this.artifact = page.getByRole('region', { name: 'Artifact check' });
  }

  async open(modelId: string, search = ''): Promise<void> {
    const address = `/#/models/${encodeURIComponent(modelId)}`;
    await this.page.goto(`${address}${search === '' ? '' : `?${search}`}`);
  }

  async expectOpen(modelId: string, version: string): Promise<void> {
    await expect(this.main.getByRole('heading', { level: 1 })).toHaveText(modelId);
    await expect(
      this.page.getByRole('button', { name: `Version ${version}, choose another` }),
    ).toBeVisible();
  }

  section(name: string): Locator {
    return this.main.getByRole('region', { name, exact: true });
  }

  async tab(name: CardTab): Promise<void> {
    await this.main.getByRole('tab', { name }).click();
  }

  /** Drops a file on the page, as the system's file manager does. */
  async drop(name: string, text: string): Promise<void> {
    const zone = this.page.getByTestId('artifact-zone');
    await expect(zone).toBeVisible();
    await zone.evaluate(
      (element, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([file.text], file.name));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          element.dispatchEvent(
            new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
          );
        }
      },
      { name, text },
    );
  }

  /** Exports in a format; answers the name and the bytes of the download. */
  async export(format: string): Promise<{ name: string; content: Buffer }> {
    await this.page.locator('header').getByRole('button', { name: 'Export' }).click();
    const started = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
    const download = await started;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), content: Buffer.concat(chunks) };
  }
}

/** The form in its dialog. */
export class RegisterDialog {
  readonly dialog: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog');
  }

  field(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: false });
  }

  async enter(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value);
  }

  async addMetric(group: 'performance' | 'fairness', name: string, value: string): Promise<void> {
    const editor = this.dialog.getByRole('group', {
      name: group === 'performance' ? 'Performance' : 'Fairness',
    });
    await editor.getByRole('button', { name: `Add a ${group} metric` }).click();
    await editor
      .getByRole('textbox', { name: /^Name of metric/ })
      .last()
      .fill(name);
    await editor
      .getByRole('textbox', { name: /^Value of/ })
      .last()
      .fill(value);
  }

  async review(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Review' }).click();
  }

  async confirm(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Register for good' }).click();
  }
}
