/** Looks at files as a whole: before a dataset is made of them, when a session is opened, and when somebody asks. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import type { FilesSource, LeftOut, SourceField } from '../../shared/contract/sources.ts';
import type { Means } from '../area.ts';
import type { InspectedFiles } from './files/files-engine.ts';
import { PlaceRefused, refuseOutside, type AllowedPlaces } from './files/locate-files.ts';
import { askerOf } from './asker.ts';
import { keptPlaces } from './kept-places.ts';
import type { AskSource, LookRefusal } from './host/source-request.ts';
import { everyRow } from './engine-orders.ts';
import { rowsAtOnce, type ReadRow, type RowsPart } from './read-row.ts';
import type { FoundRows } from './source-facts.ts';
import { schemaChanged, sourceUnavailable } from './source-error.ts';
import {
  filesSnapshotSchema,
  rowsOf,
  type FilesLocator,
  type StoredFiles,
} from './sources-store.ts';

/** Files as they were found. */
export interface FoundFiles extends InspectedFiles {
  readonly fields: readonly SourceField[];
  readonly leftOut: readonly LeftOut[];
  readonly rows: number;
}

/** How long a look may take, which reads each new file to its end; milliseconds. */
const lookMs = 25_000;

/** Faults of files whose fields are not those that a dataset was made with. */
const otherFields: ReadonlySet<string> = new Set([
  'file_of_other_fields',
  'no_fields',
  'no_such_column',
  'files_mixed',
  'csv_other_header',
  'csv_line',
]);

export class SourceLooks {
  readonly #ask: AskSource;
  readonly #workspace: Means['workspace'];
  readonly #now: () => string;

  constructor(means: Pick<Means, 'supervisor' | 'workspace'>, now: () => string) {
    this.#ask = askerOf(means, lookMs);
    this.#workspace = means.workspace;
    this.#now = now;
  }

  /**
   * Looks at files that a caller names.
   * @throws {ApiError} `forbidden` for a place that is not given, `validation_error` below `field`,
   * `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  async first(source: FilesSource, field: string): Promise<FoundFiles> {
    const found = await this.#look(locatorOf(source), undefined);
    if (!('refused' in found)) return foundOf(found);
    if (found.refused === 'place') throw placeRefused();
    const { member, fault } = found.refused;
    throw validationError([{ ...fault, field: field === '' ? member : `${field}.${member}` }]);
  }

  /**
   * Looks again at the files of a dataset.
   * @throws {ApiError} `source_schema_changed`, `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  async again(source: StoredFiles): Promise<FoundFiles> {
    const found = await this.#look(source.locator, source.snapshotSha256);
    if ('refused' in found) throw this.#refusal(found.refused);
    const { snapshot, recordIds } = found;
    const isSame = snapshot.schema_sha256 === source.schemaSha256;
    if (!isSame || recordIds !== source.recordIds) throw schemaChanged();
    return foundOf(found);
  }

  /**
   * Compares what is there with the rows of a session.
   * @param kept JSON of a snapshot
   * @throws {ApiError} `source_changed`, `source_unavailable`, `query_timeout`
   */
  async same(kept: string): Promise<void> {
    const snapshot = filesSnapshotSchema.parse(JSON.parse(kept));
    await this.#ask('check', { reading: { snapshot } });
  }

  /** The first rows of files that were found. */
  async firstRows(found: FoundFiles, limit: number): Promise<string[]> {
    const { snapshot, fields, key } = found;
    const rows = await this.#ask('rows', {
      reading: { snapshot, fields, key, csv: found.csv },
      order: { condition: everyRow, order: [], after: 0, limit },
    });
    return rows.map(({ text }) => text);
  }

  /** Rows of files of a dataset as they were found. @throws {ApiError} as `Looks.rows` */
  rows(
    { fields, recordIds, locator: { key, csv } }: StoredFiles,
    { snapshot }: Pick<FoundRows, 'snapshot'>,
    { after, most }: RowsPart,
  ): Promise<ReadRow[]> {
    const limit = Math.min(most, rowsAtOnce);
    return this.#ask('rows', {
      reading: {
        snapshot: filesSnapshotSchema.parse(snapshot),
        fields,
        key: recordIds === 'position' ? undefined : (key ?? 'record_id'),
        csv,
      },
      order: { condition: everyRow, order: [], after: Number(after), limit },
    });
  }

  #refusal(refused: LookRefusal): ApiError {
    const isOther = refused !== 'place' && otherFields.has(refused.fault.code);
    if (isOther) return schemaChanged();
    const isEmpty = refused !== 'place' && refused.fault.code === 'no_files';
    return sourceUnavailable('files', this.#now(), isEmpty ? 'empty' : undefined);
  }

  /** As the machine gives them now: at the window they are chosen while it runs. */
  #allowed(): AllowedPlaces {
    const {
      dataRoot,
      sourceFolders = [],
      sourceForbidden = [],
      sourcePlacesFile,
    } = this.#workspace;
    return {
      folders: [...sourceFolders, ...keptPlaces(sourcePlacesFile).folders],
      forbidden: [dataRoot, ...sourceForbidden],
    };
  }

  async #look(locator: FilesLocator, known: string | undefined) {
    const { paths, folder, pattern, key, as_text: asText, csv } = locator;
    const place = { paths, folder, pattern };
    const allowed = this.#allowed();
    try {
      refuseOutside(place, allowed);
    } catch (error) {
      if (error instanceof PlaceRefused) return { refused: 'place' } as const;
      throw error;
    }
    return this.#ask('inspect', { place, allowed, asText, key, known, csv });
  }
}

/** Where the files of a source are, as it is kept. */
export function locatorOf({ paths, folder, pattern, key, as_text }: FilesSource): FilesLocator {
  return {
    ...(paths === undefined ? {} : { paths }),
    ...(folder === undefined ? {} : { folder, pattern }),
    ...(key === undefined ? {} : { key }),
    as_text,
  };
}

function foundOf(found: InspectedFiles): FoundFiles {
  return {
    ...found,
    fields: found.columns.flatMap(({ field }) => field ?? []),
    leftOut: found.columns.flatMap(({ name, type, field }) =>
      field === undefined ? [{ name, type }] : [],
    ),
    rows: rowsOf(found.snapshot),
  };
}

/** The same for what is there and for what is not: nobody learns what is on the machine. */
function placeRefused(): ApiError {
  return new ApiError(
    'forbidden',
    'This machine does not give that place as a source. Its operator names folders with --source-folder, or chooses them under Settings.',
  );
}
