/** Evidence as files that other tools read: the DSSE envelope itself, and an OpenLineage event. */
import type { Evidence } from '../../shared/contract/evidence.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { sha256 } from '../ledger/sha256.ts';
import { subjectMember } from './evidence-entry.ts';

export interface ExportFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** The envelope on its own: `<evidence_id>.dsse.json`. The payload inside has no salt of any row. */
export function dsseFile({ evidence_id, envelope }: Evidence): ExportFile {
  return {
    name: `${evidence_id}.dsse.json`,
    mediaType: 'application/vnd.dsse+json',
    text: `${JSON.stringify(envelope, undefined, 2)}\n`,
  };
}

const producer = 'urn:proofdesk';
const runEventSchema = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';
const columnLineageSchema =
  'https://openlineage.io/spec/facets/1-2-0/ColumnLineageDatasetFacet.json#/$defs/ColumnLineageDatasetFacet';
const outputStatisticsSchema =
  'https://openlineage.io/spec/facets/1-0-2/OutputStatisticsOutputDatasetFacet.json#/$defs/OutputStatisticsOutputDatasetFacet';
const inputStatisticsSchema =
  'https://openlineage.io/spec/facets/1-0-0/InputStatisticsInputDatasetFacet.json#/$defs/InputStatisticsInputDatasetFacet';
const evidenceFacetSchema = 'urn:proofdesk:openlineage:evidence:v1';

/**
 * The OpenLineage 2.0.2 `RunEvent` (COMPLETE) of a transformation or an operation: the dataset that
 * was read, what came out of it, which columns were changed how, and where the evidence is.
 */
export function openLineageEvent(evidence: Evidence, origin: string) {
  const namespace = `proofdesk://${origin}`;
  const { outputs } = evidence;
  return {
    eventType: 'COMPLETE',
    eventTime: evidence.created_at,
    run: {
      runId: runIdOf(evidence.hash),
      facets: {
        proofdesk_evidence: {
          ...facet(evidenceFacetSchema),
          evidence_id: evidence.evidence_id,
          session_id: evidence.session_id,
          actor: evidence.actor,
          purpose: evidence.purpose,
          action: evidence.action.name,
          method: evidence.action.method,
          counts: evidence.counts,
          inputs_merkle_root: evidence.inputs.merkle_root,
          outputs_merkle_root: outputs?.merkle_root ?? null,
          sequence: evidence.sequence,
          hash: evidence.hash,
        },
      },
    },
    job: { namespace, name: `${evidence.kind}.${evidence.action.name}`.toLowerCase(), facets: {} },
    inputs: [
      {
        namespace,
        name: evidence.dataset_id,
        facets: {},
        // The rows of an aggregation are not counted one by one.
        inputFacets:
          evidence.kind === 'aggregation'
            ? {}
            : {
                inputStatistics: {
                  ...facet(inputStatisticsSchema),
                  rowCount: evidence.inputs.count,
                },
              },
      },
    ],
    outputs: outputsOf(evidence, namespace),
    producer,
    schemaURL: runEventSchema,
  };
}

const facet = (schema: string) => ({ _producer: producer, _schemaURL: schema });

function outputsOf(evidence: Evidence, namespace: string) {
  const { outputs } = evidence;
  if (outputs === null) return [];
  const subject = evidence[subjectMember[evidence.kind]] ?? evidence.evidence_id;
  const columns = columnLineage(evidence, namespace);
  return [
    {
      namespace,
      name: `${evidence.dataset_id}/${subject}`,
      facets:
        columns === undefined
          ? {}
          : { columnLineage: { ...facet(columnLineageSchema), fields: columns } },
      outputFacets: {
        outputStatistics: { ...facet(outputStatisticsSchema), rowCount: outputs.count },
      },
    },
  ];
}

/** Each named field comes from the same field of the dataset, masked; undefined where none is named, or none is left. */
function columnLineage(evidence: Evidence, namespace: string) {
  const fields = evidence.action.parameters?.['fields'];
  const names = Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
  if (names.length === 0 || evidence.action.method === 'drop') return undefined;
  return Object.fromEntries(
    names.map((field) => [
      field,
      {
        inputFields: [
          {
            namespace,
            name: evidence.dataset_id,
            field,
            transformations: [
              {
                type: 'DIRECT',
                subtype: 'TRANSFORMATION',
                description: [evidence.action.name, evidence.action.method].join(' '),
                masking: true,
              },
            ],
          },
        ],
      },
    ]),
  );
}

/** A UUID of version 8 (RFC 9562 §5.8), the same for the same evidence. */
function runIdOf(hash: string): string {
  const digits = sha256(canonicalJson(['openlineage.run/v1', hash]));
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
