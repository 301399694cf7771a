/** A card as a Hugging Face model card: YAML metadata with `model-index`, then the usual sections. */
import { stringify } from 'yaml';
import type { Metrics } from '../../../shared/contract/models.ts';
import { toSecond, type RegisteredCard } from '../model-card.ts';
import { blockText, inlineText, table } from './markdown.ts';

/** What a card does not state; the metadata format requires these members. */
const unknown = 'unknown';

/** The text of README.md; the same for the same registration. */
export function huggingFaceText(registered: RegisteredCard): string {
  const { card, seq, entryHash, createdAt } = registered;
  const section = (title: string, text: string | undefined) => [
    '',
    `## ${title}`,
    '',
    text === undefined || text.trim() === '' ? unknown : blockText(text),
  ];
  return `${[
    '---',
    // The hub reads YAML 1.1, where an unquoted date or `no` is not a string.
    stringify(metadataOf(registered), { lineWidth: 0, compat: 'yaml-1.1' }).trimEnd(),
    '---',
    '',
    `# ${inlineText(card.model_id)}`,
    '',
    '## Model Details',
    '',
    `- **Version:** ${card.version}`,
    `- **Framework:** ${inlineText(card.framework ?? unknown)}`,
    `- **Training date:** ${card.training_date ?? unknown}`,
    `- **Artifact hash:** ${card.model_hash === undefined ? unknown : `\`${card.model_hash}\``}`,
    ...section('Uses', card.intended_use),
    ...section('Bias, Risks, and Limitations', card.limitations),
    '',
    '## Evaluation',
    '',
    metricsTable(card.performance),
    '',
    '## Fairness',
    '',
    metricsTable(card.fairness),
    '',
    '## Registration',
    '',
    `Registered ${toSecond(createdAt)} as entry ${seq} of the ledger, \`${entryHash}\`.`,
  ].join('\n')}\n`;
}

function metadataOf({ card, entryHash }: RegisteredCard) {
  const metrics = Object.entries(card.performance ?? {});
  return {
    ...(card.framework === undefined ? {} : { library_name: card.framework }),
    ...(metrics.length === 0
      ? {}
      : {
          'model-index': [
            {
              name: card.model_id,
              results: [
                {
                  task: { type: unknown },
                  dataset: { type: unknown, name: unknown },
                  metrics: metrics.map(([name, value]) => ({ type: name, name, value })),
                },
              ],
            },
          ],
        }),
    // The members of the card that the format has no place for.
    proofdesk: {
      model_id: card.model_id,
      version: card.version,
      ...(card.model_hash === undefined ? {} : { model_hash: card.model_hash }),
      ...(card.training_date === undefined ? {} : { training_date: card.training_date }),
      ...(card.fairness === undefined ? {} : { fairness: card.fairness }),
      ledger_entry: entryHash,
    },
  };
}

function metricsTable(metrics: Metrics | undefined): string {
  const rows = Object.entries(metrics ?? {});
  if (rows.length === 0) return unknown;
  return table(
    ['Metric', 'Value'],
    rows.map(([name, value]) => [inlineText(name), String(value)]),
  );
}
