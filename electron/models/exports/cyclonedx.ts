/** A card as a CycloneDX 1.6 ML-BOM (ECMA-424): the model, its hash, its model card. */
import type { Metrics } from '../../../shared/contract/models.ts';
import { toSecond, type RegisteredCard } from '../model-card.ts';

/** Names of properties that CycloneDX has no member for. */
export const cycloneDxProperties = {
  trainingDate: 'proofdesk:training_date',
  framework: 'proofdesk:framework',
  fairness: 'proofdesk:fairness:',
  ledgerEntry: 'proofdesk:ledger_entry',
} as const;

/** JSON text; the same for the same registration. */
export function cycloneDxText(registered: RegisteredCard): string {
  const { card, entryId, entryHash, createdAt } = registered;
  const digest = entryHash.slice('sha256:'.length);
  const { intended_use: use, limitations, performance } = card;
  const considerations = {
    ...(isStated(use) ? { useCases: [use] } : {}),
    ...(isStated(limitations) ? { technicalLimitations: [limitations] } : {}),
  };
  const metrics = Object.entries(performance ?? {});
  const model = {
    type: 'machine-learning-model',
    'bom-ref': entryId,
    name: card.model_id,
    version: card.version,
    ...(card.model_hash === undefined
      ? {}
      : {
          hashes: [
            { alg: 'SHA-256', content: card.model_hash.slice('sha256:'.length).toLowerCase() },
          ],
        }),
    modelCard: {
      ...(metrics.length === 0
        ? {}
        : {
            quantitativeAnalysis: {
              performanceMetrics: metrics.map(([type, value]) => ({ type, value: String(value) })),
            },
          }),
      ...(Object.keys(considerations).length === 0 ? {} : { considerations }),
    },
    properties: [
      ...property(cycloneDxProperties.trainingDate, card.training_date),
      ...property(cycloneDxProperties.framework, card.framework),
      ...fairnessProperties(card.fairness),
      ...property(cycloneDxProperties.ledgerEntry, entryHash),
    ],
  };
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${uuidOf(digest)}`,
      version: 1,
      metadata: {
        timestamp: toSecond(createdAt),
        tools: { components: [{ type: 'application', name: 'Proofdesk' }] },
      },
      components: [model],
    },
    null,
    2,
  )}\n`;
}

function property(name: string, value: string | undefined): { name: string; value: string }[] {
  return value === undefined ? [] : [{ name, value }];
}

function fairnessProperties(fairness: Metrics | undefined): { name: string; value: string }[] {
  return Object.entries(fairness ?? {}).map(([name, value]) => ({
    name: `${cycloneDxProperties.fairness}${name}`,
    value: String(value),
  }));
}

/** A UUID of version 8 (RFC 9562) from the first 128 bits of the entry's hash. */
function uuidOf(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

function isStated(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
