/** The form of a new dataset: from what is typed to the body. */
import type { CreateDataset } from '../../../shared/contract/datasets.ts';
import { policySchema } from '../../../shared/contract/policies.ts';
import {
  filesSourceSchema,
  type ChangeRule,
  type PostgresSource,
  type SourcePreview,
} from '../../../shared/contract/sources.ts';
import type { FilesRequest, RelationRequest } from '../../api/sources.ts';
import { linesOf } from '../../ui/lines-of.ts';

/** How rows come to a dataset: copied from a file afterwards, or read where they stay, in files or in a database. */
export const datasetWays = ['import', 'files', 'postgres'] as const;
export type DatasetWay = (typeof datasetWays)[number];

/** Files that were looked at. */
export interface FoundFiles {
  readonly place: FilesRequest;
  readonly preview: SourcePreview;
}

/** A table or view that was looked at. */
export interface FoundRelation {
  readonly place: RelationRequest;
  readonly preview: SourcePreview;
}

/** What is chosen once a table was looked at. */
interface Chosen {
  /** The column that record ids are made of; empty for none. */
  readonly key: string;
  readonly rule: ChangeRule;
  /** The column that tells versions, with the rule version_column; empty until it is chosen. */
  readonly version: string;
}

export interface DatasetForm extends Chosen {
  readonly way: DatasetWay;
  /** Null until files were looked at. */
  readonly found: FoundFiles | null;
  /** Null until a table was looked at. */
  readonly relation: FoundRelation | null;
  readonly name: string;
  readonly holder_id: string;
  /** Empty: the service makes one. */
  readonly dataset_id: string;
  /** Whether all of it is published at once, for every account. */
  readonly isOpen: boolean;
}

export const emptyForm: DatasetForm = {
  way: 'import',
  found: null,
  relation: null,
  key: '',
  rule: 'frozen',
  version: '',
  name: '',
  holder_id: '',
  dataset_id: '',
  isOpen: false,
};

/** A draft, unless all of it is open. */
export function bodyOf(form: DatasetForm): CreateDataset {
  const id = form.dataset_id.trim();
  const { way, found, relation, key } = form;
  return {
    ...(id !== '' && { dataset_id: id }),
    name: form.name.trim(),
    holder_id: form.holder_id.trim(),
    ...(way === 'files' &&
      found !== null && {
        source: filesSourceSchema.parse({ ...found.place, ...(key !== '' && { key }) }),
      }),
    ...(way === 'postgres' && relation !== null && { source: relationSource(relation, form) }),
    ...(form.isOpen && {
      policy: policySchema.parse({ access: 'open', unlisted: 'clear', record_ids: 'kept' }),
    }),
  };
}

/** What is missing stays empty, so that the schema can say so. */
function relationSource({ place }: FoundRelation, { key, rule, version }: Chosen): PostgresSource {
  const { kind, connection_id, schema = 'public', relation, document, as_text = [] } = place;
  return {
    kind,
    connection_id,
    schema,
    relation,
    shape: document === undefined ? 'columns' : 'document',
    ...(document !== undefined && { document }),
    as_text,
    key,
    rule,
    ...(rule === 'version_column' && { version_column: version }),
  };
}

/** Rules that a table can be read by, the better first. */
export function rulesOf({ relation }: SourcePreview) {
  return relation?.rules ?? [];
}

/**
 * The values of a form for a table that was looked at: what was chosen before as far as it is still possible, else the
 * first key that the server keeps different, and the better rule. Of a view every column could be the key: none is chosen.
 */
export function foundRelation(
  found: FoundRelation,
  before?: Chosen,
): Pick<DatasetForm, 'relation'> & Chosen {
  const { keys, relation } = found.preview;
  const rules = rulesOf(found.preview);
  const isView = relation?.kind === 'view' || relation?.kind === 'foreign_table';
  const [first = ''] = isView && keys.length > 1 ? [] : keys;
  const rule = rules.find((each) => each.rule === before?.rule) ?? rules[0];
  const version = before?.version ?? '';
  return {
    relation: found,
    key: before !== undefined && keys.includes(before.key) ? before.key : first,
    rule: rule?.rule ?? 'frozen',
    version: rule?.columns.includes(version) === true ? version : '',
  };
}

/** Files as they are typed: all of a folder, or some by their paths. */
export interface PlaceForm {
  readonly which: 'folder' | 'paths';
  readonly folder: string;
  readonly pattern: string;
  /** A path a line. */
  readonly paths: string;
}

export const emptyPlace: PlaceForm = { which: 'folder', folder: '', pattern: '*', paths: '' };

export function placeOf({ which, folder, pattern, paths }: PlaceForm): FilesRequest {
  if (which === 'folder') {
    return { kind: 'files', folder: folder.trim(), pattern: pattern.trim() };
  }
  return { kind: 'files', paths: linesOf(paths) };
}

/** A place as it was typed. */
export function placeForm({ folder, pattern = '*', paths }: FilesRequest): PlaceForm {
  return paths === undefined
    ? { ...emptyPlace, folder: folder ?? '', pattern }
    : { ...emptyPlace, which: 'paths', paths: paths.join('\n') };
}
