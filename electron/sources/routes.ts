/** The routes of sources: a look before there is a dataset, what is known of one, and a look at it now. */
import type { DatasetSource, SourcePreview } from '../../shared/contract/sources.ts';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import type { Writes } from '../access/commits.ts';
import type { WriteContext } from '../area.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import { shownColumns, shownCsvColumns } from '../filters/compile/stored-fields.ts';
import { requireDataset, requireKnown } from '../datasets/routes.ts';
import { jsonReply, type Principal, type RouteHandlers } from '../route-handler.ts';
import type { InspectedRelation } from './postgres/inspect-relation.ts';
import { keepSeen } from './source-facts.ts';
import { keyForms } from './source-columns.ts';
import { lookAt, type SourceStates } from './source-states.ts';
import type { Looks } from './looks.ts';
import { leftOutOf, type Holders } from './relation-looks.ts';
import type { SourcesStore, StoredSource } from './sources-store.ts';

/** Rows of a preview. */
const previewedRows = 20;

export type SourceReads = 'previewSource' | 'getDatasetSource';

export function sourceReadRoutes({
  datasets,
  sources,
  states,
  looks,
}: {
  readonly datasets: DatasetsStore;
  readonly sources: SourcesStore;
  readonly states: SourceStates;
  readonly looks: Looks;
}): RouteHandlers<SourceReads> {
  return {
    previewSource: async ({ body, principal }) => {
      if (body.kind === 'postgres') {
        const found = await looks.relations.preview(body, holdersOf(principal), previewedRows);
        return jsonReply(previewOf(found));
      }
      const found = await looks.files.first(body, '');
      const { fields, leftOut, snapshot, rows } = found;
      const texts = await looks.files.firstRows(found, previewedRows);
      return jsonReply({
        fields: found.csv === undefined ? shownColumns(fields) : shownCsvColumns(fields),
        left_out: [...leftOut],
        files: snapshot.files.map(({ path, bytes, rows: count }) => ({ path, bytes, rows: count })),
        rows,
        prepared: found.csv !== undefined,
        keys: fields.filter(({ form }) => keyForms.has(form)).map(({ name }) => name),
        first_rows: texts.map((text) => jsonObjectSchema.parse(JSON.parse(text))),
      } satisfies SourcePreview);
    },

    getDatasetSource: ({ parameters: { dataset_id: id }, principal }) => {
      requireKnown(datasets, id, principal);
      const source = sources.find(id);
      return jsonReply(
        source === undefined ? embedded(id, datasets) : shown(source, states, principal),
      );
    },
  };
}

export function sourceWriteRoutes({
  datasets,
  sources,
  states,
  looks,
  commits,
  facts,
}: {
  readonly datasets: DatasetsStore;
  readonly sources: SourcesStore;
  readonly states: SourceStates;
  readonly looks: Looks;
  readonly commits: Writes;
  readonly facts: WriteContext['facts'];
}): RouteHandlers<'checkDatasetSource'> {
  return {
    checkDatasetSource: async (call) => {
      const { dataset_id: id } = call.parameters;
      requireDataset(datasets, id);
      const source = sources.find(id);
      const looked = source && (await lookAt(looks, source));
      return commits.writeJson(call, { status: 200, topics: ['datasets'] }, (now) => {
        requireDataset(datasets, id);
        if (looked === undefined) return embedded(id, datasets);
        states.keep(id, looked, now);
        if (looked.found !== undefined) keepSeen({ facts }, id, looked.found, now);
        const kept = sources.find(id);
        return kept === undefined ? embedded(id, datasets) : shown(kept, states, call.principal);
      });
    },
  };
}

function shown(source: StoredSource, states: SourceStates, principal: Principal): DatasetSource {
  const maySee = principal.kind === 'operator' || isHolder(principal);
  return {
    dataset_id: source.datasetId,
    kind: source.kind,
    ...states.find(source.datasetId),
    rows: source.rows,
    record_ids: source.recordIds,
    snapshot_sha256: source.snapshotSha256,
    seen_at: source.seenAt,
    fields: isCsv(source) ? shownCsvColumns(source.fields) : shownColumns(source.fields),
    left_out: [...source.leftOut],
    ...(maySee ? whereabouts(source) : {}),
  };
}

function isCsv(source: StoredSource): boolean {
  return source.kind === 'files' && source.locator.csv !== undefined;
}

/** For those who may know where the rows are. */
function whereabouts(source: StoredSource): Pick<DatasetSource, 'files' | 'relation'> {
  if (source.kind === 'files') {
    const { files } = source.snapshot;
    return {
      files: files.map(({ path, bytes, sha256, rows }) => ({ path, bytes, sha256, rows })),
    };
  }
  const { connection_id, schema, relation, shape, document, key, rule, version_column } =
    source.locator;
  return {
    relation: {
      connection_id,
      schema,
      name: relation,
      shape,
      document: document ?? null,
      key,
      rule,
      version_column: version_column ?? null,
    },
  };
}

/** Whose connections a caller may name. */
function holdersOf(principal: Principal): Holders {
  return principal.kind === 'api_key' && principal.role === 'data_holder'
    ? [principal.holderId]
    : undefined;
}

function previewOf(found: InspectedRelation): SourcePreview {
  return {
    fields: shownColumns(found.fields),
    left_out: leftOutOf(found),
    files: [],
    rows: found.estimatedRows,
    prepared: false,
    keys: [...found.keys],
    first_rows: found.firstRows.map((text) => jsonObjectSchema.parse(JSON.parse(text))),
    relation: {
      kind: found.kind,
      documents: [...found.documents],
      rules: found.rules.map(({ rule, columns }) => ({ rule, columns: [...columns] })),
    },
  };
}

function isHolder(principal: Principal): boolean {
  return principal.kind === 'api_key' && principal.role === 'data_holder';
}

function embedded(id: string, datasets: DatasetsStore): DatasetSource {
  const { recordCount, erasedCount } = datasets.require(id);
  return {
    dataset_id: id,
    kind: 'embedded',
    state: 'ready',
    rows: recordCount - erasedCount,
    record_ids: null,
    snapshot_sha256: null,
    seen_at: null,
    fields: [],
    left_out: [],
  };
}
