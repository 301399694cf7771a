/** Entries of the bundle of a recorded figure: its records with what people did and what was erased, its profile, and itself. */
import { ApiError } from '../../shared/contract/errors.ts';
import { subjectOfRow } from '../../shared/ledger/facts.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { FigureStore } from '../oversight/figure-store.ts';
import type { Signers } from './bundle-signers.ts';
import type { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const figureBundleStatements = {
  figure: 'SELECT seq, profile_id FROM figures WHERE id = ?',
  profileFacts: "SELECT seq FROM facts WHERE table_name = 'profiles' AND row = ? ORDER BY seq",
  record: 'SELECT seq, id FROM records WHERE position = ?',
} as const;

export interface ChosenFigure {
  /** Subjects whose facts are all in it. */
  readonly rows: readonly string[];
  /** Ids of its records, in their order. */
  readonly records: () => Iterable<string>;
}

/** Makes sure that a figure is there. @throws {ApiError} `not_found` */
export function requireFigure(database: ReaderDatabase | WriterDatabase, id: string) {
  const figure = database
    .prepare<[string], { seq: number; profile_id: string }>(figureBundleStatements.figure)
    .get(id);
  if (figure === undefined) throw new ApiError('not_found', `There is no recorded figure ${id}.`);
  return figure;
}

/** Adds the entries of a figure. Call it within one read transaction. */
export async function addFigure(
  database: ReaderDatabase,
  id: string,
  {
    seqs,
    people,
    goOn,
  }: {
    readonly seqs: SeqSet;
    readonly people: Pick<Signers, 'addEntry' | 'addWithErasures'>;
    /** Called after each record. */
    readonly goOn: () => Promise<void>;
  },
): Promise<ChosenFigure> {
  const { seq, profile_id: profileId } = requireFigure(database, id);
  const { profileFacts, record } = figureBundleStatements;
  people.addWithErasures(seq);
  for (const fact of database.prepare<[string], number>(profileFacts).pluck().all(profileId)) {
    people.addWithErasures(fact);
  }
  const figures = new FigureStore(database);
  const at = database.prepare<[number], { seq: number; id: string }>(record);
  const related = relatedEntries(database);
  for (const position of figures.positions(id)) {
    const found = at.get(position);
    if (found === undefined) throw new Error(`The record at position ${position} is missing.`);
    seqs.add(found.seq);
    for (const each of related(found.id)) people.addEntry(each);
    await goOn();
  }
  return {
    rows: [subjectOfRow('profiles', profileId)],
    *records() {
      for (const position of figures.positions(id)) yield at.get(position)?.id ?? '';
    },
  };
}
