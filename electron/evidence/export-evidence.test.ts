/** Exported files: an envelope on its own, and an OpenLineage event. */
import { describe, expect, it } from 'vitest';
import { dsseFile, openLineageEvent } from './export-evidence.ts';
import { sampleEvidence } from './testing/sample-evidence.ts';

describe('dsse file', () => {
  it('is the envelope, named after the evidence', () => {
    const { evidence } = sampleEvidence('transformation');
    const file = dsseFile(evidence);
    expect(file.name).toBe('ev_transformation.dsse.json');
    expect(JSON.parse(file.text)).toEqual(evidence.envelope);
  });
});

describe('OpenLineage event', () => {
  it('of a transformation says what went in, what came out, and which columns were masked', () => {
    const { evidence } = sampleEvidence('transformation');
    const event = openLineageEvent(evidence, 'ledger.example/test');
    expect(event).toMatchObject({
      eventType: 'COMPLETE',
      eventTime: '2026-01-01T00:00:05.000Z',
      producer: 'urn:proofdesk',
      schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
      job: { namespace: 'proofdesk://ledger.example/test', name: 'transformation.anonymize' },
      inputs: [{ name: 'ds_clinical', inputFacets: { inputStatistics: { rowCount: 3 } } }],
      outputs: [
        {
          name: 'ds_clinical/transform_1',
          facets: {
            columnLineage: {
              fields: {
                mark: {
                  inputFields: [
                    { name: 'ds_clinical', field: 'mark', transformations: [{ masking: true }] },
                  ],
                },
              },
            },
          },
          outputFacets: { outputStatistics: { rowCount: 3 } },
        },
      ],
    });
    expect(event.run.runId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('gives every facet its producer and schema', () => {
    const event = openLineageEvent(sampleEvidence('transformation').evidence, 'o');
    const facets = [
      event.run.facets,
      ...event.inputs.flatMap((each) => [each.facets, each.inputFacets]),
      ...event.outputs.flatMap((each) => [each.facets, each.outputFacets]),
    ].flatMap((each) => Object.values(each));
    expect(facets).toHaveLength(4);
    for (const facet of facets) {
      expect(facet).toMatchObject({ _producer: 'urn:proofdesk', _schemaURL: expect.any(String) });
    }
  });

  it('of an operation has no outputs', () => {
    const event = openLineageEvent(sampleEvidence('operation').evidence, 'o');
    expect(event.outputs).toEqual([]);
    expect(event.job.name).toBe('operation.train');
  });
});
