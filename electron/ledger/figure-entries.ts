/** Entries of recorded figures: their exact members, and the row that each stands for (docs/ledger-format.md, "Figures"). */
import { figureMeasures, type FigureMeasure } from '../../shared/contract/figures.ts';
import { bases, type Basis } from '../../shared/contract/oversight.ts';
import { evidenceType, otherEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import {
  EntryFormatError,
  MemberReader,
  type Actor,
  type HashText,
} from '../../shared/ledger/entry-members.ts';
import type { EntryValue } from './journal.ts';
import { type ProjectedRow } from './model-entries.ts';
import { commitmentsTo } from './commitments.ts';

/** `kind` of the evidence that a figure was counted. */
export const figureKind = 'figure';

/** Members that a figure commits to. */
export const figureFields = ['result', 'where'] as const;
export type FigureField = (typeof figureFields)[number];

/** Members of the entry of a figure that are told in clear. */
export interface FigureStatement {
  readonly id: string;
  readonly modelId: string;
  readonly profileId: string;
  readonly measure: FigureMeasure;
  readonly basis: Basis;
  /** Entries that it was counted over: all before its own. */
  readonly ledgerSize: number;
  readonly count: number;
  /** `sha256:<hex>` of the RFC 6962 head over the ids of its records, in their order. */
  readonly idsRoot: HashText;
  readonly actor: Actor;
}

interface Place {
  readonly seq: number;
  readonly createdAt: string;
}

/** The canonical text of the entry. */
export function figureEntry(
  place: Place,
  figure: FigureStatement,
  values: readonly EntryValue[],
): string {
  const { id, role } = figure.actor;
  return otherEntry({
    type: evidenceType,
    ...place,
    commitments: commitmentsTo(values),
    members: {
      id: figure.id,
      kind: figureKind,
      model_id: figure.modelId,
      profile_id: figure.profileId,
      measure: figure.measure,
      basis: figure.basis,
      ledger_size: figure.ledgerSize,
      count: figure.count,
      ids_root: figure.idsRoot,
      actor: { id, role },
    },
  });
}

/** Tells whether an entry is that of a figure. */
export function isFigure(entry: OtherEntry): boolean {
  return entry.type === evidenceType && entry.members['kind'] === figureKind;
}

/** The members of a figure's entry. @throws {EntryFormatError} where they are not those that it must have */
export function readFigure(entry: OtherEntry): FigureStatement {
  const reader = new MemberReader(entry.members);
  reader.literal('kind', figureKind);
  const actor = reader.actor('actor');
  const figure = {
    id: reader.string('id'),
    modelId: reader.string('model_id'),
    profileId: reader.string('profile_id'),
    measure: reader.oneOf('measure', figureMeasures),
    basis: reader.oneOf('basis', bases),
    ledgerSize: reader.integer('ledger_size', 1),
    count: reader.integer('count', 0),
    idsRoot: reader.hash('ids_root'),
    actor,
  };
  reader.end();
  const named = entry.commitments.map(({ field }) => field).join();
  if (named !== figureFields.join() || figure.ledgerSize !== entry.seq) {
    throw new EntryFormatError('The entry is not that of a figure over all entries before it.');
  }
  return figure;
}

/** The columns of its row but the positions, every one by name; `hash` hexadecimal. */
export function figureRow(
  { seq, createdAt }: Place,
  figure: FigureStatement,
  hash: string,
): ProjectedRow {
  return {
    seq,
    id: figure.id,
    model_id: figure.modelId,
    profile_id: figure.profileId,
    measure: figure.measure,
    basis: figure.basis,
    ledger_size: figure.ledgerSize,
    count: figure.count,
    ids_root: figure.idsRoot,
    actor_id: figure.actor.id,
    actor_role: figure.actor.role,
    created_at: createdAt,
    hash,
  };
}
