/** The model registry in the console: register, versions, compare, artifacts, exports, accessibility. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ModelCardPage, ModelsPage, RegisterDialog } from '../pages/models-page.ts';
import {
  expectEverySizeToFit,
  expectAccessibleInBothThemes,
  type Part,
} from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { temporaryDirectory } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

const artifact = 'the bytes of credit-scorer 1.9.0\n';
const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const card = {
  model_id: 'credit-scorer',
  version: '1.9.0',
  model_hash: hashOf(artifact),
  training_date: '2026-01-12',
  framework: 'scikit-learn 1.7',
  performance: { accuracy: 0.93, auc_roc: 0.958 },
  fairness: { demographic_parity: 0.91 },
  intended_use: 'Scores consumer loan applications for a loan officer.',
  limitations: 'Trained on one country.',
};
const nextCard = {
  ...card,
  version: '1.10.0',
  model_hash: hashOf('1.10.0'),
  performance: { accuracy: 0.944, auc_roc: 0.958 },
};

async function register(api: Api, body: Record<string, unknown>): Promise<void> {
  const { status } = await api.send('POST', '/models', { body });
  expect(status).toBe(201);
}

test('registers a card: faults at their fields, a last look, then the card @whole', async ({
  page,
  api,
}) => {
  await api.append({ model_id: 'credit-scorer', input: {}, output: { decision: 'APPROVE' } });
  const flag = page.getByRole('img', { name: 'No model card describes this model' });
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await expect(flag).toBeVisible();
  const models = new ModelsPage(page);
  await models.open();
  await expect(page.getByRole('heading', { name: 'No model cards yet' })).toBeVisible();
  await expect(models.unregistered).toContainText('credit-scorer');
  await models.unregistered.getByRole('button', { name: 'Register credit-scorer' }).click();

  const form = new RegisterDialog(page);
  await expect(form.field('Model id')).toHaveValue('credit-scorer');
  await form.enter({
    Version: '1.0',
    'Training date': '2026-02-30',
    'Artifact hash': 'sha256:12',
  });
  await form.addMetric('performance', 'accuracy', 'high');
  await form.review();
  await expect(form.dialog).toContainText('must be <major>.<minor>.<patch>');
  await expect(form.dialog).toContainText('must be a date, YYYY-MM-DD');
  await expect(form.dialog).toContainText('must be sha256:<64 hex digits>');
  await expect(form.dialog).toContainText('must be a finite number');
  await expect(form.field('Version')).toBeFocused();

  await form.enter({
    Version: card.version,
    'Training date': card.training_date,
    'Artifact hash': card.model_hash,
    'Value of accuracy': '0.93',
    'Intended use': card.intended_use,
  });
  await form.addMetric('fairness', 'demographic_parity', '0.91');
  await form.review();
  await expect(form.dialog).toContainText('never changed or taken back');
  await expect(form.dialog).toContainText('Stays unknown: Framework, Limitations.');
  await form.confirm();

  const shown = new ModelCardPage(page);
  await shown.expectOpen('credit-scorer', '1.9.0');
  await expect(shown.section('Performance')).toContainText('0.93');
  await expect(shown.section('Fairness')).toContainText('demographic_parity');
  await expect(shown.section('Limitations')).toContainText('unknown');
  await expect(shown.section('Ledger entry')).toContainText('#2');
  const stored = await api.send('GET', '/models/credit-scorer');
  expect(stored.body).toMatchObject({ version: '1.9.0', performance: { accuracy: 0.93 } });

  await models.open();
  await models.expectTotal(1);
  await expect(models.row('credit-scorer')).toContainText('Never checked');
  await expect(models.unregistered).toBeHidden();
  await decisions.open();
  await decisions.expectTotal(1);
  await expect(flag).toBeHidden();
});

test('what the API refuses is shown where it belongs, and another card is a conflict @whole', async ({
  page,
  api,
  watch,
}) => {
  watch.expectError(/status of 409/);
  await register(api, card);
  await new ModelsPage(page).open();
  await new ModelsPage(page).register.click();
  const form = new RegisterDialog(page);
  await form.enter({ 'Model id': 'credit-scorer', Version: '1.9.0', Framework: 'another' });
  await form.review();
  await form.confirm();
  await expect(form.dialog.getByRole('alert').first()).toContainText('registered already');
  await expect(form.dialog).toContainText(/req_/);
  expect((await api.send('GET', '/models/credit-scorer')).body).toMatchObject({
    framework: card.framework,
  });
});

test('a new version starts from the card, is the newest by number, and is compared @whole', async ({
  page,
  api,
}) => {
  await register(api, card);
  const shown = new ModelCardPage(page);
  await shown.open('credit-scorer');
  await shown.expectOpen('credit-scorer', '1.9.0');
  await shown.newVersion.click();
  const form = new RegisterDialog(page);
  await expect(form.field('Version')).toHaveValue('1.9.1');
  await expect(form.field('Framework')).toHaveValue(card.framework);
  await expect(form.field('Artifact hash')).toHaveValue('');
  await form.enter({ Version: '1.10.0', 'Value of accuracy': '0.944' });
  await form.review();
  await form.confirm();
  await shown.expectOpen('credit-scorer', '1.10.0');

  await shown.open('credit-scorer');
  await shown.expectOpen('credit-scorer', '1.10.0');
  await shown.tab('Versions');
  const list = page.getByRole('table', { name: 'Versions, newest first' });
  await expect(list.getByRole('rowheader')).toHaveText([/^1\.10\.0/, /^1\.9\.0/]);
  await list.getByRole('button', { name: 'Compare with version 1.9.0' }).click();
  const comparison = page.getByRole('table', { name: 'Members of both versions' });
  await expect(comparison).toContainText('+0.014');
  await expect(comparison).not.toContainText('Intended use');
  await page.getByRole('checkbox', { name: 'Differences only' }).uncheck();
  await expect(comparison).toContainText('Intended use');
  await page.reload();
  await expect(comparison).toContainText('+0.014');

  await page.getByRole('button', { name: 'Version 1.10.0, choose another' }).click();
  await page.getByRole('menuitem', { name: /^1\.9\.0/ }).click();
  await shown.expectOpen('credit-scorer', '1.9.0');
  await expect(page.getByText('Newest is 1.10.0')).toBeVisible();
});

test('the wrong artifact, the right one and a folder are told apart @whole', async ({
  page,
  api,
}) => {
  await register(api, card);
  const shown = new ModelCardPage(page);
  await shown.open('credit-scorer');
  await shown.drop('wrong.bin', `${artifact}altered`);
  await expect(shown.artifact).toContainText('This is not the artifact on the card.');
  await expect(shown.artifact).toContainText('Mismatch');
  await expect(shown.artifact).toContainText(card.model_hash);
  await expect(shown.artifact).toContainText(hashOf(`${artifact}altered`));

  await shown.drop('right.bin', artifact);
  await expect(shown.artifact).toContainText('This is the artifact on the card.');
  await expect(shown.artifact).toContainText('Earlier checks');
  await expect(shown.artifact).toContainText('wrong.bin');

  const folder = temporaryDirectory('artifact');
  try {
    const root = join(folder.path, 'weights');
    mkdirSync(join(root, 'shards'), { recursive: true });
    writeFileSync(join(root, 'config.json'), '{}');
    writeFileSync(join(root, 'shards', 'one.bin'), 'one');
    await page.getByTestId('artifact-folder').setInputFiles(root);
    await expect(shown.artifact).toContainText('OpenSSF root digest');
    await expect(shown.artifact).toContainText('2 files');
    await shown.artifact.getByRole('button', { name: 'Show 2 files' }).click();
    await expect(shown.artifact).toContainText('shards/one.bin');
  } finally {
    folder.remove();
  }
  const models = new ModelsPage(page);
  await models.open();
  await expect(models.row('credit-scorer')).toContainText('Mismatch');
});

test('a check in progress can be canceled and leaves nothing behind @whole', async ({
  page,
  api,
}) => {
  await register(api, card);
  const shown = new ModelCardPage(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/artifact-uploads/*/files**', async (route) => {
    await held;
    await route.abort();
  });
  await shown.open('credit-scorer');
  await shown.drop('large.bin', artifact);
  await expect(shown.artifact.getByRole('progressbar')).toBeVisible();
  await shown.artifact.getByRole('button', { name: 'Cancel' }).click();
  await expect(shown.artifact).toContainText('was canceled. Nothing was recorded.');
  release();
  const { body } = await api.send('GET', '/models/credit-scorer/artifact-checks');
  expect(body).toMatchObject({ data: [] });
});

