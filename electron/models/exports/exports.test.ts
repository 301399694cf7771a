/** Cards in other formats and back: valid by the format's own rules, the same bytes every time. */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recordsErrorSchema } from '../../../shared/contract/errors.ts';
import { proposedCardSchema, type ProposedCard } from '../../../shared/contract/models.ts';
import { TestApi } from '../../api/test-api.ts';

const card = {
  model_id: 'acme/credit scorer',
  version: '1.10.0',
  model_hash: `sha256:${'ab'.repeat(32)}`,
  training_date: '2024-02-29',
  framework: 'XGBoost 2.0: "fast"',
  performance: { accuracy: 0.94, 'auc|roc': 1e-7, rmse: 12.5 },
  fairness: { demographic_parity: -0.02 },
  intended_use: 'Consumer credit.\n\n# Not a heading\n- one\n- two <b>x</b>',
  limitations: 'Größe, Ελληνικά, кириллица, 漢字 and 😀\n---\nend',
};

let test: TestApi;
beforeEach(async () => {
  test = await TestApi.open();
});
afterEach(() => test.close());

async function register(body: object): Promise<void> {
  expect((await test.send('POST', '/models', { body })).status).toBe(201);
}

async function exported(format: string, id = card.model_id): Promise<Response> {
  const response = await test.send(
    'GET',
    `/models/${encodeURIComponent(id)}/export?format=${format}`,
  );
  expect(response.status).toBe(200);
  return response;
}

async function imported(format: string, body: string, type: string): Promise<ProposedCard> {
  const response = await test.send('POST', `/models/import?format=${format}`, {
    body,
    headers: { 'content-type': type },
  });
  expect(response.status).toBe(200);
  return proposedCardSchema.parse(await response.json());
}

const smallest = { model_id: 'small', version: '0.0.1' };

describe('CycloneDX ML-BOM', () => {
  it('is valid by the schema of CycloneDX 1.6, whole and smallest', async () => {
    await register(card);
    await register(smallest);
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    for (const id of [card.model_id, smallest.model_id]) {
      const response = await exported('cyclonedx', id);
      expect(response.headers.get('content-type')).toBe('application/vnd.cyclonedx+json');
      const text = await response.text();
      expect(await validator.validate(text)).toBeNull();
      const bom: unknown = JSON.parse(text);
      expect(bom).toMatchObject({
        specVersion: '1.6',
        components: [{ type: 'machine-learning-model', name: id }],
      });
    }
    // The validator does refuse.
    expect(
      await validator.validate('{"bomFormat":"CycloneDX","specVersion":"1.6","x":1}'),
    ).not.toBeNull();
  });

  it('is read back as the card that was exported', async () => {
    await register(card);
    const text = await (await exported('cyclonedx')).text();
    const proposal = await imported('cyclonedx', text, 'application/vnd.cyclonedx+json');
    expect(proposal).toEqual({ card, missing: [], notes: [] });
    const models = await test.send('GET', '/models');
    expect(await models.json()).toHaveLength(1);
  });

  it('proposes what a foreign BOM states and says what is missing', async () => {
    const bom = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'app' } },
      components: [
        { type: 'library', name: 'lib' },
        {
          type: 'machine-learning-model',
          group: 'org',
          name: 'bert',
          version: 'v1',
          hashes: [{ alg: 'MD5', content: 'x' }],
          modelCard: {
            quantitativeAnalysis: {
              performanceMetrics: [
                { type: 'f1', value: '0.9', slice: 'women' },
                { type: 'bleu', value: 'high' },
              ],
            },
            considerations: { useCases: ['a', 'b'], technicalLimitations: [] },
          },
        },
      ],
    };
    const proposal = await imported('cyclonedx', JSON.stringify(bom), 'application/json');
    expect(proposal.card).toEqual({
      model_id: 'org/bert',
      performance: { 'f1 (women)': 0.9 },
      intended_use: 'a\nb',
    });
    expect(proposal.missing).toContain('version');
    expect(proposal.notes).toHaveLength(3);
    for (const body of ['{"bomFormat":"CycloneDX"}', '{"a":1}', '[]', 'nonsense']) {
      const response = await test.send('POST', '/models/import?format=cyclonedx', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(400);
      recordsErrorSchema.parse(await response.json());
    }
  });
});

