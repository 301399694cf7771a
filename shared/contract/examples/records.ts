/** Examples of requests of the area records, each with its answer. */
import type { JsonObject } from '../json.ts';
import type { Examples } from './example.ts';

const text = (key: string, stringValue: string): JsonObject => ({ key, value: { stringValue } });

/** A span, or an event of one, with what was asked and answered. */
const decidingAttributes: JsonObject[] = [
  text('gen_ai.operation.name', 'chat'),
  text('gen_ai.request.model', 'gpt-4o'),
  text('gen_ai.input.messages', '[{"role":"user","parts":[{"type":"text","content":"Approve?"}]}]'),
  text(
    'gen_ai.output.messages',
    '[{"role":"assistant","parts":[{"type":"text","content":"approve"}],"finish_reason":"stop"}]',
  ),
];
const traced: JsonObject = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  attributes: decidingAttributes,
};
const loanAgent: JsonObject = { attributes: [text('service.name', 'loan-agent')] };

export const recordsExamples = {
  ingestTraces: {
    body: {
      resourceSpans: [
        {
          resource: loanAgent,
          scopeSpans: [
            {
              spans: [
                {
                  ...traced,
                  name: 'chat gpt-4o',
                  startTimeUnixNano: '1795000000500000000',
                  endTimeUnixNano: '1795000001250000000',
                },
              ],
            },
          ],
        },
      ],
    },
    answer: {},
  },
  ingestLogs: {
    body: {
      resourceLogs: [
        {
          resource: loanAgent,
          scopeLogs: [
            {
              logRecords: [
                {
                  ...traced,
                  eventName: 'gen_ai.client.inference.operation.details',
                  timeUnixNano: '1795000001250000000',
                },
              ],
            },
          ],
        },
      ],
    },
    answer: {},
  },
  createRecord: {
    body: {
      model_id: 'credit-scorer',
      input: {
        age: 41,
        income: 52000.5,
        purpose: 'car',
      },
      output: {
        decision: 'approve',
      },
      confidence: 0.93,
      transaction_id: 'APP-2026-0004182',
    },
    answer: {
      model_id: 'credit-scorer',
      input: {
        age: 41,
        income: 52000.5,
        purpose: 'car',
      },
      output: {
        decision: 'approve',
      },
      confidence: 0.93,
      transaction_id: 'APP-2026-0004182',
      id: 'rec_01KCZ5F8M0Q2V7R4T9W1X3Y6ZA',
      hash: 'sha256:5a1c0d7be0a1b6f1c1a2f0a3e0a9d3c4b5f60718293a4b5c6d7e8f9001122334',
      previous_hash: 'sha256:91b7e2c6d4f5a8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081',
      created_at: '2026-11-18T11:06:40.000Z',
      interventions: [],
    },
  },
  createRecords: {
    body: {
      records: [
        {
          model_id: 'credit-scorer',
          input: {
            age: 41,
            income: 52000.5,
            purpose: 'car',
          },
          output: {
            decision: 'approve',
          },
          confidence: 0.93,
          transaction_id: 'APP-2026-0004182',
          idempotency_key: '019a9701-3d40-7c11-9d0e-4b1f6a2c8e57',
        },
        {
          model_id: 'credit-scorer',
          input: {
            age: 23,
          },
          output: {
            decision: 'refer',
          },
          idempotency_key: '019a9701-3d41-7a60-8f22-0c9d5b7e1a34',
        },
      ],
    },
    answer: {
      results: [
        {
          index: 0,
          status: 201,
          id: 'rec_01KCZ5F8M0Q2V7R4T9W1X3Y6ZA',
          hash: 'sha256:5a1c0d7be0a1b6f1c1a2f0a3e0a9d3c4b5f60718293a4b5c6d7e8f9001122334',
          previous_hash: 'sha256:91b7e2c6d4f5a8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081',
          created_at: '2026-11-18T11:06:40.000Z',
        },
        {
          index: 1,
          status: 201,
          id: 'rec_01KCZ5F8M0Q2V7R4T9W1X3Y6ZB',
          hash: 'sha256:0f4e3d2c1b0a99887766554433221100ffeeddccbbaa99887766554433221100',
          previous_hash: 'sha256:5a1c0d7be0a1b6f1c1a2f0a3e0a9d3c4b5f60718293a4b5c6d7e8f9001122334',
          created_at: '2026-11-18T11:06:40.000Z',
        },
      ],
      created: 2,
      replayed: 0,
      refused: 0,
    },
  },
  listRecords: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          id: 'rec_01M669S0G1RRFQ1RM266439HYS',
          model_id: 'credit-scorer',
          input: {
            age: 64,
            bureau: {
              accounts: 4,
              delinquencies: 2,
              utilisation: 0.303,
            },
            employment: {
              months: 281,
              status: 'self-employed',
            },
            income: 27223.93,
            region: 'DE-NW',
            requested: {
              amount: 35000,
              currency: 'EUR',
              months: 52,
            },
          },
          output: {
            decision: 'DECLINE',
            limit: 0,
            reasons: ['debt_to_income_above_threshold', 'short_credit_history'],
            score: 453,
          },
          confidence: 0.9418,
          transaction_id: 'APP-2026-0000599',
          policy_id: 'lending-policy-2024',
          context: {
            channel: 'mobile',
            city: 'Köln',
            model_version: '4.0.0',
          },
          hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
          previous_hash: 'sha256:4d2a629f908505b7afa17481e45be96f1d01b4e075d5e8c9fb9b82147d3db323',
          created_at: '2026-10-30T11:40:29.569Z',
          interventions: [
            {
              id: 'int_01M7XPE600YEY6QW574T66ER3W',
              record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
              record_hash:
                'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
              n: 1,
              previous_hash:
                'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
              action: 'override',
              actor: {
                id: 'usr_01M7XPE600YEY6QW574T66EQXA',
                role: 'compliance_officer',
              },
              meaning: 'proposal',
              evidence_viewed: ['payslips-q3.pdf', 'bureau report'],
              outcome: {
                decision: 'APPROVE',
                limit: 8000,
                score: 453,
              },
              reason:
                'The payslips of the last three months show a higher income than the bureau reports.',
              reason_code: 'R1',
              signature: {
                at: '2026-11-20T21:00:00.000Z',
                by: 'usr_01M7XPE600YEY6QW574T66EQXA',
                key: '7dd2b5c2',
                value:
                  'n0TfQTF5R+ia6OrwZR5znf7hOrvLSfGesswNji0RTjqyAN6UJM+qcIryYYRUX/bj+CYtyUzTj7AzdQiBc/k2AQ==',
              },
              created_at: '2026-11-20T21:00:00.000Z',
              hash: 'sha256:f61736d08df023cd9f221a7c721a92298f2e2cbfe7583b1a9160ecb241402c2c',
            },
          ],
        },
        {
          id: 'rec_01M63E98PS90M6THQNC90H56CJ',
          model_id: 'triage-net',
          input: {
            history: {
              allergies: [],
              medication: [],
            },
            lab_results: {
              'CRP (µg/mL)': 83.9,
              creatinine: {
                unit: 'mg/dL',
                value: 2.69,
              },
              glucose: {
                unit: 'mg/dL',
                value: 263,
              },
              leukocytes: {
                unit: '/L',
                value: 19471000000,
              },
              troponin: {
                unit: 'g/L',
                value: 2.54e-8,
              },
            },
            patient: {
              age: 21,
              pregnant: false,
              sex: 'f',
            },
            symptoms: ['chest pain', 'nausea', 'palpitations'],
            vitals: {
              blood_pressure: {
                diastolic: 75,
                systolic: 178,
              },
              ecg_mv: [0.807],
              heart_rate: 41,
              pain: 4,
              spo2: 0.79,
              temperature_c: 40.3,
            },
          },
          output: {
            decision: 'NON_URGENT',
            level: 5,
            probabilities: {
              IMMEDIATE: 0.0056838,
              NON_URGENT: 0.70171,
              STANDARD: 0.21051,
              URGENT: 0.063153,
              VERY_URGENT: 0.018946,
            },
            wait_minutes: 120,
          },
          confidence: 0.796,
          transaction_id: 'ER/3cb5-3953',
          policy_id: 'triage-protocol-mts-3',
          context: {
            model_version: '2.0.0',
            site: '聖路加病院',
          },
          explanation: {
            attributions: [
              {
                contribution: -0.0991,
                feature: 'vitals.heart_rate',
                value: 0,
              },
              {
                contribution: -0.4969,
                feature: 'vitals.spo2',
              },
              {
                contribution: -0.1468,
                feature: 'vitals.blood_pressure.systolic',
              },
              {
                contribution: 0.2052,
                feature: 'symptoms.chest pain',
              },
              {
                contribution: 0.2898,
                feature: 'symptoms.nausea',
              },
              {
                contribution: 0.309,
                feature: 'symptoms.palpitations',
              },
            ],
            method: 'integrated-gradients',
          },
          hash: 'sha256:4d2a629f908505b7afa17481e45be96f1d01b4e075d5e8c9fb9b82147d3db323',
          previous_hash: 'sha256:bd978658110fc06b15f6767e9b14b1a85f134fd455ffc5ca21684e15b40c41bb',
          created_at: '2026-10-29T09:01:33.273Z',
          interventions: [],
        },
      ],
      total: 600,
      limit: 2,
      offset: 0,
    },
  },
  getRecordFacets: {
    answer: {
      total: 600,
      models: [
        {
          model_id: 'fraud-guard',
          count: 150,
        },
        {
          model_id: 'credit-scorer',
          count: 118,
        },
        {
          model_id: 'content-moderation',
          count: 99,
        },
        {
          model_id: 'triage-net',
          count: 80,
        },
        {
          model_id: 'claims-router',
          count: 58,
        },
        {
          model_id: 'kyc-match',
          count: 50,
        },
        {
          model_id: 'resume-ranker',
          count: 32,
        },
        {
          model_id: 'route-planner',
          count: 13,
        },
      ],
      policies: [
        {
          policy_id: 'lending-policy-2024',
          count: 81,
        },
        {
          policy_id: 'triage-protocol-mts-3',
          count: 80,
        },
        {
          policy_id: 'claims-handling-7',
          count: 50,
        },
        {
          policy_id: 'fraud-rules-8.4.0',
          count: 48,
        },
        {
          policy_id: 'community-guidelines-12',
          count: 43,
        },
        {
          policy_id: 'lending-policy-2021',
          count: 37,
        },
        {
          policy_id: 'fraud-rules-8.0.0',
          count: 35,
        },
        {
          policy_id: 'aml-5',
          count: 33,
        },
        {
          policy_id: 'community-guidelines-11',
          count: 28,
        },
        {
          policy_id: 'community-guidelines-13',
          count: 18,
        },
        {
          policy_id: 'aml-6',
          count: 17,
        },
        {
          policy_id: 'fraud-rules-7.3.2',
          count: 15,
        },
        {
          policy_id: 'fraud-rules-9.0.1',
          count: 13,
        },
        {
          policy_id: 'fraud-rules-7.1.0',
          count: 12,
        },
        {
          policy_id: 'fair-hiring-2',
          count: 9,
        },
      ],
    },
  },
  getRecordHistogram: {
    query: {
      where: '{"confidence":{"$gte":0.9}}',
    },
    answer: {
      total: 2,
      classes: {
        favourable: 0,
        adverse: 0,
        undecided: 0,
        unknown: 0,
        absent: 2,
      },
      without_confidence: 0,
      mean_confidence: 0.975,
      confidence: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      interval: 'day',
      by_recording: 2,
      periods: [
        {
          start: '2026-01-01T00:00:00.000Z',
          end: '2026-01-02T00:00:00.000Z',
          total: 1,
          classes: {
            favourable: 0,
            adverse: 0,
            undecided: 0,
            unknown: 0,
            absent: 1,
          },
          without_confidence: 0,
          mean_confidence: 1,
          confidence: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        },
        {
          start: '2026-01-02T00:00:00.000Z',
          end: '2026-01-03T00:00:00.000Z',
          total: 1,
          classes: {
            favourable: 0,
            adverse: 0,
            undecided: 0,
            unknown: 0,
            absent: 1,
          },
          without_confidence: 0,
          mean_confidence: 0.95,
          confidence: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        },
      ],
      left_out: 0,
    },
  },
  getRecord: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
      model_id: 'credit-scorer',
      input: {
        age: 64,
        bureau: {
          accounts: 4,
          delinquencies: 2,
          utilisation: 0.303,
        },
        employment: {
          months: 281,
          status: 'self-employed',
        },
        income: 27223.93,
        region: 'DE-NW',
        requested: {
          amount: 35000,
          currency: 'EUR',
          months: 52,
        },
      },
      output: {
        decision: 'DECLINE',
        limit: 0,
        reasons: ['debt_to_income_above_threshold', 'short_credit_history'],
        score: 453,
      },
      confidence: 0.9418,
      transaction_id: 'APP-2026-0000599',
      policy_id: 'lending-policy-2024',
      context: {
        channel: 'mobile',
        city: 'Köln',
        model_version: '4.0.0',
      },
      hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
      previous_hash: 'sha256:4d2a629f908505b7afa17481e45be96f1d01b4e075d5e8c9fb9b82147d3db323',
      created_at: '2026-10-30T11:40:29.569Z',
      interventions: [
        {
          id: 'int_01M7XPE600YEY6QW574T66ER3W',
          record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
          record_hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
          n: 1,
          previous_hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
          action: 'override',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQXA',
            role: 'compliance_officer',
          },
          meaning: 'proposal',
          evidence_viewed: ['payslips-q3.pdf', 'bureau report'],
          outcome: {
            decision: 'APPROVE',
            limit: 8000,
            score: 453,
          },
          reason:
            'The payslips of the last three months show a higher income than the bureau reports.',
          reason_code: 'R1',
          signature: {
            at: '2026-11-20T21:00:00.000Z',
            by: 'usr_01M7XPE600YEY6QW574T66EQXA',
            key: '7dd2b5c2',
            value:
              'n0TfQTF5R+ia6OrwZR5znf7hOrvLSfGesswNji0RTjqyAN6UJM+qcIryYYRUX/bj+CYtyUzTj7AzdQiBc/k2AQ==',
          },
          created_at: '2026-11-20T21:00:00.000Z',
          hash: 'sha256:f61736d08df023cd9f221a7c721a92298f2e2cbfe7583b1a9160ecb241402c2c',
        },
      ],
    },
  },
  getRecordPosition: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
      seq: 628,
      offset: 0,
      total: 600,
    },
  },
  verifyRecord: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
      seq: 628,
      verdict: 'OK',
      fields: [
        {
          field: 'context',
          verdict: 'OK',
        },
        {
          field: 'input',
          verdict: 'OK',
        },
        {
          field: 'output',
          verdict: 'OK',
        },
        {
          field: 'transaction_id',
          verdict: 'OK',
        },
      ],
      findings: [],
      checked_at: '2026-11-21T00:00:00.000Z',
    },
  },
  listProfiles: {
    path: {
      id: 'credit-scorer',
    },
    answer: {
      data: [
        {
          profile_id: 'prof_01M7XPE600YEY6QW574T66ER3K',
          model_id: 'credit-scorer',
          n: 2,
          created_at: '2026-11-20T02:00:00.000Z',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQX8',
            role: 'admin',
          },
          profile: {
            outcome: {
              path: '/output/decision',
              favourable: ['APPROVE'],
              adverse: ['DECLINE'],
              undecided: ['REFER'],
            },
            decided_at: null,
            subject: {
              paths: ['/input/applicant'],
              match: 'folded',
            },
            groups: [
              {
                name: 'Age',
                path: '/input/age',
                bands: [25, 40, 62],
              },
            ],
            version: {
              path: '/context/model_version',
            },
            amount: {
              path: '/output/limit',
              currency: 'EUR',
            },
            columns: [
              {
                name: 'Income',
                path: '/input/income',
                kind: 'number',
              },
              {
                name: 'Region',
                path: '/input/region',
                kind: 'text',
              },
            ],
            reasons: {
              path: '/output/reasons',
            },
            review: {
              below: 0.5,
              undecided: false,
              second_person: true,
              sample_percent: 1,
              blind_percent: 50,
              due_hours: 72,
              reason_codes: [
                {
                  code: 'R1',
                  label: 'Documents show something else',
                },
                {
                  code: 'R2',
                  label: 'Another person is meant',
                },
                {
                  code: 'R3',
                  label: 'Outside of the policy',
                },
                {
                  code: 'R4',
                  label: 'Hardship',
                },
              ],
            },
            small_group: 30,
            rules: [
              {
                id: 'age',
                kind: 'impact_ratio',
                window: 'all',
                groups: ['Age'],
                below: [4, 5],
                chance: false,
              },
              {
                id: 'certainty',
                kind: 'drift',
                window: 'all',
                field: 'confidence',
                above: 0.25,
                baseline: {
                  from: '2025-09-01',
                  to: '2025-12-31',
                },
              },
              {
                id: 'declined',
                kind: 'outcome_rate',
                window: 'all',
                class: 'adverse',
                above: 0.5,
              },
            ],
          },
        },
        {
          profile_id: 'prof_01M7XPE600YEY6QW574T66ER1G',
          model_id: 'credit-scorer',
          n: 1,
          created_at: '2026-10-30T11:40:29.569Z',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQX8',
            role: 'admin',
          },
          profile: {
            outcome: {
              path: '/output/decision',
              favourable: ['APPROVE'],
              adverse: ['DECLINE'],
              undecided: ['REFER'],
            },
            decided_at: null,
            subject: {
              paths: ['/input/applicant'],
              match: 'folded',
            },
            groups: [
              {
                name: 'Age',
                path: '/input/age',
                bands: [25, 40, 62],
              },
            ],
            version: {
              path: '/context/model_version',
            },
            amount: {
              path: '/output/limit',
              currency: 'EUR',
            },
            columns: [
              {
                name: 'Income',
                path: '/input/income',
                kind: 'number',
              },
              {
                name: 'Region',
                path: '/input/region',
                kind: 'text',
              },
            ],
            reasons: {
              path: '/output/reasons',
            },
            review: {
              below: null,
              undecided: false,
              second_person: true,
              sample_percent: 0,
              blind_percent: 50,
              due_hours: 72,
              reason_codes: [
                {
                  code: 'R1',
                  label: 'Documents show something else',
                },
                {
                  code: 'R2',
                  label: 'Another person is meant',
                },
                {
                  code: 'R3',
                  label: 'Outside of the policy',
                },
                {
                  code: 'R4',
                  label: 'Hardship',
                },
              ],
            },
            small_group: 30,
            rules: [
              {
                id: 'age',
                kind: 'impact_ratio',
                window: 'all',
                groups: ['Age'],
                below: [4, 5],
                chance: false,
              },
              {
                id: 'certainty',
                kind: 'drift',
                window: 'all',
                field: 'confidence',
                above: 0.25,
                baseline: {
                  from: '2025-09-01',
                  to: '2025-12-31',
                },
              },
              {
                id: 'declined',
                kind: 'outcome_rate',
                window: 'all',
                class: 'adverse',
                above: 0.5,
              },
            ],
          },
        },
      ],
    },
  },
  getProfileProposal: {
    path: {
      id: 'credit-scorer',
    },
    answer: {
      records: 118,
      unassigned: [],
      profile: {
        outcome: {
          path: '/output/decision',
          favourable: ['APPROVE'],
          adverse: ['DECLINE'],
          undecided: ['REFER'],
        },
        decided_at: null,
        subject: null,
        groups: [
          {
            name: 'age',
            path: '/input/age',
            bands: [25, 40, 62],
          },
        ],
        version: {
          path: '/context/model_version',
        },
        amount: null,
        columns: [
          {
            name: 'accounts',
            path: '/input/bureau/accounts',
            kind: 'number',
          },
          {
            name: 'delinquencies',
            path: '/input/bureau/delinquencies',
            kind: 'number',
          },
          {
            name: 'utilisation',
            path: '/input/bureau/utilisation',
            kind: 'number',
          },
          {
            name: 'months',
            path: '/input/employment/months',
            kind: 'number',
          },
          {
            name: 'income',
            path: '/input/income',
            kind: 'number',
          },
          {
            name: 'amount',
            path: '/input/requested/amount',
            kind: 'number',
          },
          {
            name: 'months 2',
            path: '/input/requested/months',
            kind: 'number',
          },
        ],
        reasons: null,
        review: null,
        small_group: 30,
      },
      paths: [
        {
          path: '/output/decision',
          present: 118,
          values: 3,
          kind: 'text',
          examples: ['DECLINE', 'APPROVE', 'REFER'],
        },
        {
          path: '/output/limit',
          present: 118,
          values: 27,
          kind: 'number',
          examples: [0, 50575, 17520, 6160, 15840],
        },
        {
          path: '/output/score',
          present: 118,
          values: 95,
          kind: 'number',
          examples: [453, 456, 682, 653, 669],
        },
        {
          path: '/input/age',
          present: 117,
          values: 57,
          kind: 'number',
          examples: [64, 45, 76, 58, 61],
        },
        {
          path: '/input/bureau/accounts',
          present: 117,
          values: 23,
          kind: 'number',
          examples: [4, 11, 9, 16, 15],
        },
        {
          path: '/input/bureau/delinquencies',
          present: 117,
          values: 3,
          kind: 'number',
          examples: [2, 0, 1],
        },
        {
          path: '/input/bureau/utilisation',
          present: 117,
          values: 114,
          kind: 'number',
          examples: [0.303, 0.319, 0.038, 0.904, 0.258],
        },
        {
          path: '/input/employment/months',
          present: 117,
          values: 103,
          kind: 'number',
          examples: [281, 371, 81, 236, 235],
        },
        {
          path: '/input/employment/status',
          present: 117,
          values: 10,
          kind: 'text',
          examples: [
            'self-employed',
            'electrician',
            'software developer',
            'truck driver',
            'teacher',
          ],
        },
        {
          path: '/input/income',
          present: 117,
          values: 117,
          kind: 'number',
          examples: [27223.93, 60713, 124590, 89690.37, 114304],
        },
        {
          path: '/input/region',
          present: 117,
          values: 14,
          kind: 'text',
          examples: ['DE-NW', 'MA-06', 'SE-M', 'EG-C', 'DE-BY'],
        },
        {
          path: '/input/requested/amount',
          present: 117,
          values: 68,
          kind: 'number',
          examples: [35000, 56500, 59500, 24000, 8000],
        },
        {
          path: '/input/requested/currency',
          present: 117,
          values: 2,
          kind: 'text',
          examples: ['EUR', 'JPY'],
        },
        {
          path: '/input/requested/months',
          present: 117,
          values: 70,
          kind: 'number',
          examples: [52, 69, 21, 51, 92],
        },
        {
          path: '/context/channel',
          present: 118,
          values: 4,
          kind: 'text',
          examples: ['mobile', 'web', 'branch', 'broker'],
        },
        {
          path: '/context/city',
          present: 118,
          values: 14,
          kind: 'text',
          examples: ['Köln', 'الدار البيضاء', 'Malmö', 'القاهرة', 'München'],
        },
        {
          path: '/context/model_version',
          present: 118,
          values: 4,
          kind: 'text',
          examples: ['4.0.0', '3.2.1', '3.0.0', '2.4.0'],
        },
      ],
    },
  },
  createProfile: {
    path: {
      id: 'credit-scorer',
    },
    body: {
      profile: {
        outcome: {
          path: '/output/decision',
          favourable: ['approve'],
          adverse: ['deny'],
          undecided: [],
        },
        decided_at: null,
        subject: null,
        groups: [],
        version: null,
        amount: null,
        columns: [],
        reasons: null,
        review: null,
        small_group: 30,
      },
    },
    answer: {
      profile_id: 'prof_01KDVDNA00BSP5FYMAPQXZJSY6',
      model_id: 'credit-scorer',
      n: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      actor: {
        id: 'operator',
        role: 'operator',
      },
      profile: {
        outcome: {
          path: '/output/decision',
          favourable: ['approve'],
          adverse: ['deny'],
          undecided: [],
        },
        decided_at: null,
        subject: null,
        groups: [],
        version: null,
        amount: null,
        columns: [],
        reasons: null,
        review: null,
        small_group: 30,
      },
    },
  },
  getOversight: {
    query: {
      model_id: 'credit-scorer',
    },
    answer: {
      model_id: 'credit-scorer',
      basis: 'model',
      where: '{}',
      profile: {
        profile_id: 'prof_01KDVDNA00BSP5FYMAPQXZJWSV',
        n: 1,
        outcomes: [
          {
            value: 'approve',
            class: 'favourable',
          },
          {
            value: 'deny',
            class: 'adverse',
          },
        ],
        groups: null,
        columns: [],
        currency: null,
        small_group: 30,
        being_applied: null,
      },
      first_at: '2026-01-01T00:00:00.000Z',
      last_at: '2026-01-01T00:00:00.000Z',
      figures: {
        decisions: {
          count: 1,
          where: '{}',
        },
        classes: {
          favourable: {
            count: 1,
            where: '{"outcome_class":"favourable"}',
          },
          adverse: {
            count: 0,
            where: '{"outcome_class":"adverse"}',
          },
          undecided: {
            count: 0,
            where: '{"outcome_class":"undecided"}',
          },
          unknown: {
            count: 0,
            where: '{"outcome_class":"unknown"}',
          },
          absent: {
            count: 0,
            where: '{"outcome_class":{"$exists":false}}',
          },
        },
        decided: {
          count: 1,
          where: '{"outcome_class":{"$in":["adverse","favourable"]}}',
        },
        rate: {
          value: 1,
          low: 0.20654931437723745,
          high: 1,
        },
        reviewed: {
          count: 0,
          where: '{"reviewed":true}',
        },
        changed: {
          count: 0,
          where: '{"changed":true}',
        },
        changed_of_reviewed: null,
        changed_of_all: 0,
        median_review_ms: null,
        p90_review_ms: null,
        amounts: [],
        dated_by_recording: {
          count: 1,
          where: '{"decided_from":"recording"}',
        },
        without_confidence: {
          count: 0,
          where: '{"confidence":{"$exists":false}}',
        },
      },
      over_time: {
        interval: 'day',
        periods: [
          {
            start: '2026-01-01T00:00:00.000Z',
            end: '2026-01-02T00:00:00.000Z',
            decisions: {
              count: 1,
              where:
                '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"}}',
            },
            classes: {
              favourable: {
                count: 1,
                where:
                  '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"},"outcome_class":"favourable"}',
              },
              adverse: {
                count: 0,
                where:
                  '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"},"outcome_class":"adverse"}',
              },
              undecided: {
                count: 0,
                where:
                  '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"},"outcome_class":"undecided"}',
              },
              unknown: {
                count: 0,
                where:
                  '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"},"outcome_class":"unknown"}',
              },
              absent: {
                count: 0,
                where:
                  '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z","$lt":"2026-01-02T00:00:00.000Z"},"outcome_class":{"$exists":false}}',
              },
            },
            adverse_share: {
              value: 0,
              low: 0,
              high: 0.7934506856227626,
            },
          },
        ],
        left_out: {
          count: 0,
          where: '{"decided_at":{"$lt":""}}',
        },
        versions: [
          {
            version: '1.0.0',
            first_at: '2026-01-01T00:00:00.000Z',
            records: {
              count: 1,
              where: '{"version":"1.0.0"}',
            },
          },
        ],
      },
      confidence: {
        bins: [
          {
            from: 0,
            to: 0.1,
            decisions: {
              count: 0,
              where: '{"confidence":{"$gte":0,"$lt":0.1}}',
            },
            classes: {
              favourable: {
                count: 0,
                where: '{"confidence":{"$gte":0,"$lt":0.1},"outcome_class":"favourable"}',
              },
              adverse: {
                count: 0,
                where: '{"confidence":{"$gte":0,"$lt":0.1},"outcome_class":"adverse"}',
              },
              undecided: {
                count: 0,
                where: '{"confidence":{"$gte":0,"$lt":0.1},"outcome_class":"undecided"}',
              },
              unknown: {
                count: 0,
                where: '{"confidence":{"$gte":0,"$lt":0.1},"outcome_class":"unknown"}',
              },
              absent: {
                count: 0,
                where: '{"confidence":{"$gte":0,"$lt":0.1},"outcome_class":{"$exists":false}}',
              },
            },
            sampled: null,
            confirmed: null,
            confirmed_share: null,
          },
          {
            from: 0.1,
            to: 0.2,
            decisions: {
              count: 0,
              where: '{"confidence":{"$gte":0.1,"$lt":0.2}}',
            },
            classes: {
              favourable: {
                count: 0,
                where: '{"confidence":{"$gte":0.1,"$lt":0.2},"outcome_class":"favourable"}',
              },
              adverse: {
                count: 0,
                where: '{"confidence":{"$gte":0.1,"$lt":0.2},"outcome_class":"adverse"}',
              },
              undecided: {
                count: 0,
                where: '{"confidence":{"$gte":0.1,"$lt":0.2},"outcome_class":"undecided"}',
              },
              unknown: {
                count: 0,
                where: '{"confidence":{"$gte":0.1,"$lt":0.2},"outcome_class":"unknown"}',
              },
              absent: {
                count: 0,
                where: '{"confidence":{"$gte":0.1,"$lt":0.2},"outcome_class":{"$exists":false}}',
              },
            },
            sampled: null,
            confirmed: null,
            confirmed_share: null,
          },
        ],
        mean: 0.93,
      },
      fairness: null,
      drift: {
        kind: 'first_half',
        baseline: {
          records: {
            count: 0,
            where: '{"decided_at":{"$lt":"2026-01-01T00:00:00.000Z"}}',
          },
          from: null,
          to: '2026-01-01T00:00:00.000Z',
        },
        current: {
          records: {
            count: 1,
            where: '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z"}}',
          },
          from: '2026-01-01T00:00:00.000Z',
          to: null,
        },
        fields: [
          {
            field: 'outcome',
            buckets: [
              {
                kind: 'value',
                above: null,
                up_to: null,
                value: 'approve',
                baseline: {
                  count: 0,
                  where: '{"decided_at":{"$lt":"2026-01-01T00:00:00.000Z"},"outcome":"approve"}',
                },
                current: {
                  count: 1,
                  where: '{"decided_at":{"$gte":"2026-01-01T00:00:00.000Z"},"outcome":"approve"}',
                },
              },
            ],
            psi: null,
            expected: null,
            mark: null,
            size: null,
            may_be_chance: null,
          },
          {
            field: 'confidence',
            buckets: [
              {
                kind: 'value',
                above: null,
                up_to: null,
                value: 0.93,
                baseline: {
                  count: 0,
                  where: '{"confidence":0.93,"decided_at":{"$lt":"2026-01-01T00:00:00.000Z"}}',
                },
                current: {
                  count: 1,
                  where: '{"confidence":0.93,"decided_at":{"$gte":"2026-01-01T00:00:00.000Z"}}',
                },
              },
            ],
            psi: null,
            expected: null,
            mark: null,
            size: null,
            may_be_chance: null,
          },
        ],
      },
      people: {
        changes: [],
        unchanged: {
          count: 0,
          where: '{"changed":false,"reviewed":true}',
        },
      },
      versions: [
        {
          value: '1.0.0',
          records: {
            count: 1,
            where: '{"version":"1.0.0"}',
          },
        },
      ],
      policies: [],
    },
  },
  listOversightModels: {
    answer: {
      from: null,
      to: null,
      axis: {
        interval: 'day',
        starts: ['2026-02-02T00:00:00.000Z'],
      },
      all: {
        decisions: {
          count: 2,
          where: '{}',
        },
        before: null,
        reviewed: {
          count: 0,
          where: '{"reviewed":true}',
        },
        changed: {
          count: 0,
          where: '{"changed":true}',
        },
        changed_of_reviewed: null,
        changed_of_all: 0,
        median_review_ms: null,
        p90_review_ms: null,
      },
      data: [
        {
          model_id: 'm_a',
          profile: null,
          being_applied: null,
          card: {
            version: '1.0.0',
            names_limitations: false,
            artifact: 'unchecked',
          },
          decisions: {
            count: 2,
            where: '{}',
          },
          over_time: [2],
          last_at: '2026-02-02T00:00:00.000Z',
          mean_confidence: 0.515,
          classes: null,
          rate: null,
          reviewed: null,
          changed: null,
          changed_of_reviewed: null,
          changed_of_all: null,
          has_groups: false,
          fairness: null,
          drift: null,
        },
      ],
    },
  },
  listRuleAlerts: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          alert_id: 'alert_01M7XPE600YEY6QW574T66ER3B',
          model_id: 'kyc-match',
          rule_id: 'silence',
          rule: {
            id: 'silence',
            kind: 'silence',
            hours: 72,
          },
          profile: {
            profile_id: 'prof_01M7XPE600YEY6QW574T66ER1H',
            n: 1,
          },
          state: 'acknowledged',
          since: '2026-11-19T00:00:00.000Z',
          window: {
            from: '2026-11-16T00:00:00.000Z',
            to: '2026-11-19T00:00:00.000Z',
          },
          finding: {
            kind: 'silence',
            last_at: '2026-10-15T14:08:56.021Z',
            records: {
              count: 0,
              where:
                '{"decided_at":{"$gte":"2026-11-16T00:00:00.000Z","$lt":"2026-11-19T00:00:00.000Z"}}',
            },
          },
          records: {
            count: 0,
            where:
              '{"decided_at":{"$gte":"2026-11-16T00:00:00.000Z","$lt":"2026-11-19T00:00:00.000Z"}}',
          },
          acknowledged: {
            at: '2026-11-19T01:35:00.000Z',
            actor: {
              id: 'operator',
              role: 'operator',
            },
            note: 'The branches send matches through the new portal since the 1st; the interface to it is being built.',
          },
          closed: null,
          sequence: 999,
        },
        {
          alert_id: 'alert_01M7XPE600YEY6QW574T66ER39',
          model_id: 'credit-scorer',
          rule_id: 'declined',
          rule: {
            id: 'declined',
            kind: 'outcome_rate',
            window: 'all',
            class: 'adverse',
            above: 0.5,
          },
          profile: {
            profile_id: 'prof_01M7XPE600YEY6QW574T66ER1G',
            n: 1,
          },
          state: 'open',
          since: '2026-11-19T00:00:00.000Z',
          window: {
            from: null,
            to: '2026-11-19T00:00:00.000Z',
          },
          finding: {
            kind: 'outcome_rate',
            class: 'adverse',
            count: 59,
            n: 85,
            records: {
              count: 59,
              where: '{"decided_at":{"$lt":"2026-11-19T00:00:00.000Z"},"outcome_class":"adverse"}',
            },
          },
          records: {
            count: 59,
            where: '{"decided_at":{"$lt":"2026-11-19T00:00:00.000Z"},"outcome_class":"adverse"}',
          },
          acknowledged: null,
          closed: null,
          sequence: 998,
        },
      ],
      pagination: {
        total: 2,
        limit: 2,
        offset: 0,
        has_more: false,
      },
    },
  },
  acknowledgeAlert: {
    path: {
      id: 'alert_01KKKH2PG08MCMM20BEK1FC2KA',
    },
    body: {
      note: 'Zebedaeus Xylander called.',
    },
    answer: {
      alert_id: 'alert_01KKKH2PG08MCMM20BEK1FC2KA',
      model_id: 'credit-scorer',
      rule_id: 'silent',
      rule: {
        id: 'silent',
        kind: 'silence',
        hours: 24,
      },
      profile: {
        profile_id: 'prof_01KKBSWHG0BSP5FYMAPQXZJSY5',
        n: 1,
      },
      state: 'acknowledged',
      since: '2026-03-13T12:00:00.000Z',
      window: {
        from: '2026-03-12T00:00:00.000Z',
        to: '2026-03-13T00:00:00.000Z',
      },
      finding: {
        kind: 'silence',
        last_at: '2026-03-10T12:00:00.000Z',
        records: {
          count: 0,
          where:
            '{"decided_at":{"$gte":"2026-03-12T00:00:00.000Z","$lt":"2026-03-13T00:00:00.000Z"}}',
        },
      },
      records: {
        count: 0,
        where:
          '{"decided_at":{"$gte":"2026-03-12T00:00:00.000Z","$lt":"2026-03-13T00:00:00.000Z"}}',
      },
      acknowledged: {
        at: '2026-03-13T12:00:00.000Z',
        actor: {
          id: 'operator',
          role: 'operator',
        },
        note: null,
      },
      closed: null,
      sequence: 3,
    },
  },
  getWatchedRules: {
    query: {
      model_id: 'credit-scorer',
    },
    answer: {
      model_id: 'credit-scorer',
      profile: {
        profile_id: 'prof_01KKBSWHG0BSP5FYMAPQXZJT4K',
        n: 1,
      },
      evaluated_to: '2026-04-20T00:00:00.000Z',
      data: [
        {
          rule: {
            id: 'fair',
            kind: 'impact_ratio',
            window: '30d',
            groups: ['sex'],
            below: [4, 5],
            chance: false,
          },
          broken: false,
          finding: {
            kind: 'impact_ratio',
            group: null,
            reference: null,
            records: {
              count: 1,
              where:
                '{"decided_at":{"$gte":"2026-03-21T00:00:00.000Z","$lt":"2026-04-20T00:00:00.000Z"}}',
            },
          },
          window: {
            from: '2026-03-21T00:00:00.000Z',
            to: '2026-04-20T00:00:00.000Z',
          },
          alert: null,
        },
      ],
    },
  },
  listReviews: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          record_id: 'rec_01M25J5P5MXA9CRBNKVXPYPR9X',
          model_id: 'credit-scorer',
          created_at: '2026-09-10T11:45:11.860Z',
          confidence: 0.59,
          outcome: 'DECLINE',
          outcome_class: 'adverse',
          amount: 0,
          currency: 'EUR',
          assignee: null,
          reason: 'second_review',
          since: '2026-11-12T01:00:00.000Z',
          due_at: '2026-11-15T01:00:00.000Z',
        },
        {
          record_id: 'rec_01M59V7GHH13X1NNQQWYSA01W9',
          model_id: 'credit-scorer',
          created_at: '2026-10-19T10:27:32.017Z',
          confidence: 0.9114,
          outcome: 'DECLINE',
          outcome_class: 'adverse',
          amount: 0,
          currency: 'EUR',
          assignee: null,
          reason: 'escalated',
          since: '2026-11-17T00:00:00.000Z',
          due_at: '2026-11-20T00:00:00.000Z',
        },
      ],
      total: 11,
      limit: 2,
      offset: 0,
      late: 3,
    },
  },
  getReview: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
      model_id: 'credit-scorer',
      created_at: '2026-10-30T11:40:29.569Z',
      confidence: 0.9418,
      outcome: 'DECLINE',
      outcome_class: 'adverse',
      amount: 0,
      currency: 'EUR',
      assignee: 'usr_01M7XPE600YEY6QW574T66EQXB',
      reason: 'second_actor',
      since: '2026-11-20T21:00:00.000Z',
      due_at: '2026-11-23T21:00:00.000Z',
      is_blind: false,
      previous_hash: 'sha256:f61736d08df023cd9f221a7c721a92298f2e2cbfe7583b1a9160ecb241402c2c',
      intervention_count: 1,
      record: {
        hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
        policy_id: 'lending-policy-2024',
        transaction_id: 'APP-2026-0000599',
        input: {
          age: 64,
          bureau: {
            accounts: 4,
            delinquencies: 2,
            utilisation: 0.303,
          },
          employment: {
            months: 281,
            status: 'self-employed',
          },
          income: 27223.93,
          region: 'DE-NW',
          requested: {
            amount: 35000,
            currency: 'EUR',
            months: 52,
          },
        },
        output: {
          decision: 'DECLINE',
          limit: 0,
          reasons: ['debt_to_income_above_threshold', 'short_credit_history'],
          score: 453,
        },
        context: {
          channel: 'mobile',
          city: 'Köln',
          model_version: '4.0.0',
        },
      },
      profile_id: 'prof_01M7XPE600YEY6QW574T66ER3K',
      profile: {
        outcome: {
          path: '/output/decision',
          favourable: ['APPROVE'],
          adverse: ['DECLINE'],
          undecided: ['REFER'],
        },
        amount: {
          path: '/output/limit',
          currency: 'EUR',
        },
        review: {
          below: 0.5,
          undecided: false,
          second_person: true,
          sample_percent: 1,
          blind_percent: 50,
          due_hours: 72,
          reason_codes: [
            {
              code: 'R1',
              label: 'Documents show something else',
            },
            {
              code: 'R2',
              label: 'Another person is meant',
            },
            {
              code: 'R3',
              label: 'Outside of the policy',
            },
            {
              code: 'R4',
              label: 'Hardship',
            },
          ],
        },
      },
      choices: [
        {
          value: 'APPROVE',
          class: 'favourable',
          count: 26,
        },
        {
          value: 'DECLINE',
          class: 'adverse',
          count: 59,
        },
        {
          value: 'REFER',
          class: 'undecided',
          count: 33,
        },
      ],
      counted: 118,
    },
  },
  assignReview: {
    path: {
      id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY3',
    },
    body: {
      assignee: 'usr_TP5GFZP1GT5XWX21YK6K17YXX0',
    },
    answer: {
      record_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY3',
      assignee: 'usr_TP5GFZP1GT5XWX21YK6K17YXX0',
    },
  },
  searchPersons: {
    body: {
      identifiers: ['4711', 'eva mayer', 'nobody'],
    },
    answer: {
      search_id: 'psr_01KDVDNA00BSP5FYMAPQXZJSYZ',
      models: [
        {
          model_id: 'insurance',
          count: 1,
        },
        {
          model_id: 'credit-scorer',
          count: 1,
        },
      ],
    },
  },
  getRecordEvidence: {
    path: {
      id: 'rec_01M63E98PS90M6THQNC90H56CJ',
    },
    answer: {
      record_id: 'rec_01M63E98PS90M6THQNC90H56CJ',
      vkey: 'proofdesk.example/demo+3e8170f6+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
      checkpoint: {
        size: 1030,
        root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
        note: 'proofdesk.example/demo\n1030\nFLNePDAmRrt3uCwGlamZmYmYIymI+e7qtpqewQn9r/8=\n\n— proofdesk.example/demo PoFw9vaS/8SEwpgib+KHwH5cUBFad2ZeUL8p1ifO7nL7SHyawaWbobOzhIsy8duFcl1TE34jKlTi2llJineDJWO7CwA=\n',
      },
      record: {
        seq: 627,
        type: 'ledger.record/v1',
        entry:
          '{"commit":{"context":"sha256:85b46d6d75a948f5b86d1b17351e4cb3457c848d7224d7031ea353f4222d39a4","explanation":"sha256:1558c0bf29b254c423c478637ecd66ec5bae13f054c0260a96d23a49bd0e2609","input":"sha256:f75179291cb26ca4da96219b47efe3a6ac641b3d3adc48119de022a1800fb34f","output":"sha256:22f28c379ae320093a62aa4e5c85899fd11b873189ef1a884aed81836454c375","transaction_id":"sha256:3066f5c360ec09030b6399620d190eb22be959793559b23a9f424488a3cfb6f7"},"confidence":0.796,"created_at":"2026-10-29T09:01:33.273Z","id":"rec_01M63E98PS90M6THQNC90H56CJ","model_id":"triage-net","policy_id":"triage-protocol-mts-3","previous_hash":"sha256:bd978658110fc06b15f6767e9b14b1a85f134fd455ffc5ca21684e15b40c41bb","seq":627,"type":"ledger.record/v1"}',
        hash: 'sha256:4d2a629f908505b7afa17481e45be96f1d01b4e075d5e8c9fb9b82147d3db323',
        leaf_hash: 'sha256:9aa3e3b31cbc3f4595ba81c4bcafc52120804a189d0f8954f8dd0e92714dfcbd',
        fields: [
          {
            field: 'context',
            commitment: 'sha256:85b46d6d75a948f5b86d1b17351e4cb3457c848d7224d7031ea353f4222d39a4',
            salt: 'rMGa9ELPZDAK2yPD2C-oxg',
            value: '{"model_version":"2.0.0","site":"聖路加病院"}',
          },
          {
            field: 'explanation',
            commitment: 'sha256:1558c0bf29b254c423c478637ecd66ec5bae13f054c0260a96d23a49bd0e2609',
            salt: 'qFkW9hOuUj4vn638bYBXNQ',
            value:
              '{"attributions":[{"contribution":-0.0991,"feature":"vitals.heart_rate","value":0},{"contribution":-0.4969,"feature":"vitals.spo2"},{"contribution":-0.1468,"feature":"vitals.blood_pressure.systolic"},{"contribution":0.2052,"feature":"symptoms.chest pain"},{"contribution":0.2898,"feature":"symptoms.nausea"},{"contribution":0.309,"feature":"symptoms.palpitations"}],"method":"integrated-gradients"}',
          },
          {
            field: 'input',
            commitment: 'sha256:f75179291cb26ca4da96219b47efe3a6ac641b3d3adc48119de022a1800fb34f',
            salt: 'mALkr-w4HPD8t9pD7exclw',
            value:
              '{"history":{"allergies":[],"medication":[]},"lab_results":{"CRP (µg/mL)":83.9,"creatinine":{"unit":"mg/dL","value":2.69},"glucose":{"unit":"mg/dL","value":263},"leukocytes":{"unit":"/L","value":19471000000},"troponin":{"unit":"g/L","value":2.54e-8}},"patient":{"age":21,"pregnant":false,"sex":"f"},"symptoms":["chest pain","nausea","palpitations"],"vitals":{"blood_pressure":{"diastolic":75,"systolic":178},"ecg_mv":[0.807],"heart_rate":41,"pain":4,"spo2":0.79,"temperature_c":40.3}}',
          },
          {
            field: 'output',
            commitment: 'sha256:22f28c379ae320093a62aa4e5c85899fd11b873189ef1a884aed81836454c375',
            salt: 'wwBrnxEAU2OGg8z4U7XMoQ',
            value:
              '{"decision":"NON_URGENT","level":5,"probabilities":{"IMMEDIATE":0.0056838,"NON_URGENT":0.70171,"STANDARD":0.21051,"URGENT":0.063153,"VERY_URGENT":0.018946},"wait_minutes":120}',
          },
          {
            field: 'transaction_id',
            commitment: 'sha256:3066f5c360ec09030b6399620d190eb22be959793559b23a9f424488a3cfb6f7',
            salt: '9vSf-l96562gof6yixr1hw',
            value: '"ER/3cb5-3953"',
          },
        ],
        inclusion: [
          'sha256:5b59e31993e83721957b1c1545459b3c7fe06604aba8ea4f332c616a49f77150',
          'sha256:72a993bc7d6221dc0b417307577a35881e520cc99d3302088c24c5b744373fcb',
          'sha256:f25da336bcb1d187a946ed4f0faf429a7e47aa638f965c0330bb9e310b3fa615',
          'sha256:688df69bee09c8cdbce991ab3a4343699587a65edeebb8724a8edddac1bd8e1c',
          'sha256:ed0c8b8dbdb9f87e5251ce56ac09c2c0bd37b6be0559eb1f03cbf4312325eba0',
          'sha256:a30172acdb4a65325d5e5412519836d2d6ce9efdcad3a1e83a180759b132c69e',
          'sha256:2853d44a3d97097b8a1a7bdc36be7c56de87d4439655e7e962bf0ae934326b85',
          'sha256:4dc809a5cbb203c95448f4fcf5e142c7dd000b11afbe574765f4781094465323',
          'sha256:9d5b2aebd9ee7bb77030a8497f30204c4f46f912a36e2cabfe961391c92b1c75',
          'sha256:880ce53609c14290328b238871c5be5ae0b811cc13ae2f016f4e2059ce29381a',
          'sha256:1bb08c63c9f36c48e267bc7435d81640f2d132ff94ce6ef341bc0008813fbbfd',
        ],
      },
      related: [],
    },
  },
  createIntervention: {
    path: {
      id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY3',
    },
    body: {
      actor: {
        id: 'ben',
        role: 'compliance_officer',
      },
      action: 'annotate',
      meaning: 'second_review',
      outcome: {
        decision: 'deny',
        limit: 0,
      },
    },
    answer: {
      id: 'int_01KDVDNAZ8E37KN48Q6HAJ6HW6',
      record_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY3',
      record_hash: 'sha256:011d277980dc689db280e2d1cb554db2cb0a3b062f5e3b46d0a2493017072b88',
      n: 2,
      previous_hash: 'sha256:63c8ca2bbad377ea1b1228d1194f1f1b809718fbb0a1bc83869692ad5299ffff',
      action: 'annotate',
      actor: {
        id: 'ben',
        role: 'compliance_officer',
      },
      meaning: 'second_review',
      outcome: {
        decision: 'deny',
        limit: 0,
      },
      created_at: '2026-01-01T00:00:01.000Z',
      hash: 'sha256:58993c0d3c71159882e0d4a70fe6f183d38852ad30da17488e8d45ada05d19b9',
    },
  },
  listInterventions: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      data: [
        {
          id: 'int_01M7XPE600YEY6QW574T66ER3W',
          record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
          record_hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
          n: 1,
          previous_hash: 'sha256:348b8d2c5e0477e848a270aaee14492a847734cb3c443e4e0842dcd6734293a9',
          action: 'override',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQXA',
            role: 'compliance_officer',
          },
          meaning: 'proposal',
          evidence_viewed: ['payslips-q3.pdf', 'bureau report'],
          outcome: {
            decision: 'APPROVE',
            limit: 8000,
            score: 453,
          },
          reason:
            'The payslips of the last three months show a higher income than the bureau reports.',
          reason_code: 'R1',
          signature: {
            at: '2026-11-20T21:00:00.000Z',
            by: 'usr_01M7XPE600YEY6QW574T66EQXA',
            key: '7dd2b5c2',
            value:
              'n0TfQTF5R+ia6OrwZR5znf7hOrvLSfGesswNji0RTjqyAN6UJM+qcIryYYRUX/bj+CYtyUzTj7AzdQiBc/k2AQ==',
          },
          created_at: '2026-11-20T21:00:00.000Z',
          hash: 'sha256:f61736d08df023cd9f221a7c721a92298f2e2cbfe7583b1a9160ecb241402c2c',
        },
      ],
      decision_in_effect: {
        status: 'model',
        output: {
          decision: 'DECLINE',
          limit: 0,
          reasons: ['debt_to_income_above_threshold', 'short_credit_history'],
          score: 453,
        },
        intervention_id: null,
        waiting: 'second_actor',
        proposal_id: 'int_01M7XPE600YEY6QW574T66ER3W',
        second_actor_required: true,
      },
      not_blind: [],
    },
  },
  createErasure: {
    path: {
      id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY3',
    },
    body: {
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: {
        id: 'usr_1',
        role: 'data_protection_officer',
      },
      fields: ['reason'],
      intervention_id: 'int_01KDVDNA00BSP5FYMAPQXZJSY5',
    },
    answer: {
      seq: 3,
      targets: [
        {
          id: 'int_01KDVDNA00BSP5FYMAPQXZJSY5',
          hash: 'sha256:80911bdedf79901073c72c1933ac2c6bfdace221f71965e9a9aa9229985ab6c2',
          fields: ['reason'],
        },
      ],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: {
        id: 'usr_1',
        role: 'data_protection_officer',
      },
      created_at: '2026-01-01T00:00:00.000Z',
      hash: 'sha256:5d268fa4615202772a79fea55eb56a3c9ddefc66662a9805bf9544604bd4e106',
    },
  },
} satisfies Examples;