test('a card is exported in each format @whole', async ({ page, api }) => {
  await register(api, card);
  const shown = new ModelCardPage(page);
  await shown.open('credit-scorer');
  await shown.expectOpen('credit-scorer', '1.9.0');
  const cyclonedx = await shown.export('CycloneDX');
  expect(cyclonedx.name).toMatch(/\.cdx\.json$/);
  expect(JSON.parse(cyclonedx.content.toString())).toMatchObject({ bomFormat: 'CycloneDX' });
  const huggingface = await shown.export('Hugging Face');
  expect(huggingface.name).toMatch(/README\.md$/);
  expect(huggingface.content.toString()).toMatch(/^---\n/);
  const annex = await shown.export('Annex IV');
  expect(annex.content.toString()).toContain('Annex IV');
  const pdf = await shown.export('PDF');
  expect(pdf.name).toMatch(/\.pdf$/);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');

  // What was exported is a start for a form again.
  const models = new ModelsPage(page);
  await models.open();
  await page.getByTestId('card-file').first().setInputFiles({
    name: 'README.md',
    mimeType: 'text/markdown',
    buffer: huggingface.content,
  });
  await expect(new RegisterDialog(page).field('Intended use')).toHaveValue(card.intended_use);
});

test('a threshold is kept on this machine and says what it is @whole', async ({ page, api }) => {
  await register(api, card);
  const shown = new ModelCardPage(page);
  await shown.open('credit-scorer');
  await page.getByRole('button', { name: 'Set threshold for accuracy' }).click();
  const editor = page.getByRole('dialog', { name: 'Your threshold for accuracy' });
  await expect(editor).toContainText('kept on this machine only');
  await editor.getByRole('textbox', { name: 'Threshold' }).fill('0.95');
  await editor.getByRole('textbox', { name: 'Threshold' }).press('Enter');
  await expect(shown.section('Performance')).toContainText('Missed');
  await page.reload();
  await expect(shown.section('Performance')).toContainText('yours ≥ 0.95');
});

