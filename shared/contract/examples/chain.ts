/** Examples of requests of the area chain, each with its answer. */
import type { Examples } from './example.ts';

export const chainExamples = {
  createFigure: {
    body: {
      model_id: 'mortgages',
      measure: 'outcomes',
      where: '{"outcome":"maybe"}',
    },
    answer: {
      figure_id: 'fig_01KDVDNA00BSP5FYMAPQXZJW9C',
      model_id: 'mortgages',
      profile_id: 'prof_01KDVDNA00BSP5FYMAPQXZJW8R',
      profile_n: 1,
      measure: 'outcomes',
      basis: 'model',
      created_at: '2026-01-01T00:00:00.000Z',
      actor: {
        id: 'operator',
        role: 'operator',
      },
      count: 0,
      ids_root: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ledger_size: 2388,
      sequence: 2388,
      hash: 'sha256:293d2fd47601bd0841e6578c19d52a807bae98ab854c0b203fdda55d83eecace',
      where: '{"outcome":"maybe"}',
      result: {
        fields: [],
        rows: [],
      },
      erased_since: 0,
      is_full_offered: true,
    },
  },
  listFigures: {
    query: {
      measure: 'drift',
    },
    answer: {
      data: [
        {
          figure_id: 'fig_01KDVDNA00BSP5FYMAPQXZJW93',
          model_id: 'mortgages',
          profile_id: 'prof_01KDVDNA00BSP5FYMAPQXZJW8R',
          profile_n: 1,
          measure: 'drift',
          basis: 'model',
          created_at: '2026-01-01T00:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          count: 2380,
          ids_root: 'sha256:961d577813a34d139f088d542d08264e59b6c90aa5a8406ab719706005a8b8e4',
          ledger_size: 2386,
          sequence: 2386,
          hash: 'sha256:8065d6e38702f0e8fd010d689cba04918d4484638c19754b82762927c687a5f3',
        },
      ],
      pagination: {
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  getFigure: {
    path: {
      id: 'fig_01KDVDNA00BSP5FYMAPQXZJSYR',
    },
    answer: {
      figure_id: 'fig_01KDVDNA00BSP5FYMAPQXZJSYR',
      model_id: 'credit-scorer',
      profile_id: 'prof_01KDVDNA00BSP5FYMAPQXZJSYD',
      profile_n: 1,
      measure: 'outcomes',
      basis: 'model',
      created_at: '2026-01-01T00:00:00.000Z',
      actor: {
        id: 'operator',
        role: 'operator',
      },
      count: 5,
      ids_root: 'sha256:b470edda5f11e84152d1de27d459fa3cf1f0084fa37c863a2b9dce2931436b55',
      ledger_size: 11,
      sequence: 11,
      hash: 'sha256:db6a875b2a63a076f10887a089dc72441b7efdcb7ea9e75c6bb8771ea8c45369',
      where: '{}',
      result: {
        fields: [],
        rows: [
          {
            values: [],
            favourable: 3,
            adverse: 2,
            undecided: 0,
            unknown: 0,
            absent: 0,
          },
        ],
      },
      erased_since: 0,
      is_full_offered: true,
    },
  },
  createFigureBundle: {
    path: {
      id: 'fig_01KDVEB940A7R20V4T587TZDZ6',
    },
    answer: {
      job_id: 'job_01KDVEB940A7R20V4T587TZDZ9',
      kind: 'bundle',
      title: 'Export an evidence bundle (figure)',
      words: {
        text: 'bundle_figure',
        values: {},
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'entries',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:12:00.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  downloadFigureBundle: {
    path: {
      id: 'fig_01KDVEB940A7R20V4T587TZDZ6',
    },
  },
  getStanding: {
    answer: {
      verdict: 'VERIFIED_SIGNED',
      message: 'The ledger goes on from a checkpoint that its own key signed.',
      last_seen: {
        size: 1030,
        audit_events: 0,
        seen_at: '2026-11-21T00:00:00.000Z',
        contradiction: null,
      },
      checkpoint: {
        origin: 'proofdesk.example/demo',
        size: 1030,
        root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
        note: 'proofdesk.example/demo\n1030\nFLNePDAmRrt3uCwGlamZmYmYIymI+e7qtpqewQn9r/8=\n\n— proofdesk.example/demo PoFw9vaS/8SEwpgib+KHwH5cUBFad2ZeUL8p1ifO7nL7SHyawaWbobOzhIsy8duFcl1TE34jKlTi2llJineDJWO7CwA=\n',
        kept_at: '2026-11-27T19:59:29.190Z',
        anchored: false,
        verdict: 'VERIFIED_SIGNED',
      },
      ledger: {
        size: 1030,
        root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
      },
    },
  },
  getCheckpoint: {
    answer: {
      origin: 'proofdesk.example/demo',
      size: 1030,
      root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
      note: 'proofdesk.example/demo\n1030\nFLNePDAmRrt3uCwGlamZmYmYIymI+e7qtpqewQn9r/8=\n\n— proofdesk.example/demo PoFw9vaS/8SEwpgib+KHwH5cUBFad2ZeUL8p1ifO7nL7SHyawaWbobOzhIsy8duFcl1TE34jKlTi2llJineDJWO7CwA=\n',
      kept_at: '2026-11-27T19:59:29.190Z',
      anchored: false,
      verdict: 'VERIFIED_SIGNED',
    },
  },
  listCheckpoints: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          origin: 'proofdesk.example/demo',
          size: 1030,
          root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
          note: 'proofdesk.example/demo\n1030\nFLNePDAmRrt3uCwGlamZmYmYIymI+e7qtpqewQn9r/8=\n\n— proofdesk.example/demo PoFw9vaS/8SEwpgib+KHwH5cUBFad2ZeUL8p1ifO7nL7SHyawaWbobOzhIsy8duFcl1TE34jKlTi2llJineDJWO7CwA=\n',
          kept_at: '2026-11-27T19:59:29.190Z',
          anchored: false,
          verdict: 'VERIFIED_SIGNED',
        },
      ],
      pagination: {
        total: 1,
        limit: 2,
        offset: 0,
        has_more: false,
      },
    },
  },
  signCheckpoint: {
    answer: {
      origin: 'proofdesk.local/a5a4f007abc4dfe1',
      size: 406,
      root_hash: 'sha256:eb4ede17ab42f4a8d66d57c875212c4ad2a57cf030f1e947c1e6d075ab6cfe5e',
      note: 'proofdesk.local/a5a4f007abc4dfe1\n406\n607eF6tC9KjWbVfIdSEsStKlfPAw8elHwebQdats/l4=\n\n— proofdesk.local/a5a4f007abc4dfe1 gfGbNW0NBIEraOGsnlwEn8MjmT2y5eHtL+bRznc4RoWFKNB6K6D57y1nc7oTb4TAbGIqBB+UugKkW+M0443SPG2r+Q4=\n',
      kept_at: '2026-11-03T02:11:00.000Z',
      anchored: false,
      verdict: 'VERIFIED_SIGNED',
    },
  },
  anchorCheckpoint: {
    body: {
      note: 'proofdesk.local/a5a4f007abc4dfe1\n2\njiAUb2jupz/xn4t35F8ljkFJvddshYBlv7mymT6FSTk=\n\n— proofdesk.local/a5a4f007abc4dfe1 D5FDcRdJvvyUdvyaEvWIedeuFJqvpVYO/rAbQxJKU1Hx5bB5bgAJocKxcJNN+siLyBL4VH8725gO/kqnpUcM/LroLg4=\n',
    },
    answer: {
      verdict: 'VERIFIED_ANCHORED',
      message: 'The ledger goes on from a checkpoint that was kept elsewhere.',
      last_seen: null,
      checkpoint: {
        origin: 'proofdesk.local/a5a4f007abc4dfe1',
        size: 2,
        root_hash: 'sha256:8e20146f68eea73ff19f8b77e45f258e4149bdd76c858065bfb9b2993e854939',
        note: 'proofdesk.local/a5a4f007abc4dfe1\n2\njiAUb2jupz/xn4t35F8ljkFJvddshYBlv7mymT6FSTk=\n\n— proofdesk.local/a5a4f007abc4dfe1 D5FDcRdJvvyUdvyaEvWIedeuFJqvpVYO/rAbQxJKU1Hx5bB5bgAJocKxcJNN+siLyBL4VH8725gO/kqnpUcM/LroLg4=\n',
        kept_at: '2026-01-01T00:00:00.000Z',
        anchored: true,
        verdict: 'VERIFIED_ANCHORED',
      },
      ledger: {
        size: 2,
        root_hash: 'sha256:8e20146f68eea73ff19f8b77e45f258e4149bdd76c858065bfb9b2993e854939',
      },
    },
  },
  listKeys: {
    answer: [
      {
        vkey: 'proofdesk.example/demo+3e8170f6+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
        first_size: 0,
        seq: 0,
        created_at: '2022-01-01T00:00:00.000Z',
      },
    ],
  },
  rotateKey: {
    answer: {
      vkey: 'proofdesk.local/a5a4f007abc4dfe1+81f19b35+AedRu+4cUOkLieAtK4hn9sIRUGyPvykFUVdHPil7FWJH',
      first_size: 405,
      seq: 404,
      created_at: '2026-11-03T02:11:00.000Z',
    },
  },
  getConsistency: {
    query: {
      from: '3',
    },
    answer: {
      from: 3,
      to: 6,
      from_root: 'sha256:c73e4097cb4f35d622e007df6def2b855320708ec2a1be632fbfe18085e0933f',
      to_root: 'sha256:fe9e2aacc35207558c15e162fe42c2212153baf20f7c3cb92dbcc800ecd596aa',
      proof: [
        'sha256:035e8b7ec97d73aa7f8e9c90f1b598cc12e3d507e8c272c679eb133c75c577d6',
        'sha256:9b6bfbd1b8a8dd3e062b467a877599cdb6db0ef268ce2b714b70dd5f90020944',
        'sha256:8e20146f68eea73ff19f8b77e45f258e4149bdd76c858065bfb9b2993e854939',
        'sha256:e2953fe5e606a5972f466de5f3569dff4b08ce6a24966209421f3d3d6926350f',
      ],
    },
  },
  getVouchers: {
    answer: {
      places: [],
      witnesses: [],
      timestamps: [],
      authorities: [],
      quorum: {
        met: true,
        text: 'none',
        size: null,
      },
      oldest_days: 30,
      newest_at: null,
    },
  },
  setPlaces: {
    body: {
      places: [
        {
          path: '/var/lib/proofdesk',
        },
      ],
    },
    answer: {
      places: [
        {
          path: '/var/lib/proofdesk',
          size: null,
          at: null,
          state: 'waiting',
          same_volume: true,
        },
      ],
      witnesses: [],
      timestamps: [],
      authorities: [],
      quorum: {
        met: true,
        text: 'none',
        size: null,
      },
      oldest_days: 30,
      newest_at: null,
    },
  },
  getTrustPolicy: {},
  setTrustPolicy: {
    body: 'witness witness.example/one witness.example/one+d586dc66+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c\nwitness witness.example/two witness.example/two+0fe65c65+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU\ngroup both all witness.example/one witness.example/two\nquorum both\n',
    answer: {
      places: [],
      witnesses: [
        {
          name: 'witness.example/one',
          key_id: 'd586dc66',
          size: null,
          time: null,
        },
        {
          name: 'witness.example/two',
          key_id: '0fe65c65',
          size: null,
          time: null,
        },
      ],
      timestamps: [],
      authorities: [],
      quorum: {
        met: false,
        text: 'both',
        size: null,
      },
      oldest_days: 30,
      newest_at: null,
    },
  },
  getWitnessRequest: {
    query: {
      witness: 'witness.example/one',
    },
  },
  addCosignatures: {
    body: '— witness.example/one 1YbcZgAAAABpVbkAyeU/LGDjKeeghHGmWeXyhe6sU13ATT8G7pRfX9Jo4sNUV9H6AK2BfAhyc9pzFLoY0rS1pj+3s+Peiq8x8O4zAw==\n',
    answer: {
      kept: [
        {
          name: 'witness.example/one',
          size: 2,
          time: '2026-01-01T00:00:00.000Z',
        },
      ],
      ignored: 0,
    },
  },
  getTimestampQuery: {},
  addTimestamp: {
    answer: {
      authority: 'CN=Root of a test',
      fingerprint: 'aef9ee9e77fe8c085f795df5265a6c9fbebcb31f2de3422c8235ba05037369b1',
      size: 2,
      time: '2026-11-27T20:03:13.000Z',
    },
  },
  addAuthorities: {
    body: '-----BEGIN CERTIFICATE-----\nMIIBdzCCARygAwIBAgIUI3amp6MxiRaXGrgiHXjN55OtcHcwCgYIKoZIzj0EAwIw\nGTEXMBUGA1UEAwwOUm9vdCBvZiBhIHRlc3QwHhcNMjYxMTI3MjAwMzEwWhcNMzYx\nMTI0MjAwMzEwWjAZMRcwFQYDVQQDDA5Sb290IG9mIGEgdGVzdDBZMBMGByqGSM49\nAgEGCCqGSM49AwEHA0IABJH16234XnWxvHMgRWrbKelk+MiywUH2Ogw7Jof5HO5x\nM1pjH2ocrHK9q3maS3vBmZqtwGUPHYhr7Q+/sM6soYajQjBAMA8GA1UdEwEB/wQF\nMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBREiY0A5PTalxUcEwzj9QKi\n8dqjVTAKBggqhkjOPQQDAgNJADBGAiEA3NkhlWLaEVYCrZ3T20L7TMbkcHO+0aGz\n5drNNFUv9ssCIQCitcRsLDX6PI12gRgjqs7aZ7HSWPb8OQIzEiF1PcnXVA==\n-----END CERTIFICATE-----\n',
    answer: [
      {
        fingerprint: 'aef9ee9e77fe8c085f795df5265a6c9fbebcb31f2de3422c8235ba05037369b1',
        subject: 'CN=Root of a test',
        valid_to: '2036-11-24T20:03:10.000Z',
      },
    ],
  },
  deleteAuthority: {
    path: {
      fingerprint: 'aef9ee9e77fe8c085f795df5265a6c9fbebcb31f2de3422c8235ba05037369b1',
    },
    answer: {
      fingerprint: 'aef9ee9e77fe8c085f795df5265a6c9fbebcb31f2de3422c8235ba05037369b1',
      subject: 'CN=Root of a test',
      valid_to: '2036-11-24T20:03:10.000Z',
    },
  },
  createBundle: {
    body: {
      kind: 'selection',
      record_ids: [
        'rec_01KDVDNAZ8BSP5FYMAPQXZJSY3',
        'rec_01KDVDNCXR438C5NKTH6NGFDY3',
        'rec_01KDVDNEW8A66E3C01WN0WCH53',
      ],
      since: [3, 4],
    },
    answer: {
      job_id: 'job_01KDVDNFVGKPN104E93WQ73V40',
      kind: 'bundle',
      title: 'Export an evidence bundle (selection)',
      words: {
        text: 'bundle_selection',
        values: {},
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'entries',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:06.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  downloadBundle: {
    path: {
      id: 'job_01KDVDNBYG3C96BK6M0CN3EZND',
    },
  },
  getVerifier: {},
  getRowProof: {
    path: {
      table: 'suspensions',
      id: '["acct_b","MANUAL"]',
    },
    query: {
      limit: '1',
      offset: '1',
    },
    answer: {
      table: 'suspensions',
      id: ['acct_b', 'MANUAL'],
      vkey: 'proofdesk.local/a5a4f007abc4dfe1+0f914371+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
      checkpoint: {
        size: 21,
        root_hash: 'sha256:3abaf86960aef4591b75c4da01701461ad1c6e04e031bbdbb734488df5539a02',
        note: 'proofdesk.local/a5a4f007abc4dfe1\n21\nOrr4aWCu9FkbdcTaAXAUYa0cbgTgMbvbtzRIjfVTmgI=\n\n— proofdesk.local/a5a4f007abc4dfe1 D5FDcTR25hyV8Ir2GRvxuc7H9Q2Exiq3Gy4pQk+QsRlMQydj8c4S6eA9QfgjD/sQ06timWxbQd1FbiDIxOZq6o12Mw0=\n',
      },
      subject: null,
      data: [
        {
          seq: 19,
          type: 'ledger.fact/v1',
          created_at: '2026-02-02T00:00:00.000Z',
          act: 'ended',
          by: {
            id: 'operator',
            role: 'operator',
          },
          set: null,
          signature: null,
          approval: null,
          entry:
            '{"by":{"id":"operator","role":"operator"},"created_at":"2026-02-02T00:00:00.000Z","id":["acct_b","MANUAL"],"seq":19,"set":null,"table":"suspensions","type":"ledger.fact/v1"}',
          hash: 'sha256:bce532cb065ed5a32b019af1d20c616cc51883dee8c1fed4bfde2a8c71ebcdf6',
          leaf_hash: 'sha256:27d699ad9c61e51e1d49f2e3a8a47be35cafbc276683aeb8275c09d025659334',
          fields: [],
          erased: null,
          inclusion: [
            'sha256:1ee533ef9f356912c89f5cc6f946b1178958fe744adcc58dca1d3f35c7ba1774',
            'sha256:a645ad9b9737817fac00db0859ab7ec12dd7d86c9404fc2b5f17c0785b6cfee0',
            'sha256:bc5b3759e9c907a3d7bebdcad187d7e33ca29c507dcf8a36e1f8dbd423a6aecd',
            'sha256:7bcd6afbb7468f9ddc233e7266ac87296f069c5293189b18d97d6b4fb18852dd',
          ],
        },
      ],
      pagination: {
        total: 3,
        limit: 1,
        offset: 1,
        has_more: true,
      },
    },
  },
  createRowErasure: {
    path: {
      table: 'api_keys',
      id: 'key_01KDVDNA00BSP5FYMAPQXZJSYA',
    },
    body: {
      fields: ['name', 'hint'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: {
        id: 'usr_1',
        role: 'data_protection_officer',
      },
    },
    answer: {
      data: [
        {
          seq: 3,
          targets: [
            {
              id: 'api_keys/key_01KDVDNA00BSP5FYMAPQXZJSYA',
              hash: 'sha256:864ceca046b3bdfaae2d3fbdaebfd0dcb53e300ea1984e2916141242b4643e53',
              fields: ['hint', 'name'],
            },
          ],
          legal_basis: 'GDPR Art. 17(1)(a)',
          actor: {
            id: 'usr_1',
            role: 'data_protection_officer',
          },
          created_at: '2026-01-01T00:00:00.000Z',
          hash: 'sha256:5120f5700103c35e24cbac6985bb1aee9645fa2aae30eb69ccfc579ac9e4d0b7',
        },
      ],
    },
  },
  getChain: {
    answer: {
      origin: 'proofdesk.example/demo',
      vkey: 'proofdesk.example/demo+3e8170f6+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
      size: 1030,
      record_count: 600,
      head: {
        seq: 1029,
        hash: 'sha256:cb1c9320a1378ca5477e3909cdc89ff7f564f94c2ffdf088a6ef29c7e7c3f6e5',
        created_at: '2026-11-21T00:00:00.000Z',
      },
      root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
      standing: {
        verdict: 'VERIFIED_SIGNED',
        message: 'The ledger goes on from a checkpoint that its own key signed.',
        last_seen: {
          size: 1030,
          audit_events: 0,
          seen_at: '2026-11-21T00:00:00.000Z',
          contradiction: null,
        },
        checkpoint: {
          origin: 'proofdesk.example/demo',
          size: 1030,
          root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
          note: 'proofdesk.example/demo\n1030\nFLNePDAmRrt3uCwGlamZmYmYIymI+e7qtpqewQn9r/8=\n\n— proofdesk.example/demo PoFw9vaS/8SEwpgib+KHwH5cUBFad2ZeUL8p1ifO7nL7SHyawaWbobOzhIsy8duFcl1TE34jKlTi2llJineDJWO7CwA=\n',
          kept_at: '2026-11-27T19:59:32.446Z',
          anchored: false,
          verdict: 'VERIFIED_SIGNED',
        },
        ledger: {
          size: 1030,
          root_hash: 'sha256:14b35e3c302646bb77b82c0695a999998998232988f9eeeab69a9ec109fdafff',
        },
      },
      verification: {
        latest: null,
        running: null,
      },
    },
  },
  listEntries: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          seq: 0,
          type: 'ledger.genesis/v1',
          bytes:
            '{"alg":"sha256","canon":"RFC8785","created_at":"2022-01-01T00:00:00.000Z","origin":"proofdesk.example/demo","seq":0,"type":"ledger.genesis/v1","vkey":"proofdesk.example/demo+3e8170f6+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"}',
          hash: 'sha256:57c94e26173fbb6dffb19797301f8d5344bffe4aed2c94cb8bed668216d0db9b',
          leaf_hash: 'sha256:150c3dfe40bbc44263c0453004fc32e8920eb3b5b65d67a6f2ee9cb2bbdad293',
          previous_hash: null,
          record_id: null,
          created_at: '2022-01-01T00:00:00.000Z',
        },
        {
          seq: 1,
          type: 'ledger.model/v1',
          bytes:
            '{"card":{"fairness":{"demographic_parity":0.061,"disparate_impact":0.86,"equal_opportunity":0.048},"framework":"XGBoost","intended_use":"Scores applications of natural persons for instalment credit up to 60,000 EUR and recommends approve, refer or decline. A referred application is decided by a credit officer.","limitations":"Trained on applicants with a bureau history of at least twelve months: thin files are scored too low. Not for business credit. Incomes above 250,000 are extrapolated.","model_hash":"sha256:a2e3f9c1b6fcfa37b4e31abd2bb2e00604cf5b992d6ee0ea16aa5136318d7c39","model_id":"credit-scorer","performance":{"accuracy":0.881,"auc_roc":0.902,"brier_score":0.094},"training_date":"2021-12-11","version":"2.4.0"},"created_at":"2022-01-01T00:00:00.000Z","id":"card_01FR9EZ70052EVWSXDQ35J64Q5","seq":1,"type":"ledger.model/v1"}',
          hash: 'sha256:11bf3f9074bec03a8c8200b07052c24ad852aa11cca1dbe1cdc2da50f6054612',
          leaf_hash: 'sha256:841f9e7dee6474053c1b1100527cb0178e98911c53253850562ae4dbf2758460',
          previous_hash: null,
          record_id: null,
          created_at: '2022-01-01T00:00:00.000Z',
        },
      ],
      size: 1030,
    },
  },
  startVerification: {
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSYY',
      kind: 'verification',
      title: 'Verify the whole ledger',
      words: {
        text: 'verify',
        values: {},
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'entries',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  listVerifications: {
    query: {
      limit: '1',
    },
    answer: {
      data: [
        {
          verification_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY8',
          verdict: 'SELF_CONSISTENT_ONLY',
          checked: 1,
          total: 1,
          records_checked: 0,
          fields_checked: 0,
          rows: {
            facts: 0,
            signatures: 0,
            not_signed: 0,
            lines: 0,
            open_lines: 0,
            derived: 12,
            profiles_being_applied: 0,
            persons_not_checked: 0,
            figures: 0,
            figure_decisions_lost: 0,
            indexes: 0,
            indexes_total: 0,
          },
          counts: {
            OK: 1,
          },
          findings_total: 0,
          first_finding: null,
          head_hash: 'sha256:768ce6ab5e91fb37dd27b0ab6261d35f527050e631b244d78f48700b594c004a',
          root_hash: 'sha256:7d8a88894296da7a794d4df522e32597b13b3dd56d457490fb0f70f9d411148a',
          started_at: '2026-01-01T00:00:00.000Z',
          finished_at: '2026-01-01T00:00:00.000Z',
          duration_ms: 0,
        },
      ],
      pagination: {
        total: 2,
        limit: 1,
        offset: 0,
        has_more: true,
      },
    },
  },
  getVerification: {
    path: {
      id: 'job_01KDVDNA00BSP5FYMAPQXZJSY3',
    },
    answer: {
      verification_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY3',
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: 1,
      total: 1,
      records_checked: 0,
      fields_checked: 0,
      rows: {
        facts: 0,
        signatures: 0,
        not_signed: 0,
        lines: 0,
        open_lines: 0,
        derived: 12,
        profiles_being_applied: 0,
        persons_not_checked: 0,
        figures: 0,
        figure_decisions_lost: 0,
        indexes: 0,
        indexes_total: 0,
      },
      counts: {
        OK: 1,
      },
      findings_total: 0,
      first_finding: null,
      head_hash: 'sha256:768ce6ab5e91fb37dd27b0ab6261d35f527050e631b244d78f48700b594c004a',
      root_hash: 'sha256:7d8a88894296da7a794d4df522e32597b13b3dd56d457490fb0f70f9d411148a',
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:00.000Z',
      duration_ms: 0,
    },
  },
  getVerificationReport: {
    path: {
      id: 'job_01KDVDNA008MCMM20BEK1FC2KF',
    },
  },
  listFindings: {
    path: {
      id: 'job_01KDVDNA008MCMM20BEK1FC2KA',
    },
    answer: {
      data: [
        {
          verdict: 'ENTRY_ALTERED',
          seq: 0,
          type: null,
          record_id: null,
          field: 'entries.ndjson',
          table: null,
          row: null,
          column: null,
          expected: 'f3ca28a913dbb1d0a3309f77bf773f8d641ca1afaeb63c44badb8a1ec668d0b1',
          actual: 'f0ba7c1e40c21a5466a1c17f170f296df5adda099c21ce9c9c243c16f02eacef',
          message: 'entries.ndjson does not have the hash in SHA256SUMS.',
        },
        {
          verdict: 'ENTRY_ALTERED',
          seq: 0,
          type: null,
          record_id: null,
          field: 'entries.ndjson',
          table: null,
          row: null,
          column: null,
          expected: '13',
          actual: '12',
          message: 'The bundle holds 12 entries; its manifest says 13.',
        },
      ],
      pagination: {
        total: 9,
        limit: 100,
        offset: 0,
        has_more: false,
      },
    },
  },
} satisfies Examples;