describe('Hugging Face card', () => {
  it('has metadata with a model-index and the usual sections', async () => {
    await register(card);
    const response = await exported('huggingface');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''acme_credit%20scorer-1.10.0.README.md",
    );
    const text = await response.text();
    const [, front = ''] = text.split('---\n');
    expect(parse(front)).toMatchObject({
      library_name: card.framework,
      'model-index': [
        {
          name: card.model_id,
          results: [
            {
              metrics: [
                { type: 'accuracy', name: 'accuracy', value: 0.94 },
                { type: 'auc|roc', name: 'auc|roc', value: 1e-7 },
                { type: 'rmse', name: 'rmse', value: 12.5 },
              ],
            },
          ],
        },
      ],
      proofdesk: { version: '1.10.0' },
    });
    expect(parse(front, { version: '1.1' })).toEqual(parse(front));
    const headings = text.split('\n').filter((line) => line.startsWith('## '));
    expect(headings).toEqual([
      '## Model Details',
      '## Uses',
      '## Bias, Risks, and Limitations',
      '## Evaluation',
      '## Fairness',
      '## Registration',
    ]);
  });

  it('is read back as the card that was exported', async () => {
    await register(card);
    await register(smallest);
    const text = await (await exported('huggingface')).text();
    expect(await imported('huggingface', text, 'text/markdown')).toEqual({
      card,
      missing: [],
      notes: [],
    });
    const small = await imported(
      'huggingface',
      await (await exported('huggingface', 'small')).text(),
      'text/plain',
    );
    expect(small.card).toEqual(smallest);
  });

  it("proposes what a foreign README states, and never what it doesn't", async () => {
    const readme = [
      '---',
      'license: mit',
      'library_name: transformers',
      'model-index:',
      '- name: bert-base',
      '  results:',
      '  - task: {type: text-classification}',
      '    metrics:',
      '    - {type: accuracy, value: 0.91}',
      '    - {type: f1, value: .nan}',
      '---',
      '# BERT base',
      '## Intended uses & limitations',
      'For classification.',
      '### How to use',
      '```python',
      '# Limitations are not here',
      '```',
      '## Limitations and bias',
      '<!-- hint -->[More Information Needed]',
    ].join('\r\n');
    const proposal = await imported('huggingface', readme, 'text/markdown');
    expect(proposal.card).toEqual({
      model_id: 'bert-base',
      framework: 'transformers',
      performance: { accuracy: 0.91 },
      intended_use: expect.stringContaining('For classification.'),
      limitations: expect.stringContaining('For classification.'),
    });
    expect(proposal.missing).toEqual(['version', 'model_hash', 'training_date', 'fairness']);
    expect(proposal.notes.join()).toContain('f1');
  });

  it('refuses metadata that is not YAML or grows without end', async () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (let level = 0; level < 9; level += 1) {
      const [name, before] = ['bcdefghij'[level], 'abcdefghi'[level]];
      bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join()}]`);
    }
    for (const front of ['a: [b', 'a: 1\na: 2', bomb.join('\n')]) {
      const response = await test.send('POST', '/models/import?format=huggingface', {
        body: `---\n${front}\n---\n# x`,
        headers: { 'content-type': 'text/markdown' },
      });
      expect(response.status).toBe(400);
    }
  });
});

describe('Annex IV gap list', () => {
  it('lists every point with its status, and keeps free text from breaking the table', async () => {
    await register(card);
    const text = await (await exported('annex-iv')).text();
    const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
    expect(rows).toHaveLength(23);
    expect(rows.find((row) => row.startsWith('| 2(g)'))).toContain('partial');
    expect(rows.find((row) => row.startsWith('| 9 '))).toContain('unknown');
    for (const row of rows) expect(row.split(' | ')).toHaveLength(5);
  });
});

describe('PDF card', () => {
  it('embeds its fonts, has fixed dates, and is the same every time', async () => {
    await register(card);
    const response = await exported('pdf');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const text = bytes.toString('latin1');
    expect(text).toContain('/FontFile2');
    expect(text).not.toContain('/Helvetica');
    expect(text).toContain('(D:20260101000000Z)');
    test.now += 1_000_000;
    expect(bytes.equals(Buffer.from(await (await exported('pdf')).arrayBuffer()))).toBe(true);
    await register(smallest);
    expect((await exported('pdf', 'small')).status).toBe(200);
  });
});