test.describe('with decisions', () => {
  test.use({ demo: 300 });

  test('decisions lead to the card in force, the card to its decisions @whole', async ({
    page,
    api,
  }) => {
    const { body } = await api.send('GET', '/records?model_id=credit-scorer&limit=1');
    expect(body).toMatchObject({ data: [{ model_id: 'credit-scorer' }] });
    await register(api, { ...card, model_id: 'new-model' });
    const record = await api.append({
      model_id: 'new-model',
      input: {},
      output: { decision: 'APPROVE' },
      confidence: 0.8,
    });
    await page.goto(`/#/decisions?record=${record.id}`);
    const inspector = new Inspector(page);
    await expect(inspector.pane).toContainText('Model card in force:');
    await inspector.pane.getByRole('link', { name: 'new-model 1.9.0' }).click();
    const shown = new ModelCardPage(page);
    await shown.expectOpen('new-model', '1.9.0');
    await shown.tab('Decisions');
    await expect(page.getByRole('img', { name: /^Confidence from/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await expect(page.getByRole('table', { name: 'Confidence by period' })).toBeVisible();
    await page.getByRole('link', { name: 'Show them in Decisions' }).click();
    await expect(page.getByRole('grid', { name: /^Decisions/ })).toHaveAttribute(
      'aria-rowcount',
      '2',
    );
  });

  test('a decision of a model without a card says so and leads to its registration @whole', async ({
    page,
    api,
    watch,
  }) => {
    watch.expectError(/status of 404 .*\/models\/nobody/);
    const unknown = await api.append({ model_id: 'nobody', input: {}, output: {} });
    await page.goto(`/#/decisions?record=${unknown.id}`);
    const inspector = new Inspector(page);
    await expect(inspector.pane).toContainText('Model not registered');
    await inspector.pane.getByRole('link', { name: 'Register its card' }).click();
    await expect(page.getByRole('heading', { name: 'nobody has no card' })).toBeVisible();
  });
});

test('the list is searched, ordered and walked through by keys @whole', async ({ page, api }) => {
  await register(api, card);
  await register(api, nextCard);
  await register(api, { model_id: 'audit/log model', version: '2.0.0' });
  await register(api, { model_id: 'fraud-guard', version: '0.2.0', framework: 'XGBoost' });
  const models = new ModelsPage(page);
  await models.open();
  await models.expectTotal(3);
  expect(await models.listed()).toEqual(['audit/log model', 'credit-scorer', 'fraud-guard']);
  await page.getByRole('columnheader', { name: 'Version', exact: true }).click();
  await expect
    .poll(() => models.listed())
    .toEqual(['fraud-guard', 'credit-scorer', 'audit/log model']);
  await page.keyboard.press('/');
  await expect(models.search).toBeFocused();
  await models.search.fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: /No model matches/ })).toBeVisible();
  await models.search.fill('log');
  await models.expectTotal(1);
  await models.search.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await new ModelCardPage(page).expectOpen('audit/log model', '2.0.0');
  await expect(page.getByRole('heading', { name: 'audit/log model' })).toBeFocused();
  await page.goBack();
  await models.expectTotal(1);
});

