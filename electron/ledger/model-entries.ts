/** The entries of the model registry: their exact members, and the projection rows they stand for. */
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import {
  artifactMethods,
  artifactOutcomes,
  createModelSchema,
  versionParts,
  type ArtifactOutcome,
  type CreateModel,
} from '../../shared/contract/models.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  evidenceType,
  erasureType,
  interventionType,
  otherEntry,
  type LedgerEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { alertRow, isAlertEntry, readAlertEntry } from './alert-entries.ts';
import { erasureRow, interventionRow } from './intervention-rows.ts';
import { keyRotationType, readKeyRotation } from './key-rotation.ts';

export const modelType = 'ledger.model/v1';

/** `kind` of the evidence that an artifact was compared with its card. */
export const artifactCheckKind = 'artifact_check';

interface Place {
  readonly seq: number;
  readonly createdAt: string;
}

/** Result of an artifact check. Hashes as `sha256:<hex>`. */
export interface ArtifactFinding {
  readonly modelId: string;
  readonly version: string;
  readonly method: (typeof artifactMethods)[number];
  /** `model_hash` of the card, where it has one. */
  readonly expected?: string | undefined;
  readonly actual: string;
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** Tables of which each row stands for one entry, records apart. */
export const projectedTables = [
  'models',
  'artifact_checks',
  'alert_entries',
  'interventions',
  'erasures',
  'key_rotations',
] as const;
export type ProjectedTable = (typeof projectedTables)[number];

/** One value of a projection row, by its column. */
export type ProjectedRow = Readonly<Record<string, string | number | null>>;

/** A card that is registered, with the id of its entry and the account whose key wrote it. */
export interface NewCard {
  readonly id: string;
  readonly card: CreateModel;
  readonly accountId?: string | undefined;
}

/** The canonical text of a card's registration: the card as it was sent, fairness included, in clear. */
export function modelEntry(place: Place, { id, card, accountId }: NewCard): string {
  return otherEntry({
    type: modelType,
    ...place,
    commitments: [],
    members: {
      id,
      card: cardObject(card),
      ...(accountId === undefined ? {} : { account_id: accountId }),
    },
  });
}

/** The canonical text of the evidence of an artifact check. */
export function artifactCheckEntry(place: Place, id: string, found: ArtifactFinding): string {
  return otherEntry({
    type: evidenceType,
    ...place,
    commitments: [],
    members: {
      id,
      kind: artifactCheckKind,
      model_id: found.modelId,
      version: found.version,
      method: found.method,
      outcome: outcomeOf(found.expected, found.actual),
      ...(found.expected === undefined ? {} : { expected: found.expected }),
      actual: found.actual,
      name: found.name,
      files: found.files,
      bytes: found.bytes,
    },
  });
}

/** How a computed hash compares with the one on a card; hexadecimal digits of either case are equal. */
export function outcomeOf(expected: string | undefined, actual: string): ArtifactOutcome {
  if (expected === undefined) return 'no_hash';
  return expected.toLowerCase() === actual ? 'match' : 'mismatch';
}

/** A card as the canonical JSON object of its entry: the members that were sent, and no other. */
export function cardObject(card: CreateModel): JsonObject {
  const members: JsonObject = {};
  for (const [name, value] of Object.entries(card)) {
    if (value !== undefined) members[name] = typeof value === 'string' ? value : { ...value };
  }
  return members;
}

/**
 * The row that an entry stands for, with its table, or undefined for an entry without one; records
 * have their own check. `hash` is the entry's, hexadecimal.
 * @throws {RegistryEntryError} when a registry entry does not have the members it must have
 */
export function projectedRow(
  entry: LedgerEntry,
  hash: string,
): { readonly table: ProjectedTable; readonly row: ProjectedRow } | undefined {
  if (entry.type === interventionType) {
    return { table: 'interventions', row: interventionRow(entry, hash) };
  }
  if (entry.type === erasureType) return { table: 'erasures', row: erasureRow(entry, hash) };
  if (!('members' in entry)) return undefined;
  if (entry.type === modelType) return { table: 'models', row: modelRow(entry, hash) };
  if (entry.type === keyRotationType) {
    return { table: 'key_rotations', row: keyRotationRow(entry, hash) };
  }
  if (isAlertEntry(entry))
    return { table: 'alert_entries', row: alertRow(readAlertEntry(entry), hash) };
  if (entry.type === evidenceType && entry.members['kind'] === artifactCheckKind) {
    return { table: 'artifact_checks', row: artifactCheckRow(entry, hash) };
  }
  return undefined;
}

/** A registry entry whose members are not those of its type. */
export class RegistryEntryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegistryEntryError';
  }
}

