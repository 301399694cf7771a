/** Transformations of named rows with their evidence (specification, "Transformation result"). */
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { validationError, type ApiError } from '../../shared/contract/errors.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import { refuseUnknownFields } from '../datasets/unknown-fields.ts';
import { prepareEvidence } from '../evidence/create-evidence.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import type { RouteCall, RouteHandlers } from '../route-handler.ts';
import { transformationKey } from '../transformations/keyed-digest.ts';
import { mapPath } from '../transformations/map-path.ts';
import { namedFields } from '../transformations/named-fields.ts';
import { parseTransformation, transformRows } from '../transformations/transform-rows.ts';
import type {
  SourceRow,
  Transformation,
  TransformedRows,
} from '../transformations/transformation.ts';
import type { GivenRow } from '../sources/row-source.ts';
import type { DataMeans } from './data-means.ts';
import { evidenceOf, keepAccess } from './keep-access.ts';
import { namedRows, rowsTogether, type NamedRow } from './named-rows.ts';
import { bytesOf, openedSession, type OpenedSession } from './opened-session.ts';
import { refuseUnseen } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { keptRequest } from './receipted.ts';
import { keyOfSession } from './session-views.ts';

/** Rows of a preview. */
const previewedRows = 10;

export function transformRoutes(
  means: DataMeans,
): RouteHandlers<'transformSession' | 'previewTransform'> {
  return { ...transformRoute(means), ...previewRoute(means) };
}

function transformRoute(means: DataMeans): RouteHandlers<'transformSession'> {
  const { createId, random } = means;
  return {
    transformSession: async (call) => {
      const { body, idempotency, baseUrl, caller } = call;
      const opened = openedSession(means, call.parameters.session_id);
      const transformation = parseTransformation(body.transformation, body.parameters);
      const { rows: inputs, all } = await inputsOf(body.record_ids, opened);
      if (!all) throw tooLargeTogether(inputs.length);
      refuseUnknown(transformation, inputs, opened);
      const done = apply(inputs, transformation, opened);
      const transformationId = createId('transform');
      const evidence = prepareEvidence(
        {
          ...evidenceOf(opened, caller, createId),
          kind: 'transformation',
          subjectId: transformationId,
          action: {
            name: transformation.name,
            method: transformation.method,
            parameters: transformation.recorded,
            keyId: done.keyId,
          },
          metadata: body.metadata ?? {},
          report: jsonObjectSchema.parse(done.report),
          inputs,
          outputs: withSalts(done.rows, inputs),
          counts: { changed: done.changed, skipped: done.skipped },
        },
        random,
      );
      const texts = done.rows.map(({ document }) => JSON.stringify(document));
      const { evidenceId } = evidence;
      const receipt = await keepAccess(means, opened, {
        usage: { kind: 'transform', records: texts.length, bytes: bytesOf(texts), evidenceId },
        idempotency,
        evidence,
        request: requestOf('transformSession', body),
        given: givenRows(inputs, done.rows),
      });
      const id = receipt.subjectId ?? transformationId;
      const url = JSON.stringify(`${baseUrl}/evidence/${id}`);
      return {
        body: `{"transformed_records":[${texts.join(',')}],"transformation_id":"${id}","evidence_url":${url}}`,
        ...receiptHeaders(receipt),
      };
    },
  };
}

function previewRoute(means: DataMeans): RouteHandlers<'previewTransform'> {
  return {
    previewTransform: async (call) => {
      const { body, idempotency, principal } = call;
      const opened = openedSession(means, call.parameters.session_id);
      const transformation = parseTransformation(body.transformation, body.parameters);
      const { rows: inputs } = await inputsOf(body.record_ids.slice(0, previewedRows), opened);
      refuseUnknown(transformation, inputs, opened);
      const done = apply(inputs, transformation, opened);
      const before = inputs.map(({ document }) => JSON.stringify(document));
      const texts = done.rows.map(({ document }) => JSON.stringify(document));
      // A lab may be allowed to transform and not to read: it sees what it would be given, and nothing else.
      const isLab = principal.kind === 'api_key' && principal.role === 'ai_lab';
      const after = givenRows(inputs, done.rows);
      const receipt = await keepAccess(means, opened, {
        usage: { kind: 'read', records: before.length, bytes: bytesOf(before) },
        idempotency,
        request: requestOf('previewTransform', body),
        given: isLab ? after : [...givenRows(inputs, inputs), ...after],
      });
      const shown = isLab ? '' : `"before":[${before.join(',')}],`;
      return {
        body: `{${shown}"after":[${texts.join(',')}],"changed":${done.changed},"skipped":${done.skipped},"report":${JSON.stringify(done.report)}}`,
        ...receiptHeaders(receipt),
      };
    },
  };
}

/** The rows that a request names. @throws {ApiError} `validation_error` naming unknown and repeated ids */
function inputsOf(
  ids: readonly string[],
  { source }: OpenedSession,
): Promise<ReturnType<typeof rowsTogether>> {
  return source.withRows(ids, (rows) => rowsTogether(namedRows(ids, 'record_ids', rows)));
}

/** Rows stand in a receipt by their numbers. */
function requestOf(
  operation: string,
  { transformation, parameters }: RouteCall<'transformSession'>['body'],
): JsonObject {
  return keptRequest(operation, { transformation, parameters });
}

/** Rows that came out, each with the salt of the row that it was made of. */
function withSalts(
  rows: readonly SourceRow[],
  inputs: readonly NamedRow[],
): readonly EvidenceRow[] {
  return rows.map((row, index) => ({ ...row, rowSalt: inputs[index]?.rowSalt ?? noSalt }));
}
const noSalt = new Uint8Array();

function givenRows(inputs: readonly NamedRow[], rows: readonly SourceRow[]): readonly GivenRow[] {
  return withSalts(rows, inputs).map(({ document: row, rowSalt }, index) => ({
    seq: inputs[index]?.seq,
    rowSalt,
    row,
  }));
}

function tooLargeTogether(fitting: number): ApiError {
  const found = faultOf('at_most_bytes_of_rows', { maximum: limits.answerBytes, fitting });
  return validationError([{ field: 'record_ids', ...found }]);
}

/** Refuses fields that no row has: they would be left in clear, with evidence that they were transformed. */
function refuseUnknown(
  transformation: Transformation,
  inputs: readonly EvidenceRow[],
  { source, view }: OpenedSession,
): void {
  const named = namedFields(transformation);
  for (const { field, path } of named) refuseUnseen([path], view, field);
  // The profile knows no path through arrays in arrays: rows that have such a one speak for it.
  const unseen = named.filter(
    ({ path }) =>
      !inputs.some(({ document }) => mapPath(document, path.split('.'), (value) => value).found),
  );
  if (unseen.length === 0) return;
  refuseUnknownFields(unseen, source.profile(), (path) => view.stateOf(path) !== 'withheld');
}

function apply(
  rows: readonly EvidenceRow[],
  transformation: Transformation,
  { session, dataset }: OpenedSession,
): TransformedRows {
  return transformRows(rows, transformation, transformationKey(keyOfSession(session, dataset)));
}
