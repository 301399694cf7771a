/** Examples of requests of the area people, each with its answer. */
import type { Examples } from './example.ts';

export const peopleExamples = {
  listPeople: {
    answer: {
      data: [
        {
          person_id: 'usr_01M7XPE600YEY6QW574T66EQX8',
          name: 'Rosa Castellanos',
          role: 'admin',
          holder_id: null,
          account_id: null,
          key_id: '8e54addb',
          vkey: 'usr_01M7XPE600YEY6QW574T66EQX8+8e54addb+AQVYyIlrdGobnieVqu+tUXjvSSfWFYhJgnT6N3Tr6O3S',
          enrolled_at: '2026-10-30T11:40:29.569Z',
          revoked_at: null,
          reason: null,
          is_signed: false,
        },
        {
          person_id: 'usr_01M7XPE600YEY6QW574T66EQX9',
          name: 'Henrik Vos',
          role: 'admin',
          holder_id: null,
          account_id: null,
          key_id: 'e2911f32',
          vkey: 'usr_01M7XPE600YEY6QW574T66EQX9+e2911f32+AWJY7kcEGLTkBDgZxKtJmcDoJKLs0VEsUhbbhCIme9Jq',
          enrolled_at: '2026-10-30T11:40:29.569Z',
          revoked_at: null,
          reason: null,
          is_signed: true,
        },
      ],
    },
  },
  createPerson: {
    body: {
      person_id: 'usr_633NP470ZQTAARP5SEQ4C99MZP',
      name: 'Ada Lind',
      role: 'admin',
      vkey: 'usr_633NP470ZQTAARP5SEQ4C99MZP+663838d0+AWWnlj5/mWz2VOtxbraaHufn8xiXw8BBQmbvBGrZWyR7',
      sealed: {
        cipher: {
          name: 'aes-256-gcm',
          nonce: 'AAAAAAAAAAAAAAAA',
        },
        created_at: '2026-01-01T00:00:00.000Z',
        format: 'proofdesk.person-key/v1',
        kdf: {
          hash: 'SHA-256',
          iterations: 600000,
          name: 'pbkdf2',
          salt: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        },
        sealed:
          'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
        vkey: 'usr_633NP470ZQTAARP5SEQ4C99MZP+663838d0+AWWnlj5/mWz2VOtxbraaHufn8xiXw8BBQmbvBGrZWyR7',
      },
      signed: [
        {
          text: '{"by":{"id":"operator","role":"operator"},"commit":{"name":"sha256:3b501f0a37e24ca4bcbeb11706c385be49b7f726807146bd12e90d4f06d60031"},"id":"usr_633NP470ZQTAARP5SEQ4C99MZP","origin":"proofdesk.local/a5a4f007abc4dfe1","set":{"enrolled_at":"2026-01-01T00:00:00.000Z","role":"admin","vkey":"usr_633NP470ZQTAARP5SEQ4C99MZP+663838d0+AWWnlj5/mWz2VOtxbraaHufn8xiXw8BBQmbvBGrZWyR7"},"signature":{"at":"2026-01-01T00:00:00.000Z","by":"usr_633NP470ZQTAARP5SEQ4C99MZP","key":"663838d0"},"table":"people","type":"ledger.fact/v1"}',
          salts: {
            name: 'DsNHkzUESHdGkcqyRhG8xQ',
          },
          signature:
            'cqS3emB60s5qtPhyqpu8ZPzyPuSQ/guq1+Bk8s+fNuRarfC/MziQTc7k5+7T5Z/SCFzog35QKy+I5pQ1Z18uCQ==',
        },
      ],
    },
    answer: {
      person_id: 'usr_633NP470ZQTAARP5SEQ4C99MZP',
      name: 'Ada Lind',
      role: 'admin',
      holder_id: null,
      account_id: null,
      key_id: '663838d0',
      vkey: 'usr_633NP470ZQTAARP5SEQ4C99MZP+663838d0+AWWnlj5/mWz2VOtxbraaHufn8xiXw8BBQmbvBGrZWyR7',
      enrolled_at: '2026-01-01T00:00:00.000Z',
      revoked_at: null,
      reason: null,
      is_signed: false,
    },
  },
  getPersonKey: {
    path: {
      id: 'usr_01M7XPE600YEY6QW574T66EQX8',
    },
    answer: {
      cipher: {
        name: 'aes-256-gcm',
        nonce: '1Bffa4GZtL/CgOPc',
      },
      created_at: '2026-11-21T00:00:00.000Z',
      format: 'proofdesk.person-key/v1',
      kdf: {
        hash: 'SHA-256',
        iterations: 600000,
        name: 'pbkdf2',
        salt: 'paTwB6vE3+HrGfaF796Uynb3ff9yed5iDdUgdLM/ocY=',
      },
      sealed:
        'yprECP6WwgE/5yUSiMhuaClG2JhbmdwPWu5POIv9gVuPTCCMUbUQevnJ/PFYfXRnq0h9ZvpyNsmOF3Az/UQv6Q==',
      vkey: 'usr_01M7XPE600YEY6QW574T66EQX8+8e54addb+AQVYyIlrdGobnieVqu+tUXjvSSfWFYhJgnT6N3Tr6O3S',
    },
  },
  changePersonKey: {
    path: {
      id: 'usr_5BAM5STQNHG9HA3GDKVAWCKVA8',
    },
    body: {
      vkey: 'usr_5BAM5STQNHG9HA3GDKVAWCKVA8+69f00cb6+AZEIIlIwcBaY5uYJk0A/VJXKaWQSisJaQSpgOEH0IBbR',
      sealed: {
        cipher: {
          name: 'aes-256-gcm',
          nonce: 'AAAAAAAAAAAAAAAA',
        },
        created_at: '2026-01-01T00:00:00.000Z',
        format: 'proofdesk.person-key/v1',
        kdf: {
          hash: 'SHA-256',
          iterations: 600000,
          name: 'pbkdf2',
          salt: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        },
        sealed:
          'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
        vkey: 'usr_5BAM5STQNHG9HA3GDKVAWCKVA8+69f00cb6+AZEIIlIwcBaY5uYJk0A/VJXKaWQSisJaQSpgOEH0IBbR',
      },
      signed: [
        {
          text: '{"approval":{"at":"2026-01-01T00:00:01.000Z","by":"usr_5BAM5STQNHG9HA3GDKVAWCKVA8","key":"5deaf14f"},"by":{"id":"usr_5BAM5STQNHG9HA3GDKVAWCKVA8","role":"compliance_officer"},"id":"usr_5BAM5STQNHG9HA3GDKVAWCKVA8","origin":"proofdesk.local/a5a4f007abc4dfe1","set":{"vkey":"usr_5BAM5STQNHG9HA3GDKVAWCKVA8+69f00cb6+AZEIIlIwcBaY5uYJk0A/VJXKaWQSisJaQSpgOEH0IBbR"},"signature":{"at":"2026-01-01T00:00:01.000Z","by":"usr_5BAM5STQNHG9HA3GDKVAWCKVA8","key":"69f00cb6"},"table":"people","type":"ledger.fact/v1"}',
          salts: {},
          signature:
            '3iI9tuFQswUNXczfwj5UgK/4Dueh13sO+FKcomcc3hTJzE2L7TtIU4R0pMkbDxWvlLuAZPZa1Gi+yUtwAEdMCA==',
          approval:
            '3joOnSt8oFf4qpLX2lx9nS/XhLrb6bgXFbtDbwRZMrIdpf1//NaARqbpBRF3r5hwDR2/VVrAY/z45WrrsY1wBg==',
        },
      ],
    },
    answer: {
      person_id: 'usr_5BAM5STQNHG9HA3GDKVAWCKVA8',
      name: 'Tom Baker',
      role: 'compliance',
      holder_id: null,
      account_id: null,
      key_id: '69f00cb6',
      vkey: 'usr_5BAM5STQNHG9HA3GDKVAWCKVA8+69f00cb6+AZEIIlIwcBaY5uYJk0A/VJXKaWQSisJaQSpgOEH0IBbR',
      enrolled_at: '2026-01-01T00:00:00.000Z',
      revoked_at: null,
      reason: null,
      is_signed: true,
    },
  },
  revokePerson: {
    path: {
      id: 'usr_TP5GFZP1GT5XWX21YK6K17YXX0',
    },
    body: {
      reason: 'left the house',
    },
    answer: {
      person_id: 'usr_TP5GFZP1GT5XWX21YK6K17YXX0',
      name: 'Eva Mayer',
      role: 'compliance',
      holder_id: null,
      account_id: null,
      key_id: '7b3db944',
      vkey: 'usr_TP5GFZP1GT5XWX21YK6K17YXX0+7b3db944+AYk8+mtVmim6UrtSSor0+53ppCUA9mItfJe1KX6v93OV',
      enrolled_at: '2026-01-01T00:00:00.000Z',
      revoked_at: '2026-01-01T00:00:00.000Z',
      reason: 'left the house',
      is_signed: false,
    },
  },
} satisfies Examples;
