/** The form of a new dataset: from what is typed to the body. */
import type { CreateDataset } from '../../../shared/contract/datasets.ts';
import { policySchema } from '../../../shared/contract/policies.ts';
import { filesSourceSchema, type SourcePreview } from '../../../shared/contract/sources.ts';
import type { FilesRequest } from '../../api/sources.ts';
import { linesOf } from '../../ui/lines-of.ts';

/** How rows come to a dataset: copied from a file afterwards, or read in files that stay where they are. */
export const datasetWays = ['import', 'files'] as const;
export type DatasetWay = (typeof datasetWays)[number];

/** Files that were looked at. */
export interface FoundFiles {
  readonly place: FilesRequest;
  readonly preview: SourcePreview;
}

export interface DatasetForm {
  readonly way: DatasetWay;
  /** Null until files were looked at. */
  readonly found: FoundFiles | null;
  /** The column that record ids are made of; empty for none. */
  readonly key: string;
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
  key: '',
  name: '',
  holder_id: '',
  dataset_id: '',
  isOpen: false,
};

/** A draft, unless all of it is open. */
export function bodyOf(form: DatasetForm): CreateDataset {
  const id = form.dataset_id.trim();
  const { way, found, key } = form;
  return {
    ...(id !== '' && { dataset_id: id }),
    name: form.name.trim(),
    holder_id: form.holder_id.trim(),
    ...(way === 'files' &&
      found !== null && {
        source: filesSourceSchema.parse({ ...found.place, ...(key !== '' && { key }) }),
      }),
    ...(form.isOpen && {
      policy: policySchema.parse({ access: 'open', unlisted: 'clear', record_ids: 'kept' }),
    }),
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