/** The row of a change of key. `hash` is the entry's, hexadecimal. */
export function keyRotationRow(entry: OtherEntry, hash: string): ProjectedRow {
  const rotation = readKeyRotation(entry);
  if (rotation === undefined) {
    throw new RegistryEntryError('The members of the entry are not those of a change of key.');
  }
  const { seq, previousVkey, vkey, createdAt } = rotation;
  return { seq, previous_vkey: previousVkey, vkey, created_at: createdAt, hash };
}

function modelRow(entry: OtherEntry, hash: string): ProjectedRow {
  const { id, card, account_id: accountId, ...rest } = entry.members;
  const parsed = isJsonObject(card) ? createModelSchema.safeParse(card) : undefined;
  const isOwned = accountId === undefined || typeof accountId === 'string';
  const isPlain = Object.keys(rest).length === 0;
  if (typeof id !== 'string' || parsed?.success !== true || !isOwned || !isPlain) {
    throw new RegistryEntryError('The members of the entry are not those of a model card.');
  }
  const place = { seq: entry.seq, createdAt: entry.createdAt };
  return cardRow(place, { id, card: parsed.data, accountId }, hash);
}

/** The row of a registered card, every column by name. */
export function cardRow(
  place: Place,
  { id, card, accountId }: NewCard,
  hash: string,
): ProjectedRow {
  const [major, minor, patch] = versionParts(card.version);
  return {
    seq: place.seq,
    id,
    model_id: card.model_id,
    version: card.version,
    major,
    minor,
    patch,
    created_at: place.createdAt,
    model_hash: card.model_hash ?? null,
    training_date: card.training_date ?? null,
    framework: card.framework ?? null,
    performance: metricsText(card.performance),
    fairness: metricsText(card.fairness),
    intended_use: card.intended_use ?? null,
    limitations: card.limitations ?? null,
    account_id: accountId ?? null,
    hash,
  };
}

function metricsText(metrics: CreateModel['performance']): string | null {
  return metrics === undefined ? null : canonicalJson({ ...metrics });
}

/** The row of an artifact check, every column by name. */
export function checkRow(
  place: Place,
  id: string,
  found: ArtifactFinding,
  hash: string,
): ProjectedRow {
  return {
    seq: place.seq,
    id,
    model_id: found.modelId,
    version: found.version,
    created_at: place.createdAt,
    method: found.method,
    outcome: outcomeOf(found.expected, found.actual),
    expected: found.expected ?? null,
    actual: found.actual,
    name: found.name,
    files: found.files,
    bytes: found.bytes,
    hash,
  };
}

function artifactCheckRow(entry: OtherEntry, hash: string): ProjectedRow {
  const text = (name: string): string => {
    const value = entry.members[name];
    if (typeof value !== 'string') throw new RegistryEntryError(`${name} is not a string.`);
    return value;
  };
  const integer = (name: string): number => {
    const value = entry.members[name];
    if (!Number.isSafeInteger(value)) throw new RegistryEntryError(`${name} is not an integer.`);
    return Number(value);
  };
  const oneOf = (name: string, values: readonly string[]): string => {
    const value = text(name);
    if (!values.includes(value)) throw new RegistryEntryError(`${name} is not known.`);
    return value;
  };
  return {
    seq: entry.seq,
    id: text('id'),
    model_id: text('model_id'),
    version: text('version'),
    created_at: entry.createdAt,
    method: oneOf('method', artifactMethods),
    outcome: oneOf('outcome', artifactOutcomes),
    expected: entry.members['expected'] === undefined ? null : text('expected'),
    actual: text('actual'),
    name: text('name'),
    files: integer('files'),
    bytes: integer('bytes'),
    hash,
  };
}