/** The states of the screens that are checked, each with the way to it. */
const states: Readonly<Record<string, { part: Part; open: (page: Page) => Promise<void> }>> = {
  list: {
    part: 'screen',
    open: async (page) => {
      const models = new ModelsPage(page);
      await models.open();
      await models.expectTotal(2);
    },
  },
  dialog: {
    part: 'overlay',
    open: async (page) => {
      const models = new ModelsPage(page);
      await models.open();
      await models.register.click();
      const form = new RegisterDialog(page);
      await form.addMetric('performance', 'accuracy', 'x');
      await form.review();
      await expect(form.dialog).toContainText('must be a finite number');
    },
  },
  card: {
    part: 'screen',
    open: async (page) => {
      const shown = new ModelCardPage(page);
      await shown.open('credit-scorer');
      await expect(shown.section('Fairness')).toContainText('demographic_parity');
      await shown.drop('wrong.bin', 'wrong');
      await expect(shown.artifact).toContainText('Mismatch');
    },
  },
  menu: {
    part: 'overlay',
    open: async (page) => {
      await new ModelCardPage(page).open('credit-scorer');
      await page.locator('header').getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menuitem', { name: /^PDF/ })).toBeVisible();
    },
  },
  versions: {
    part: 'screen',
    open: async (page) => {
      await new ModelCardPage(page).open('credit-scorer', 'tab=versions&compare=1.9.0');
      await expect(page.getByRole('table', { name: 'Members of both versions' })).toBeVisible();
    },
  },
  decisions: {
    part: 'screen',
    open: async (page) => {
      await new ModelCardPage(page).open('credit-scorer', 'tab=decisions');
      await page.getByRole('button', { name: 'Show as a table' }).click();
    },
  },
  gaps: {
    part: 'screen',
    open: async (page) => {
      await new ModelCardPage(page).open('credit-scorer', 'tab=annex');
      await expect(page.getByRole('table', { name: 'EU AI Act, Annex IV' })).toBeVisible();
    },
  },
};

test('every state of list, card and dialog is accessible in both themes and fits the window @whole', async ({
  page,
  api,
}) => {
  test.setTimeout(420_000);
  await register(api, card);
  await register(api, nextCard);
  await register(api, { model_id: 'bare', version: '0.1.0' });
  await api.append({ model_id: 'credit-scorer', input: {}, output: {}, confidence: 0.7 });
  await api.append({ model_id: 'nobody', input: {}, output: {} });
  for (const [name, { part, open }] of Object.entries(states)) {
    await test.step(name, async () => {
      await open(page);
      await expectAccessibleInBothThemes(page, name, part);
      await expectEverySizeToFit(page, name);
      if (part === 'overlay') await page.keyboard.press('Escape');
      if (name === 'dialog') await page.getByRole('button', { name: 'Leave', exact: true }).click();
    });
  }
});
