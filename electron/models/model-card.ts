/** A registered card as it is stored, as it is answered, and as it was sent. */
import type { CreateModel, Metrics, ModelCard } from '../../shared/contract/models.ts';

/** A row of `models` with the hash as hex. Metrics are canonical JSON. */
export interface CardRow {
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly version: string;
  readonly created_at: string;
  readonly model_hash: string | null;
  readonly training_date: string | null;
  readonly framework: string | null;
  readonly performance: string | null;
  readonly fairness: string | null;
  readonly intended_use: string | null;
  readonly limitations: string | null;
  readonly hash: string;
}

/** A registered card with its fairness and its place in the journal; for use inside the engine. */
export interface RegisteredCard {
  readonly card: CreateModel;
  readonly seq: number;
  readonly entryId: string;
  /** `sha256:<hex>` of the ledger entry. */
  readonly entryHash: string;
  /** UTC with milliseconds, as in the entry. */
  readonly createdAt: string;
}

export function registeredCard(row: CardRow): RegisteredCard {
  return {
    card: {
      model_id: row.model_id,
      version: row.version,
      ...given('model_hash', row.model_hash),
      ...given('training_date', row.training_date),
      ...given('framework', row.framework),
      ...given('performance', metricsOf(row.performance)),
      ...given('fairness', metricsOf(row.fairness)),
      ...given('intended_use', row.intended_use),
      ...given('limitations', row.limitations),
    },
    seq: row.seq,
    entryId: row.id,
    entryHash: `sha256:${row.hash}`,
    createdAt: row.created_at,
  };
}

/**
 * The card as the API returns it (specification, "Model card"): without fairness, `created_at` to
 * the second, only the members that were sent.
 */
export function returnedCard({ card, createdAt }: RegisteredCard): ModelCard {
  const { fairness: _fairness, ...returned } = card;
  return { ...inOrder(returned), created_at: toSecond(createdAt) };
}

/** A UTC instant cut to its second. */
export function toSecond(instant: string): string {
  return `${instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

function inOrder(card: Omit<CreateModel, 'fairness'>) {
  return {
    model_id: card.model_id,
    version: card.version,
    ...given('model_hash', card.model_hash),
    ...given('training_date', card.training_date),
    ...given('framework', card.framework),
    ...given('performance', card.performance),
    ...given('intended_use', card.intended_use),
    ...given('limitations', card.limitations),
  };
}

/** The member where it has a value, otherwise no member at all. */
export function given<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { [Key in Name]?: Value } {
  if (value === null || value === undefined) return {};
  const member: { [Key in Name]?: Value } = {};
  member[name] = value;
  return member;
}

/** Metrics from their stored text. `JSON.parse` keeps a member named `__proto__` as a member. */
function metricsOf(text: string | null): Metrics | undefined {
  if (text === null) return undefined;
  const value: Metrics = JSON.parse(text);
  return value;
}
