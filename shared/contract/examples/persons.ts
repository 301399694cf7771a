/** Examples of requests of the area persons, each with its answer. */
import type { Examples } from './example.ts';

export const personsExamples = {
  getPersonSettings: {
    answer: {
      sender: 'Meridian Bank\nConsumer loans\n1 Harbour Street',
      objection_to: 'Meridian Bank, Objections\nobjections@meridian-bank.example',
      authority: 'The data protection authority of your country',
      kept_years: 3,
    },
  },
  changePersonSettings: {
    body: {
      sender: 'Example Bank\nLoan office',
      objection_to: '',
      authority: '',
      kept_years: 5,
    },
    answer: {
      sender: 'Example Bank\nLoan office',
      objection_to: '',
      authority: '',
      kept_years: 5,
    },
  },
  createPersonRequest: {
    body: {
      received_on: '2026-01-31',
      asks: ['access'],
      identifiers: ['Finn Xu'],
      contact: 'High Street 1',
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['access'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'later',
      n: 1,
      event: 'received',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['Finn Xu'],
        contact: 'High Street 1',
      },
      records: 0,
      record_ids: [],
      note: null,
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
      ],
      kept_until: null,
    },
  },
  listPersonRequests: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          request_id: 'preq_01M7XPE600YEY6QW574T66ER20',
          number: '2026-001',
          received_on: '2026-10-27',
          asks: ['explanation', 'access', 'objection'],
          rule: 'month',
          due: '2026-11-27',
          is_extended: false,
          urgency: 'soon',
          n: 4,
          event: 'objected',
          created_at: '2026-10-27T00:00:00.000Z',
          closed_at: null,
          person: {
            identifiers: ['فاطمة الزهراء الهاشمي'],
            contact: '12 Orchard Lane',
          },
          records: 1,
        },
        {
          request_id: 'preq_01M7XPE600YEY6QW574T66ER30',
          number: '2026-002',
          received_on: '2026-11-16',
          asks: ['access', 'erasure'],
          rule: 'month',
          due: '2026-12-16',
          is_extended: false,
          urgency: 'later',
          n: 2,
          event: 'found',
          created_at: '2026-11-16T00:00:00.000Z',
          closed_at: null,
          person: {
            identifiers: ['דוד לוי'],
            contact: null,
          },
          records: 1,
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
  getPersonRequest: {
    path: {
      id: 'preq_01M7XPE600YEY6QW574T66ER20',
    },
    answer: {
      request_id: 'preq_01M7XPE600YEY6QW574T66ER20',
      number: '2026-001',
      received_on: '2026-10-27',
      asks: ['explanation', 'access', 'objection'],
      rule: 'month',
      due: '2026-11-27',
      is_extended: false,
      urgency: 'soon',
      n: 4,
      event: 'objected',
      created_at: '2026-10-27T00:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['فاطمة الزهراء الهاشمي'],
        contact: '12 Orchard Lane',
      },
      records: 1,
      record_ids: ['rec_01M28EV483KQRPNYNHP3FPH0QN'],
      note: 'Came by letter.',
      letters: [
        {
          n: 1,
          signed_at: '2026-11-03T00:00:00.000Z',
          record_id: 'rec_01M28EV483KQRPNYNHP3FPH0QN',
          language: 'en',
          sha256: 'sha256:f85c5b46acd3a2ddc28cc99931695b9c8c4b6c232f1ed04517292feda62fec87',
          is_there: true,
        },
      ],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-10-30T11:40:29.569Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: 'Came by letter.',
        },
        {
          n: 2,
          event: 'found',
          at: '2026-10-30T11:40:29.569Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 3,
          event: 'answered',
          at: '2026-11-03T00:00:00.000Z',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQXA',
            role: 'compliance_officer',
          },
          is_signed: true,
          note: null,
        },
        {
          n: 4,
          event: 'objected',
          at: '2026-11-19T00:00:00.000Z',
          actor: {
            id: 'usr_01M7XPE600YEY6QW574T66EQXA',
            role: 'compliance_officer',
          },
          is_signed: true,
          note: null,
        },
      ],
      kept_until: null,
    },
  },
  listPersonCandidates: {
    path: {
      id: 'preq_01M7XPE600YEY6QW574T66ER20',
    },
    answer: {
      data: [
        {
          record_id: 'rec_01M28EV483KQRPNYNHP3FPH0QN',
          model_id: 'credit-scorer',
          created_at: '2026-09-11T14:44:43.395Z',
          match: 'certain',
          is_chosen: true,
        },
        {
          record_id: 'rec_01KTM1FH45EY24GWFMTA682MJV',
          model_id: 'kyc-match',
          created_at: '2026-06-08T16:36:30.469Z',
          match: 'certain',
          is_chosen: false,
        },
      ],
      is_whole: true,
      is_matched: true,
    },
  },
  setPersonRecords: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
    },
    body: {
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['access'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'later',
      n: 2,
      event: 'found',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['Finn Xu'],
        contact: 'High Street 1',
      },
      records: 1,
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
      note: null,
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 2,
          event: 'found',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
      ],
      kept_until: null,
    },
  },
  extendPersonRequest: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY3',
    },
    body: {
      reason: 'Many.',
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY3',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['explanation'],
      rule: 'month',
      due: '2026-04-30',
      is_extended: true,
      urgency: 'later',
      n: 2,
      event: 'extended',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['Finn Xu', '4711'],
        contact: 'finn@example.test',
      },
      records: 0,
      record_ids: [],
      note: 'Many.',
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 2,
          event: 'extended',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: 'Many.',
        },
      ],
      kept_until: null,
    },
  },
  previewPersonLetter: {
    path: {
      id: 'preq_01KDVDNA00BSP5FYMAPQXZJSYY',
    },
    body: {
      record_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY5',
      language: 'en',
      dated_on: '2026-01-01',
      sender: 'Bank',
      objection_to: 'Bank',
    },
    answer: {
      parts: [
        {
          kind: 'sender',
          text: 'Bank',
        },
        {
          kind: 'recipient',
          text: 'C-4711',
        },
      ],
      needs_reasons: true,
      document:
        'JVBERi0xLjMKJf////8KOCAwIG9iago8PAovVHlwZSAvUGFnZQovUGFyZW50IDEgMCBSCi9NZWRpYUJveCBbMCAwIDU5NS4yOCA4NDEuODldCi9Db250ZW50cyA2IDAgUgovUmVzb3VyY2VzIDcgMCBSCi9Vc2VyVW5pdCAxCj4+CmVuZG9iago3IDAgb2JqCjw8Ci9Qcm9jU2V0IFsvUERGIC9UZXh0IC9JbWFnZUIgL0ltYWdlQyAvSW1hZ2VJXQovRm9udCA8PAovRjEgOSAwIFIKL0YyIDEwIDAgUgo+PgovQ29sb3JTcGFjZSA8PAo+Pgo+PgplbmRvYmoKNiAwIG9iago8PAovTGVuZ3RoIDEyNTQKL0ZpbHRlciAvRmxhdGVEZWNvZGUKPj4Kc3RyZWFtCniczVhJqyM3EL77V+gPjKY2lSQIfRiyQG4J7xZysN025DCBMJDfH6Qudavtfn7OJI+eg2lZS6mWrxYVOnDgPqADlwR9yu78+fDx+8vff5wvv/70yZ2/HMBz0KQUJUBOwJkceK4DbAvowEu3oyyI+3L+8/DXAbeu+PRi8+iY0CcQF2P0GJGCe/l8+PgjuuxeroffvgMABAACAAYAGRz87l5+PvzwcvjljlUEzAoxCSNHCpIdeLThvFTmBDGqRAgpEQd+ktegLkr0jJQCNT4RZkYDACgARABIAJDL7yHD76vbwi+BV1XW2PhNPswMFwaPAHDqNHy28Ti4Dxi8UnBl68W2Xid71C9Oc0j2bcdH2zsODtUrYFAuRFAAMAyOsqesKYY2ubmzcINqp+Ir1+v0v849VvX7Y0OTeEiSSCZdk8NF1Ti4nLwyJawSLog24MjgCH2OpEHrhoYktnFDVLDDRxuf7Ns0f7Ez40S0N+J12lo1hvYlM1wwrdPgMHhkjZirKYIthpuFylSYbFTtEAEwdf91b3uE6JkUOMz2wAX8mE3gV8Qo+q7fouvL3qJwLoGBWJaw04nCZvLj/+bTDWHVoGKOWDR2tO+pu7JA6Gxz5dv8/zI4zD4wTve19Ur3YueOj2KF2qG7xcZV+V4nCoXhStHW2i2V2xGAWrSy8bznOGmiSjYOLvuowTRU9lS6hT51YSlNdMuYeAlP5T6ydNW0sEi6N4ZIvMagEjYxdGvoTsVVfFwbrBpcFpXUObGwY/vaedo7ayuozxEhbIpOobiFeJUkHKvdm+1yJ/ANbppzVUEL0pMHVQFdkpodPFkQ/UrwkdqFbN5QrBGXO/C4dsc7S+kyNwO2s+zsIHtbKST0lGPE5+L1cXAfen0tCa+3xGbKzGWXz0tk6ujWPHtt+XZtkpofTnurSdlzwIybuYDS14W3HuqPQt0WGudYYWireWZ1UTbIjvfZY+UeeStuPsgQFcv5dem200rq8ta4dszbuco52GW7OwhHrzGFKE85yMniQ7JUv11lbnnRXPaU8d5CY/aRKUbehHteYLhh7FvhaB0u5xC5Hb+3HiX/qVZ5uiZ5o+raHYmSxUPIwttIPHcZMLdwbchsJhjXpff0cthbrKiFovKbWPs3CbiOdTtAzajoI2JDQ199fPOICOBFgDJvIuLSZd9rdbYQRFNaPYXbK4xso2WAOYWPVu1vPpV3xw6TlyySaRM7x8FF9Vrjwt1j6C4I001+PAPQqUPAuLx7KkLKo90K2NQ/7SqMTrfBrRnj0fusle+yzszt1rn6XT0Pbrig880Ffen8lhORiX6yHskrCfvZkNnOl4qh0mk1jZ2ncXAsHmNuqNwqYjZrjK3ao3Ae90RkBC85iRMMPqacYRuWDQrP91jfvWXJKXug2ie7b1nS9Qkzv5afee4UAjAWYoNj9prRPINpuqFEeuautYgALAAcALgQisWjAThN++p8vgEQlw2nqRNTDtcDhe3rzvqN6iMnXPoAnX6xy1/lFVQZLtKfrRvZXLa9kpo9rJ1Y1nkE4Mvkkm1c5y9mN9tb/wejaS+vuqaWB652Nq/X2uusRMV5vmtrVt5Tt4YTjbpucjTephe2hQSjX+5svLHpYO8+PouPLBxnm8Wujf/1TfF35pvIJyJJj9m3jqVA62CuWP4Hp8GXzgplbmRzdHJlYW0KZW5kb2JqCjEyIDAgb2JqCihQcm9vZmRlc2spCmVuZG9iagoxMyAwIG9iagooUHJvb2ZkZXNrKQplbmRvYmoKMTQgMCBvYmoKKEQ6MjAyNjAxMDEwMDAwMDBaKQplbmRvYmoKMTUgMCBvYmoKKFlvdXIgcmVxdWVzdCBvZiAxIEphbnVhcnkgMjAyNjogaG93IHdlIGRlY2lkZWQpCmVuZG9iagoxMSAwIG9iago8PAovUHJvZHVjZXIgMTIgMCBSCi9DcmVhdG9yIDEzIDAgUgovQ3JlYXRpb25EYXRlIDE0IDAgUgovVGl0bGUgMTUgMCBSCj4+CmVuZG9iagoxNiAwIG9iago8PAovTGVuZ3RoIDUwNDkKL0ZpbHRlciAvRmxhdGVEZWNvZGUKPj4Kc3RyZWFtCnicdVgLWFNXtl57n0d4iQTyQCpIiCQIikAIoIIGhfB+Cb5QAioKQkBEQEAk8QHSihiZqmhbBp0RHRW0Eu1UK3A7rbd1WjuT3qpzx96qnaKdsVPHdvpAcnJnnwRF7518Xx4755y9115r/f/6166prl0HLGgAg3/putXFYH/pASCqtHTdasf4GABM129cOz6+CgA9Favrq+xDtP5fY/8SfcN6x7gVQOpRWlFTbx97HwRAsYAAgIaFl8/t8yicHPtPoJz4q/fqdpsc32+MSq160SmnzwGAAmyfDEAwzHkCiGtGpT+Wik45wQuvLAAogxPwM5qG5qFa1IxaUQfqRb3od+gBdsJz8UJcj434ZfwfFFBKqojSUyeo89T3dBC9ln6Zvk7fZCRMLJPKdDE9TD9zmfmRdWZj2SK2nN3DfsreETgLxIK5gpWCnYKPBd8Jnjh5OBU6/crpC2dXZ29nf+cg5zBnjXOGs97Z4HzOeczF08XPJdJloUu+ywGXe67zXdv4nWfBLnCDKhDwo2cvMnZByVwR9ZNAAxRMAiGIQQZKCAc1zIMkACQTypBYppZHq2ViFSWUCQVytQoJZUK5WKVWieVqJbkqDiQjcotYKFer+P/sVxz/Uj9Zs/E5zglpbt7khm/dQhrN8LANkGb4Xz80SKOxwbCRGzZqNEakMQ4jjcnEDVdxRU53fgKNxhCvQUYbIBg2IvIUGDXGYaPmTo9R06PRFCH/Is0dTY9RoynSaIpI/MwA9AeMBbzAF5QAKqEsQiIRi1hWIPbD5FseKIuIUkcqFHKZWhYRRX7KZWbs8frv1yZsjNfuKSi5fY57A+n6f5G+p4jrQsnZO9J37+fOM5bygYqibame7vTyY7VV5g0nW1enNaf3LNicsboVAEO+bYS6Q+tBCXMAmACFQh05H0fPx2p+sQCWFSjnY1WEHyaOkrtjJVlc7U4J3LFYJJGgm2V969MNRzKLm+MiSzOzq5M8+0I6zy2N2dey7E03r7xWTfErya6phSt84jclxJb6ZB+pLKpPDHCZ5B4wg9WujoxIU85Zvznspew3dlqndSlzY36ZuS3htUliD1fKSZmmmZsZBAi6AeiptB4kAEgoF6qkUdFRKuIgoVwYyRuJFpv70OxUnWHTqULz7tpsYyrutq6hdZ9sUMUXXO6wzsVvbe/UtjrmSmYs4Ea8rBKqkAohORIIu80S9D9fcDPRj/e5kjrGMvZL9A3nb92BXTdyxYCg0faQKWVGIJB4aTpWR3pOJ16RykMpeQCLxSJPiSpiPo5WuVPU5CHus9OnUcjQpg97ykWDHhkbW1NabzUbbrWktG7M8Bj0Ku/5UPQ2WvbwG7Ts0kLDhc0ZNdlBbdzPQ4Pcz7tnZNWmV5uNi2w2lIlfpW5Tc0EA8TAI5TYbNADQFxkLsLAQgc0GFwHoBn68KI/g/y4A3chYwBVApZYJ5UgdqBLKxHfRPheuCyV8jbJ66B3cPz/6dvR6D7m/2PaQ+pyxgJCPvVqtEoskqogotVAlFLFY9v5Pg+2bq9sHfxQ9uJGd3bZvXxsd9OTWjQfEj7bHtC+tIzHhs4Y8QR7ln5WrWQGLp2w6XWhuq802pF7oD0srci94Zy++ak3Z3qndXYi7nxz7Y0WExh4R/BldCV58RMSqKBJbqdiefWJhd7/btF8Wi6I9nDTTsw3JtO7MkhKMLmCnRbXp1gRAEMUtpVNoHbwE4BUtlURFRUcjlZdEKiFpEu2lQu5YHqBoD/WKzk9+yZ9b8v7fFT6urq5uPoGP3uPEAYXNWWFarvx1xn1SenYBXWzdULo+ODg4ZH0JPjT6ZMXmaHebDa4A0NXMCLCQICeo6bA9pI8xIzAZpvH7J/lAzPYUizCrjIjyVEdixXhe4K7evzY2fX38+F+3Nn59oqIrK6urgv8UmdHSx4/R0osXuVOPH3OnzL17kduVIeTW0cF9P3SF+34vifEh20P6ML92oi8Z9+A41E+lYQFoAXAqYD43f/3MmvHspIk19IvWUB5D3GdnzqCQoSEUfPo0d2Oo5abBcLOl9ZbBcOtpVl7ifvPNQ+43b5/bjQSDw0iw256eo21k96W2B7SW1sNLdjQosAfZvB8Wi2USqYTPgmipO0YyhVKhCCCpUHPsb4amL7tW9O3NG7tFK0NeW79Qnynu92l6i4vBVYIp8rZrJoW/twlhtByxr87beeO1NH3mshWKjDlhecZkfCxds2T12qwEkrMiAHyD9QZvACSWCeWEwNWR9qwR8FkjFuNejjPfvr2yM0eTJ4pwn6XITad1R8ZiqfeOHFi9Y6HY+QjjtiSnAhC/l1BaP74Texz9sFTA45olHMfjWupO4XVdXxmNX3XlmLYslfa5RSStiq4yabWmqhhdSoTbGcmy+k5vE6LPnEWMKThrc0p4SLLat3awqvJKjV90+qzwtNrcEJsNTLbvUDcdDArQPiI1TWt7RM1weJUwkwQUz+WURKriITVOvg5eJpbh+D036htu7KkwJnq6m/tFnknbs9e3Jye1l5Tt1SZ1eHcg+vybiGpPXumHlaOhfdMKUo6WDzY1vV1aebmmdmiTzQZNAGgLS2EFqZ7AQjImPtbbHlCf0noIsaNbGc1HVR2pUCpJhYiy2+XwtkgildqrFfbZPFAjOu3dUly7Jyf3Uter+stbNh9dN+VX0nJ9cUv+mt90dW78T+9Fu4pmrFpanDg3w2vm9EN1Rb/ITWzICo5ds0o7P00aNP3Q5jWHlzv8UUzr/y3GnveEIzaHR4zGkcObOrXazk18cJ5GxMQ9OXuGGzMdrblSuXGo1h4Xks3dtgd08wS/K5RysZyUBlL3/s1qx8t2aL1E/WZ3rwRjRftnDfWfndiwN0m7t6ykPSl5r3dKwbQ+xmL9k9/K5HbO+uZ5bqzj6Kah2prLlaVvNzUNlpMstj3GtUwpSEkWy+3cGS1lWXmAQk0yWqgS4qUjcUlCtSRwapJ8/7GTJ8207ohVl5boRHe5uBx+GZ87gly4HwARHmC1tI7YL3uO+iayoJxSKJQKJStgWQGFDnN9Q21T/b29JdJpvq3Du6ZOk0il3tN824a4voH9kmCRi6uLizhYsp/Wcd7FzUXVFTpDGXrAeZc0F1ZW6Jo3oAdPjqHRjJ68kJkhIUuOpXEs4SY9dxh1wh9AACm2j0Y5O7uzxXQ1BPPsToyJUkXYrXqhhk/81X0WSQLDW5Ib0+N8xAr1oRWrewrNbflpFfPMTYXxm7W07uP5M+fFpsWtjJkZtzDv1A6rO/6moXRBZZJVgW0F1XH1K6yO2kL78rG1Kwfh/6cczKGJOsOm04UXngoHxmL9feHs/6sc0GLGApR9LrTYzFhGQxkLz4iclk7lWUQNgHjE+GGCGIJaecAEzKjUpLSy1IsZtbbpQr280zupYU1rn9Arcbu+9UZT4809+u1aL+HZHZ/vdcC6Iym5g9MuKI3T+WdGG1+54798keH7s3229qRVfgNPWkxvLcX6grONWy6UVFys2nxu7TjfIAQszzeIaE1UPWEf1YOOfTjid5EOBqUjfqTGOPHs1M3p6GZegykAvEidfgYPOQ8aIXphT939oqfwaCeAcUcxE1DC6VgYmICQlIJp1jdxyAs4WeNQxgIAL7WM5/s19Hpu1iATfPLk6A0m2L4jJpexgC+fY0hCsp6UHl6KID7tSV0SC813sM47IUgipjGNB+9Z/xKYFiYPpSiaYSxjSYE1KTNmhoVm7gqlOkdDqex525bG5abE69qDxvr/tUokADOXsYAHgEyIVGgcW0iFhHi59fZtpIxQisRisXI2UvzZehuvoaq4aTkpyojIoNQMdHfMZO0Gm802wulQHc+4qXbGRSQqUQC8inF/EcMI3eU1y0t2zfL397kltM66oWR9iEOkPDkGdusE/YwFghzPOyaws8CEAZIjBw0IKHSNK3v3oVeAh4uzs4vHdK9/3PpWJBe6ODs7e0z3/Nt7XOnnNpgineTm5ir2tTGWscqUQxlh4eFhGYdSqE5+NCs0dBY/Gg2lzq2qiE3SxJSVjWWTvg3PoAF/wmeZWKamYQzwJ729gPlopTMWcAExgEwmlDmECulw7EpFhlu42egv/43Ux3u5dzkXJLj4bV3t/T7uPmM5zw3c/5p703xyD6IvDCD0ClnLlk/18n0wyMQyNdU7lt/b68gLpV3dEj6leBeMC37zICWVRJTFoCs/W3vxyrscdZOxcJj7u+9UTWMsumvdOjaAP/qSkzq8y+QwFkd0JoaeRP4DNO+lGbLgEFmQD1Jds95jLGPt6YbS/QdKmtKpmtFQwhDjMwjAE4B0HXJKRiHqaSwise9tPP2DA9YjJnxZ76vwnxniH+SzgUAT9XBFWItCF29d9+rBkm3pnAUQ1NhG6H5mBCIcNUvF8w2Pv+dqtPwZHqVSP4qv0vuPftPq/DunNYeXrTuqy2nNNps/aHtg+sW9nfSlSRdbivZnr26JOhC7f9cSw2Of0svb8irUC+uzkvPnSlSqwVebr5SWDmyq2LKgQptZqJ48wyOmYF9p43vV9sjS/Xz3IR7vYT1YVi4TCknLyjevZsT1362ouNPPDaGYOlN8/P4t3DXGYrjB/XDLaP0Kv5uz99yebJsNztse0lv4ziYtwsFa9BzGAs78zGIZ/zZTLdY5eKd1G2M5yeGT1ibHnWwrY4Ew/k7kh/lgzcfRiJBHZFRUdGQ0K3DHAiRHoZjnBtLdmpE72jhJFihkGJoRBgZMQmVo8mVEYTTJ3XtWkDs3cJzrd1fM8nafjBDCmLGM5cnW1szxFE72iKldH0CdGQ2lckPrdixSBAaHJLdUTh/ro3Ll5TtTQmZO849v2Ro+1sdr9Rpeq3sRpI5rdX+CAAErkMqVLMUXyYmKXRUR/VS0o2YUfHpJQvnw1e31n1x9PTlswbh0b12c/Lx6P9221NanRiMfL1i78zkJ70O8RLr9WMZCtJUKvUAYBCDPxAKagyWc6+2bYXE+nlKJ15QFYX++ybli4Z+5J8Fzpwi9PD185s3kfsZP8E3uPW1RaMDMkIDQ1VoUaw0b41Dj/BWzfAPlU2etXMCRKtoIQHcwFphCOlREQMTKWXKoIUYEB6Q+y8Q78JFZKp8pMXMKVln/SbtZq8LUvlPnxKxchd1bqS8WJcgCKHyybSw8KSkwkELoJKlycA510/dBSfQ0XHHo6pGn/dPXwEI63z912R7Sh/h+KsOPjA/aHtImfpw5hXgm1OaPzaw3z1xIjrCZ8+9Fd1jvn53Yn8h1E55B+T1jNsrPWu1gtnoA+gLPbJNJtUKknZUL5cJooRyJ63H7/WvXLiI3bgqa/RrtNEaf4P6IZp+g3Mc4N3BUukB7pVMhNe+RD/BBK039zlrOTHM78eboF4DgCACdxYzwcVOj+fhpwZU7EM+fGiGxTHwEfZtbGZPanL1kW8LFRktLy8e1czt3cZfw2ZfxlPy2rYmZ1XGJ2/J2fbBx4zu1OYffbeeOu52wd5N0EzMCAaCycwsvvJ9nE3vx59d6po3tJ0K4teDS4VVp+64Ztl1t9rw0pb2m+vhyt6CqVzKM/2VouteVb8rL6chPqF0evtgkSuhBntffR+GfVhSfr129o9U6MH/F7OYvTHu+3H0i/1DBygPL1QVb4pcfKgAEPbbvUD9C5GyDnFVEEovEIhYpY7KyYmKysibxnzExWeNajdaRGBHm7zbTuifHSPYxYlTLUmQOrwlz/KhKTVVFpqYyYm14RGJiRLiWrEe9hq7adZKXl4rqWX79deo1HG39EBBfw3NpHTlF8lIJJSwrl6uJ3HvjAkrtrJguy0ymdU8Wl3Vl967IJbE12h7SiYzlaYcxga3lAaxA6SUTyyj+5MN+3Ifzdv6hifktm7ktLX9vdt5+XWLHzPPLKQ+rSeUU2p6xvs+YtP2OqGSgemHpvLxXdUVdy2YGSPC9E1yGIjx190X9vjvbn0by62eRVKrs3flEVSr1w7yIY6mICdlEArnScLXZ8x1pe131r1e4BVW9nGm8YWj+8vCq33atSuu4VplQtzwid9+q/H15Oe2iYvOWtbtaOXPcinDDF/v2fLWbQond3KPrV7nrn1bgoaiCLQuXHihYcWjVygPLgeIta+CzeDYsGD93jIqKVj+rXGLR08PPF9svrxfFc8Oh+9vTd+VWGOuut+y8vmV7Wc6uzJ33D641ZeV1rtJ15mV2Fmc1JiVszVm8NSGxSVT+ToPuqH6y09RLddUDJSUD1XWXpjpN1h/VNbxTfjy+NivXkJJiyM2qjcdDC6rT0irj4irT0qoXAIJtfFUa4av5i3HkM+CpXQL5U4iMbwNv7bzXwgyzS/Ys0e3PyzmysaFhWUtqfH1OessS6i1615927vlQ31JduDtp14io+HxdUkl0fF1Gzlbt8QXVGamVcdHrU2rPF1ddLGs+F+A2ec1BXePwRkaDkplYMNPNkE9fgm66GLqZW9DIhKFMJgwamDC4yITBXawAoPdDMX0ZuikKumkDRDFhcIUJgw4mDA7hTOhh/aCRPgWl+AcQ0Z1QihVgokegFD2CJnoO6OmPoJQegW7cDSK2HbRYAXoBhm4yJ3oE3fQD+zNYAWZyjdzLBMMaVgBmphIi0SPbCFlXcA8iaQBgroKZ6DamCMxMC0Ty7wCoYaaCmQmD8/TbYBbMBTOxi6mFOYwTNJL5ib1MGHQxYXAQ34NQqh9MTAjU07thDX0XjtA/QCPZD7EJABqxhPy2jdBDYCTX6O+gkf4HbPtfqldp2QplbmRzdHJlYW0KZW5kb2JqCjE3IDAgb2JqCjw8Ci9UeXBlIC9Gb250RGVzY3JpcHRvcgovRm9udE5hbWUgL0JaWlpaWitJbnRlci1SZWd1bGFyCi9GbGFncyA0Ci9Gb250QkJveCBbLTczOC43Njk1MzEgLTMyMi4yNjU2MjUgMjU4My4wMDc4MTMgMTEwNy45MTAxNTZdCi9JdGFsaWNBbmdsZSAwCi9Bc2NlbnQgOTY4Ljc1Ci9EZXNjZW50IC0yNDEuMjEwOTM3Ci9DYXBIZWlnaHQgNzI3LjUzOTA2MwovWEhlaWdodCA1NDUuODk4NDM4Ci9TdGVtViAwCi9Gb250RmlsZTIgMTYgMCBSCj4+CmVuZG9iagoxOCAwIG9iago8PAovVHlwZSAvRm9udAovU3VidHlwZSAvQ0lERm9udFR5cGUyCi9CYXNlRm9udCAvQlpaWlpaK0ludGVyLVJlZ3VsYXIKL0NJRFN5c3RlbUluZm8gPDwKL1JlZ2lzdHJ5IChBZG9iZSkKL09yZGVyaW5nIChJZGVudGl0eSkKL1N1cHBsZW1lbnQgMAo+PgovRm9udERlc2NyaXB0b3IgMTcgMCBSCi9XIFswIFsxMzQ0IDY1NC4yOTY4NzUgNTYxLjUyMzQzOCA1OTAuODIwMzEzIDU0OC44MjgxMjUgNzMwLjQ2ODc1IDY0OC40Mzc1IDY0OC40Mzc1IDY0OC40Mzc1IDY0OC40Mzc1IDI2OC41NTQ2ODggNTcwLjgwMDc4MSA1OTEuMzA4NTk0IDM3Ni40NjQ4NDQgNTYyLjAxMTcxOSA2NDguNDM3NSA2NDguNDM3NSA2NDguNDM3NSAyODguMDg1OTM4IDc2NC42NDg0MzggNTgzLjAwNzgxMyAzNzAuMTE3MTg4IDU3MS4yODkwNjMgMjY4LjU1NDY4OCA2MTIuMzA0Njg4IDI0Mi4xODc1IDUyNy44MzIwMzEgNTk5LjYwOTM3NSA2MTIuMzA0Njg4IDMyNy4xNDg0MzggODE4LjM1OTM3NSAyNjguNTU0Njg4IDg3NS45NzY1NjMgNTkxLjMwODU5NCAyNDIuMTg3NSA2MTMuMjgxMjUgMjY4LjU1NDY4OCAyNjguNTU0Njg4IDI2OC41NTQ2ODggNjEyLjMwNDY4OCA2NDUuNTA3ODEzIDc1My40MTc5NjkgNjc4LjcxMDkzOCAyNDIuMTg3NSA1NjIuMDExNzE5IDk4NS4zNTE1NjMgNTAwIDcyMS42Nzk2ODggNDU2LjA1NDY4OCA2NzEuODc1IDY4OS45NDE0MDYgNjg5Ljk0MTQwNiA2NDEuNjAxNTYzIDYzOC42NzE4NzUgNjQ4LjQzNzUgNTkwLjMzMjAzMSA5MDMuMzIwMzEzIDc2NC42NDg0MzggNjgyLjEyODkwNiA2MjguOTA2MjUgMjY4LjU1NDY4OCA2NDguNDM3NSA2NDguNDM3NSA2NDguNDM3NSAzNjAuMzUxNTYzXV0KL0NJRFRvR0lETWFwIC9JZGVudGl0eQo+PgplbmRvYmoKMTkgMCBvYmoKPDwKL0xlbmd0aCAzNzcKL0ZpbHRlciAvRmxhdGVEZWNvZGUKPj4Kc3RyZWFtCnicXVI9b4MwEN35FR7bIcIB27QSQqrIwtAPlWaqOgA+R0jFIOMM+fcVfm4adYCn8717986+tG4OjR09S9/cPLTkmRmtdrTOZzcQ6+k02mSfMT0OPkbhP0zdkqR1c2gvq6epsWZmZZkwlr7TaVy9u7C7Jz33dL+dvTpNbrQndnes23DSnpflmyaynvGkqpgmk6T1c7e8dBOxNJTuGk3Wj/6yO9btH+PjshDLQryHpWHWtC7dQK6zJ0pKzjmvSmOMqRKy+l86FvXmls1KzgWv2OdNmAVQewABeuTyAJkOkAtAAUBBFlW6AIUEQLN4BBNRDmauAvRQEQb9UKeQU2ibQ1OhrYJYgZyKdbERKAU0swE5uFYPgHgYKRhTRIOYtoBBCTEBigRFxflgUG4qGd/Di0CBhCUBMQmmwC1JMGW8AkwrIgU+ZWTCruxuryCPPpHL46uY6mt7998X3lZgW9freg1n58j6sNNhpbZlGi1d136Zl60qfD+eoc/TCmVuZHN0cmVhbQplbmRvYmoKOSAwIG9iago8PAovVHlwZSAvRm9udAovU3VidHlwZSAvVHlwZTAKL0Jhc2VGb250IC9CWlpaWlorSW50ZXItUmVndWxhcgovRW5jb2RpbmcgL0lkZW50aXR5LUgKL0Rlc2NlbmRhbnRGb250cyBbMTggMCBSXQovVG9Vbmljb2RlIDE5IDAgUgo+PgplbmRvYmoKMjAgMCBvYmoKPDwKL0xlbmd0aCAyNzk1Ci9GaWx0ZXIgL0ZsYXRlRGVjb2RlCj4+CnN0cmVhbQp4nI1Wa1QTZxp+v2++mXCpyEAm0cUVhkCCF1AIkxSBOAGVm6iIIJgQAipE5FrkphWCUNzSrbda13q6At72aNXdblet7a7Fusfe7LZi12p329r2rG33uMeia71AJruTBKWe/bHzI5l3vuS9Pu/zzLqnmlYDAyJgiHCsLlsF3qsaAAwOx+oyn70PAKKq61aO2ecBYGFNWWu910QhABBRWd1W4bMTAJ5Y5ahZ1+q1J+wCgJ2AAIBAGudf9kXpxJQ7QPl5Tr9u3rzN9/3r+5+4LMojft8AAAXY6wxAMSiFAHDr7n/yY6PyiB88dkUDQBVshXPwTxSAAlAW6kHvoptYheNwLu7D5/F9ClEClUplUQ3UKeo2mUmMJJv0kPN0MD2Vnkmvp1+h7zFBTBiT4MkyGrrhCagHhcd6dMl2AMqU7NQ9hQgUTAAWOOBBB/EgQDJkACCe5RHHCxqjwHN6iuVZhUbQI5ZnNZxe0HMaQSefctGyJf+EYzWC3vPMe+J7St1zLcG/k/yQ+Omn0uCVK0gUBwfdgMTB/96ISBTdMOiUBp2i6ESicxCJ27ZJg/WS3e/aPRDFDrOInG5AMOhE8r/AKToHneK1fqfYL4p2FGEXr4n9TlG0i6Jd7nECAN1FD0EwAM8iHqnUKrXBaDAiHrG4yPUZehIFTOeDg9ngiBhEI4PrGjZT26Xp2Qsip03XZGSgy6N1rrcAMBS7vyc9pBomQjgAHanFQmKIQZ+gCuGUmNElGAxColariWQYTqlS4br9P3R1/bD/gPx5wNKWnNxmsbQkJ7eotyPq6HFEb9smjRw/Krm2Xyo/VFF5qLz8oKPiULmcca/7FrESG6g8UbQCy7NKlV72L/daxygY7N94rBSRpor51amIvotjc6xB5X/qwe+4yuqdKeuW4K0j+75cOyfT4w2AokkNhALoWT2nN8gpqzlfpmzv6BNTd9lVhtDgTE1mo5nY3ixbQ6ibtJ+pJsNV66u6glTDFNCOr3oq5jhepVZ5EjOqgzDitTqtNlLOrvXw7a7Of/VXnN6aN3qHRERtKkwqmcfeDNt0TqrEExju541HW8Mnq7cg/NtjiLyQ1vvXF5Za07KyefOs+BWbc/BxU2LGkrx0gxxdspEmUg0qOTriWU0Q1jzqvEqtF/Tosc6TJmk0UJnbXtZ9sXXDReeqjpzQYLfrXkGzKbWloKg5JaVFsuH8GKt5M8Kvv4FQd7o15vToKsuBmpqBFSX7HY6DpXLfitzfE5ZUwwzvFHRGT6lColan02qFRIM3vsITl1Oq1GqVilMyDI7vPN8RelvdVGpvyM59a+/LT33Q03GqQfVd6CpLfl12wZm+PeuvqrO3rI7Lz8tNmj2XnRb58gbH7mWZncvjkvOykuLFkJjIXc1VAxZAoHQP4+O0A9QAiNN4UWBUM4wmUivIy8XyLN56JTE5JDlk2owV0waO9vUhQmwXXIdTk/zJexMC+3fimgsoQPpRrkgJQBFmEkzyeuNlD75Cxurg8OVbkuvDD0v6SudXTRbYeD5rLrFdGK2ldlxYW78zR+X/Ph2YmbYcEJwFIC/QQxAIoBd4VkML0TzLc2fRcwHSAZSBYpDpMxLwQPrniN9ncvRF7hskiB4CVu5nlCDwnKccD7oJnv25NIICm8rL1iF/yaW8+XnB8qa2tiYyZeTbz38ADAvd35MgUg06SPJtRaIJG01YGJu8QmfCHlSyGkEThD3rKARRiiAsYwK9XXWkPKNt99Ky9Ukzl4vm0pSgYb73rfrFAz1L7wdMXt7J5TWZJ6TmZE2eYxPiC9S5u2pLn87W+gUGR2lpY+60GDE6fmWnGF20s97F7ZmVF39WXGPqDggJCqD8osyJs82R3k0jFg9WQWZFvUwzMkg4lmcTPUmiLdLoj1RsluXZxqOl0ui6ivnVJrzV1UBsX6xJziz/42ZXEu6rd6Y0AgKdVEi2EBuEAYQa1SqDwWhEfOgYe4XyyLMJHanhyVbThGBpBVJdiFL7+QcEhEVdQqFSRGTFztXGEqnhA7+JE9LFDFLu6q9eq9PpYtauxfaRkOKOtGC3G3YBkJfo68BAxCSZ42rcN8ggff3/5Lhfnbjb3vHjiT/cbd9494R9k9m8yW7vMpu7lCdQwa1bqPDkSenIrVvSKyeurR9+9bXhDRuGX3t1eD243VDnvkHOeOLyCtluct9EJ8l00ELkR7IaRbo/wqO+nlrpobGe8uz/7CmCGfMszzYeK5VGHvaUHnKdsRl+0lRAMBOAeY7YZDbhx7dTP76zPKXV6rQy0TIKCrVJr6GQ2slTOWWoKnxKw73asHBOGcpNCatFSun30v0upTaEYRgmNFrZRWxSdnWnZU2FpbMOnZSyazqtjkrP/cg+9O78vflhYWFh+f3p0pMeZr1Bmjy1/YRZZVbzLOcYjMd3XPuI1AIRcQcrc9t/No7ZlOM4Dcc+iHs1xmq+/DizyYy+jFTLbxfj+VytiKPG4ugTTNioDqLGVKykv70g5HbgtJRFsyytKSmtltmLU6cH3A4p6Bh4qGezLZuW6mdkJISVHVxTeahsSmJ2rH5Zd0mCPF0AdICZjLWgAQAGojx8lA9A7tBDoAAIFXhOnm4+2ScJ0h0y/NVXIxPJsIzIXslGDo0pQKisYPKiewGpkYlZwz6uAL0Sq8zuWLnp4w2tF58pdS5UBiKyvDklubmosDk1tUWyMXA6xpreLbnfeF2SNputMa5jeFXpQYdjf8mKgZqaAxYv8pgjpB6me3RThoZBn+DFyGMI5FjNw7vef/upohI2Z7flJEeodcaXlq/ut0mjTy0xWeOlqvyk0ieJ7RPTzLmpC1Or5s5KSy86vNEVhN932A2lc11p+HJBZWJFjivf996iuEsPQYwPqT58ygD9iSGj1QtWBYX+LNWi8LeVGpamGYbVcu+jsPdU0SE0QzPBUcqzKEKqkf5ydarK399PoeSv0kOj3xaesUfwfIT9TCE12WOFh4eHe6wHcZSxcXOCEB/3zMbR93zvEmgLPQSUdxvl1aOHHsTRQ4BkJkED484GpDu+M1nFF5AWD+IEAORR06lYJn/Bq+eP9FQv6Fklw1CP4766552OKX8Pmbsmr22HKjR7Y5nz4oanL3audC5UBrl/ceNFeQeaC4taUlJbpAXzmrIXh6fNaGi9FFMwp+3Wydel7rSSmNMjfS+eK8W78/asreorLumrqNxTAAjaAUgnfV3mO72ATPhhWI0vJ1nVFYjjuR5MZ63Um+sycupS3J3f7Hzx63ZT/w7JhZ8dRK6cdTXiggpjSl3u80ON9ec25u9955fSvcAvAUOl+wY5RV+HSNB7tcuzct56eV8wL6g9sR7tvFe7cF/VB/vteS9d6Xnuak+w9IBrL3NszwmMati6uOvi+p7hfYvbszKeXpJckTs9s12Z9RvEfTiIZnxcU3umrdCx/pu9Zmv8xr9t2fFdz9Xc7rwlmxbGLnHMWdS9WJ7nIfdN9C2KkzWcjpSHoE+QU0AL0ktK0ueVlLDWeelWa/o869jsiU2er0xPvfKLxsg+2UsHGUXHmcmyFzTei8pUXGyaW1xMRpfNScnPT05eBrSIMukTkEC+hGJyHXqpWOjFWgDyJhQTCYrJaijCl0BJTQElHQtnyX5YRHbDQvIP6CUnQEfHwi46FmroWKjDWmiSfTCnYKbnv4ehGE+CJjoT8okEvYpE6PWbBgl4EvRiI+yiERSTUWinp0Ilfh4Oyc8BoOM/rULUeQplbmRzdHJlYW0KZW5kb2JqCjIxIDAgb2JqCjw8Ci9UeXBlIC9Gb250RGVzY3JpcHRvcgovRm9udE5hbWUgL0NaWlpaWitJbnRlci1TZW1pQm9sZAovRmxhZ3MgNAovRm9udEJCb3ggWy03NzEuNDg0Mzc1IC0zMzAuNTY2NDA2IDI1ODMuMDA3ODEzIDExMTAuODM5ODQ0XQovSXRhbGljQW5nbGUgMAovQXNjZW50IDk2OC43NQovRGVzY2VudCAtMjQxLjIxMDkzNwovQ2FwSGVpZ2h0IDcyNy41MzkwNjMKL1hIZWlnaHQgNTQ1Ljg5ODQzOAovU3RlbVYgMAovRm9udEZpbGUyIDIwIDAgUgo+PgplbmRvYmoKMjIgMCBvYmoKPDwKL1R5cGUgL0ZvbnQKL1N1YnR5cGUgL0NJREZvbnRUeXBlMgovQmFzZUZvbnQgL0NaWlpaWitJbnRlci1TZW1pQm9sZAovQ0lEU3lzdGVtSW5mbyA8PAovUmVnaXN0cnkgKEFkb2JlKQovT3JkZXJpbmcgKElkZW50aXR5KQovU3VwcGxlbWVudCAwCj4+Ci9Gb250RGVzY3JpcHRvciAyMSAwIFIKL1cgWzAgWzEzNDQgNzEzLjM3ODkwNiA2MDguODg2NzE5IDYxMi4zMDQ2ODggMzk2Ljk3MjY1NiAyNjguNTU0Njg4IDU5MS4zMDg1OTQgNjI0LjAyMzQzOCA1NDkuMzE2NDA2IDM1My4wMjczNDQgMzg4LjY3MTg3NSA2NDYuOTcyNjU2IDU3OS41ODk4NDQgNTc0LjIxODc1IDYxMS44MTY0MDYgNTg4LjM3ODkwNiA2NDYuOTcyNjU2IDY0Ni45NzI2NTYgNjQ2Ljk3MjY1NiAyNjguNTU0Njg4IDYxMi4zMDQ2ODggODM5LjM1NTQ2OSA2MjQuMDIzNDM4IDU4Mi41MTk1MzEgMjYxLjcxODc1IDY2MC4xNTYyNSA2MjQuMDIzNDM4IDkwMC4zOTA2MjUgMTAyMC4wMTk1MzEgMjYxLjcxODc1IDI3Ni44NTU0NjkgNjI1LjQ4ODI4MV1dCi9DSURUb0dJRE1hcCAvSWRlbnRpdHkKPj4KZW5kb2JqCjIzIDAgb2JqCjw8Ci9MZW5ndGggMzA1Ci9GaWx0ZXIgL0ZsYXRlRGVjb2RlCj4+CnN0cmVhbQp4nF1SPW+DMBDd/StuTIcIAwm0EkKqyMLQD5VmqjKAfUaWirGMM/DvK3xuUnWwn967e3f22UnTnlqjPSTvbhYdelDaSIfLfHUCYcBRG5ZmILXwkYVdTL1lSdOeunXxOLVGzVBVDCD5wFEv3q2we5bzgA+b9uYkOm1G2J2bLijd1dpvnNB44KyuQaJiSfPS29d+QkiCdd9KNF77dX9uunvG52oRssBTOpKYJS62F+h6MyKrOOe8rpRSqmZo5L9wNA3qbzZUnKeqhq87PT4FKFSA8kiQBcgopYhiSpATHChWBMgpduhJJFYgZVKHnGrmVDOPvmh4pMySWCxNjQqyH0ks45EkidEgqHu8SllftoH8Xn2bzfaOt7mLq3NofHjsMOttytrg7T/Y2W6usH4AcwGflwplbmRzdHJlYW0KZW5kb2JqCjEwIDAgb2JqCjw8Ci9UeXBlIC9Gb250Ci9TdWJ0eXBlIC9UeXBlMAovQmFzZUZvbnQgL0NaWlpaWitJbnRlci1TZW1pQm9sZAovRW5jb2RpbmcgL0lkZW50aXR5LUgKL0Rlc2NlbmRhbnRGb250cyBbMjIgMCBSXQovVG9Vbmljb2RlIDIzIDAgUgo+PgplbmRvYmoKNCAwIG9iago8PAo+PgplbmRvYmoKMyAwIG9iago8PAovVHlwZSAvQ2F0YWxvZwovUGFnZXMgMSAwIFIKL05hbWVzIDIgMCBSCi9MYW5nIChlbikKL1ZpZXdlclByZWZlcmVuY2VzIDUgMCBSCj4+CmVuZG9iagoxIDAgb2JqCjw8Ci9UeXBlIC9QYWdlcwovQ291bnQgMQovS2lkcyBbOCAwIFJdCj4+CmVuZG9iagoyIDAgb2JqCjw8Ci9EZXN0cyA8PAogIC9OYW1lcyBbCl0KPj4KPj4KZW5kb2JqCjUgMCBvYmoKPDwKL0Rpc3BsYXlEb2NUaXRsZSB0cnVlCj4+CmVuZG9iagp4cmVmCjAgMjQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDEzMDQzIDAwMDAwIG4gCjAwMDAwMTMxMDAgMDAwMDAgbiAKMDAwMDAxMjk0NSAwMDAwMCBuIAowMDAwMDEyOTI0IDAwMDAwIG4gCjAwMDAwMTMxNDcgMDAwMDAgbiAKMDAwMDAwMDI1NSAwMDAwMCBuIAowMDAwMDAwMTM3IDAwMDAwIG4gCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAwMDAwODU1MyAwMDAwMCBuIAowMDAwMDEyNzc1IDAwMDAwIG4gCjAwMDAwMDE3MzkgMDAwMDAgbiAKMDAwMDAwMTU4MiAwMDAwMCBuIAowMDAwMDAxNjEwIDAwMDAwIG4gCjAwMDAwMDE2MzggMDAwMDAgbiAKMDAwMDAwMTY3NCAwMDAwMCBuIAowMDAwMDAxODI5IDAwMDAwIG4gCjAwMDAwMDY5NTIgMDAwMDAgbiAKMDAwMDAwNzIxNyAwMDAwMCBuIAowMDAwMDA4MTAzIDAwMDAwIG4gCjAwMDAwMDg3MDAgMDAwMDAgbiAKMDAwMDAxMTU2OSAwMDAwMCBuIAowMDAwMDExODM1IDAwMDAwIG4gCjAwMDAwMTIzOTcgMDAwMDAgbiAKdHJhaWxlcgo8PAovU2l6ZSAyNAovUm9vdCAzIDAgUgovSW5mbyAxMSAwIFIKL0lEIFs8NmU3ZmI4OGNmNWZmNWRmYjQyNGZhOWQ2ZTRiYjI4Mzc+IDw2ZTdmYjg4Y2Y1ZmY1ZGZiNDI0ZmE5ZDZlNGJiMjgzNz5dCj4+CnN0YXJ0eHJlZgoxMzE5MAolJUVPRgo=',
      sha256: 'sha256:d8a020af0e0dba10cb972a58b668a2f4148517e8cbf3d72331ab9846d21782c3',
      n: 1,
    },
  },
  createPersonLetter: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
    },
    body: {
      language: 'en',
      dated_on: '2026-01-31',
      sender: 'Example Bank\nLoan office',
      objection_to: 'objections@bank.example',
      record_id: 'rec_01KG9MFMM0BSP5FYMAPQXZJSY3',
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['objection'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'later',
      n: 3,
      event: 'answered',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['Finn Xu'],
        contact: 'High Street 1',
      },
      records: 1,
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
      note: null,
      letters: [
        {
          n: 1,
          signed_at: '2026-01-31T09:00:00.000Z',
          record_id: 'rec_01KG9MFMM0BSP5FYMAPQXZJSY3',
          language: 'en',
          sha256: 'sha256:1b0bff8765cd55d342a22e5c8331d07b46b26023cdbd1e64dd8882560fc80a7a',
          is_there: true,
        },
      ],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 2,
          event: 'found',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 3,
          event: 'answered',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
      ],
      kept_until: null,
    },
  },
  getPersonLetter: {
    path: {
      id: 'preq_01M7XPE600YEY6QW574T66ER20',
      n: '1',
    },
  },
  objectForPerson: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
    },
    body: {
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
      reason: 'x',
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['objection'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'later',
      n: 3,
      event: 'objected',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: null,
      person: {
        identifiers: ['Finn Xu'],
        contact: 'High Street 1',
      },
      records: 1,
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
      note: null,
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 2,
          event: 'found',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 3,
          event: 'objected',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
      ],
      kept_until: null,
    },
  },
  createPersonAccess: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSYB',
    },
    body: {
      language: 'en',
    },
    answer: {
      job_id: 'job_01KG9MFMM0BSP5FYMAPQXZJSYN',
      kind: 'person_access',
      title: 'Data for the person of request 2026-001',
      words: {
        text: 'person_access',
        values: {
          number: '2026-001',
        },
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'records',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-31T09:00:00.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  downloadPersonAccess: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSYB',
      job_id: 'job_01KG9MFMM0BSP5FYMAPQXZJSYN',
    },
  },
  previewPersonErasure: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY7',
    },
    body: {
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3', 'rec_01KG9MFMM0BSP5FYMAPQXZJSY5'],
      fields: ['input', 'output'],
    },
    answer: {
      records: 2,
      interventions: 1,
      evidence: 0,
      gone: 0,
      values: [
        {
          field: 'input',
          count: 2,
        },
        {
          field: 'outcome',
          count: 1,
        },
        {
          field: 'output',
          count: 2,
        },
        {
          field: 'reason',
          count: 1,
        },
      ],
      letters: 0,
      needs_approver: false,
      entries: [
        [
          {
            id: 'rec_01KG9MFMM0BSP5FYMAPQXZJSY3',
            hash: 'sha256:fc9028c40c3374ff18128140b7680da155a0ddee7e6ec6e3babceeccaa66989b',
            fields: ['input', 'output'],
          },
          {
            id: 'int_01KG9MFMM0BSP5FYMAPQXZJSYA',
            hash: 'sha256:b67d3860ddf097af3bc8390c0d22e0918ee3fefe4084fb2361f76bd261cf0468',
            fields: ['outcome', 'reason'],
          },
          {
            id: 'rec_01KG9MFMM0BSP5FYMAPQXZJSY5',
            hash: 'sha256:14dae2b6dcc3662be6c91f9a70afb9c6089e94373b28de2b5a5c527a3b9e6e67',
            fields: ['input', 'output'],
          },
        ],
      ],
    },
  },
  erasePerson: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
    },
    body: {
      record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
      fields: ['input'],
      legal_basis: 'x',
    },
    answer: {
      data: [
        {
          seq: 4,
          targets: [
            {
              id: 'rec_01KG9MFMM0BSP5FYMAPQXZJSY3',
              hash: 'sha256:fc9028c40c3374ff18128140b7680da155a0ddee7e6ec6e3babceeccaa66989b',
              fields: ['input'],
            },
          ],
          legal_basis: 'x',
          request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          created_at: '2026-01-31T09:00:00.000Z',
          hash: 'sha256:010f141a5a173c353e9058399ae3ad113f8825248185f238690a6d7339080279',
        },
      ],
      request: {
        request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
        number: '2026-001',
        received_on: '2026-01-31',
        asks: ['erasure'],
        rule: 'month',
        due: '2026-02-28',
        is_extended: false,
        urgency: 'later',
        n: 3,
        event: 'erased',
        created_at: '2026-01-31T09:00:00.000Z',
        closed_at: null,
        person: {
          identifiers: ['Finn Xu'],
          contact: 'High Street 1',
        },
        records: 1,
        record_ids: ['rec_01KG9MFMM0BSP5FYMAPQXZJSY3'],
        note: null,
        letters: [],
        events: [
          {
            n: 1,
            event: 'received',
            at: '2026-01-31T09:00:00.000Z',
            actor: {
              id: 'operator',
              role: 'operator',
            },
            is_signed: false,
            note: null,
          },
          {
            n: 2,
            event: 'found',
            at: '2026-01-31T09:00:00.000Z',
            actor: {
              id: 'operator',
              role: 'operator',
            },
            is_signed: false,
            note: null,
          },
          {
            n: 3,
            event: 'erased',
            at: '2026-01-31T09:00:00.000Z',
            actor: {
              id: 'operator',
              role: 'operator',
            },
            is_signed: false,
            note: null,
          },
        ],
        kept_until: null,
      },
    },
  },
  closePersonRequest: {
    path: {
      id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
    },
    body: {
      note: 'Done.',
    },
    answer: {
      request_id: 'preq_01KG9MFMM0BSP5FYMAPQXZJSY5',
      number: '2026-001',
      received_on: '2026-01-31',
      asks: ['explanation'],
      rule: 'month',
      due: '2026-02-28',
      is_extended: false,
      urgency: 'closed',
      n: 2,
      event: 'closed',
      created_at: '2026-01-31T09:00:00.000Z',
      closed_at: '2026-01-31T09:00:00.000Z',
      person: {
        identifiers: ['Finn Xu', '4711'],
        contact: 'finn@example.test',
      },
      records: 0,
      record_ids: [],
      note: 'Done.',
      letters: [],
      events: [
        {
          n: 1,
          event: 'received',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: null,
        },
        {
          n: 2,
          event: 'closed',
          at: '2026-01-31T09:00:00.000Z',
          actor: {
            id: 'operator',
            role: 'operator',
          },
          is_signed: false,
          note: 'Done.',
        },
      ],
      kept_until: '2029-01-31',
    },
  },
} satisfies Examples;
