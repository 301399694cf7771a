/** Signatures of people in the journal: sound ones pass; moved, forged and lone ones are found. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { otherEntry, restoreType } from '../../shared/ledger/entries.ts';
import { signedText, type Signatures } from '../../shared/ledger/signed-text.ts';
import { noteAlgorithm, verifierKey } from '../../shared/ledger/verifier-key.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { openNewLedger } from '../database/testing/new-ledger.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import { InterventionJournal } from '../ledger/intervention-journal.ts';
import { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { SignaturesCheck } from './check-signatures.ts';
import { Facts } from './facts.ts';
import type { RowFinding } from './row-finding.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const at = '2026-01-05T09:00:00.000Z';
const operator = { id: 'operator', role: 'operator' };

interface Person {
  readonly id: string;
  readonly role: string;
  readonly vkey: string;
  readonly sign: (text: string) => string;
}

function person(digit: string, role: string, seed = digit): Person {
  const id = `usr_${digit.repeat(26)}`;
  const header = Buffer.from('302e020100300506032b657004220420', 'hex');
  const digest = createHash('sha256').update(seed).digest();
  const key = createPrivateKey({
    key: Buffer.concat([header, digest]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    id,
    role,
    vkey: verifierKey(sha256, id, noteAlgorithm, raw),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

const ada = person('A', 'admin');
const eva = person('E', 'compliance_officer');
const tom = person('T', 'compliance_officer');

let database: WriterDatabase;
let journal: Journal;
let facts: Facts;
let interventions: InterventionJournal;
let record: { readonly id: string; readonly hash: string; readonly seq: number };

beforeEach(() => {
  database = openNewLedger(`${folder.newDirectory()}/proofdesk.db`);
  const random = countingRandom();
  const clock = () => Date.parse(at);
  const createId = createIdFactory({ now: clock, random });
  journal = new Journal(database, { clock, random, createId });
  journal.ensureGenesis(testKey);
  facts = new Facts(database, { journal: () => journal, random, by: () => operator });
  interventions = new InterventionJournal(database);
  journal.transaction(() => {
    const body = { model_id: 'm', input: {}, output: { decision: 'deny' } };
    record = journal.appendRecord(prepareRecord(body, random));
  });
});

/** Signs an entry as people do; `change` tampers with what they sign. */
function by(
  signers: { readonly signature: Person; readonly approval?: Person },
  { time = at, change = (text: string) => text, origin = testKey.origin } = {},
): EntrySigning {
  return {
    salt: () => 'AAAAAAAAAAAAAAAAAAAAAA',
    sign: (members: JsonObject): Signatures => {
      const head = ({ id, vkey }: Person) => ({
        at: time,
        by: id,
        key: vkey.split('+')[1] ?? '',
      });
      const { signature, approval } = signers;
      const heads = {
        signature: head(signature),
        ...(approval && { approval: head(approval) }),
      };
      const text = change(signedText({ ...members, ...heads }, origin));
      return {
        signature: { ...heads.signature, value: signature.sign(text) },
        ...(approval && { approval: { ...head(approval), value: approval.sign(text) } }),
      };
    },
  };
}

function enrol(one: Person, approval?: Person, actor = approval ?? operator): void {
  journal.transaction(() =>
    facts.write('people', one.id, {
      by: { id: actor.id, role: actor.role },
      set: { role: one.role, vkey: one.vkey, enrolled_at: at },
      commit: { name: one.id },
      signing: by({ signature: one, ...(approval && { approval }) }),
    }),
  );
}

let number = 0;
let last = '';
/** Appends an intervention; the entry's id. */
function intervene(
  changes: {
    readonly actor?: Person;
    readonly action?: 'approve' | 'override';
    readonly meaning?: string;
    readonly supersedes?: string;
    readonly outcome?: string;
  },
  signing?: EntrySigning,
): string {
  const { actor = eva, action = 'approve', outcome, ...rest } = changes;
  number += 1;
  const id = `int_${String(number).padStart(26, '0')}`;
  journal.transaction(() => {
    const n = Number(database.prepare('SELECT count(*) FROM interventions').pluck().get()) + 1;
    const place = interventions.appendIntervention(
      journal,
      {
        id,
        recordId: record.id,
        recordHash: record.hash,
        n,
        previousHash: n === 1 ? record.hash : last,
        action,
        actor: { id: actor.id, role: actor.role },
        ...rest,
      },
      outcome === undefined ? [] : [{ field: 'outcome', salt: `salt${n}`, value: outcome }],
      signing,
    );
    last = place.hash;
  });
  return id;
}

function findings(): [table: string, column: string | null, reason: string | null][] {
  const found: RowFinding[] = [];
  for (const _step of new SignaturesCheck(database, (one) => found.push(one)).run());
  return found.map(({ table, column, actual }) => [table, column, actual]);
}

describe('what people signed', () => {
  it('is found sound: enrolment, another key, acts, four eyes, revocation', () => {
    enrol(ada);
    enrol(eva, ada);
    enrol(tom, ada);
    const decision = { action: 'override', outcome: '{"a":1}' } as const;
    const supersedes = intervene({ ...decision, meaning: 'proposal' }, by({ signature: eva }));
    intervene({ ...decision, actor: tom, supersedes }, by({ signature: tom }));
    const renewed = person('E', 'compliance_officer', 'a new key');
    journal.transaction(() => {
      facts.write('people', eva.id, {
        by: { id: eva.id, role: eva.role },
        set: { vkey: renewed.vkey },
        signing: by({ signature: renewed, approval: eva }),
      });
      facts.write(
        'profiles',
        'prof_1',
        {
          by: { id: eva.id, role: eva.role },
          set: { model_id: 'm', document: {}, created_at: at },
          signing: by({ signature: renewed }),
        },
        { number: 1 },
      );
      facts.write('people', tom.id, {
        by: { id: ada.id, role: ada.role },
        set: { revoked_at: at },
        signing: by({ signature: ada }),
      });
    });
    const check = new SignaturesCheck(database, (one) => expect(one).toBeUndefined());
    for (const _step of check.run());
    // Enrolments 1 + 2 + 2, two interventions, the new key 2, the profile, the revocation.
    expect([check.checked, check.notSigned]).toEqual([11, 1]);
  });

  it('is counted where nobody signs and nobody has to', () => {
    intervene({ actor: { ...eva, id: 'typed name' } });
    const check = new SignaturesCheck(database, (one) => expect(one).toBeUndefined());
    for (const _step of check.run());
    expect([check.checked, check.notSigned]).toEqual([0, 1]);
  });
});

describe('a signature is found that is', () => {
  const text = 'not over this entry, or with another key than the one in force';
  beforeEach(() => {
    enrol(ada);
    enrol(eva, ada);
    enrol(tom, ada);
  });

  it.each([
    ['over another record', { change: (signed: string) => signed.replace(/rec_./, 'rec_Z') }],
    ['over another n', { change: (signed: string) => signed.replace('"n":1', '"n":2') }],
    ['over another action', { change: (signed: string) => signed.replace('approve', 'reverse') }],
    ['of another ledger', { origin: 'ledger.example/other' }],
  ])('%s', (_what, how) => {
    intervene({}, by({ signature: eva }, how));
    expect(findings()).toEqual([['interventions', 'signature', text]]);
  });

  it('over another outcome', () => {
    const how = {
      change: (signed: string) => signed.replace(/"outcome":"sha256:../, '"outcome":"sha256:zz'),
    };
    intervene({ action: 'override', outcome: '{"a":1}' }, by({ signature: eva }, how));
    expect(findings()).toEqual([['interventions', 'signature', text]]);
  });

  it.each([
    ['later than its entry', '2026-01-05T09:00:00.001Z'],
    ['more than five minutes older', '2026-01-05T08:54:59.999Z'],
  ])('%s', (_what, time) => {
    intervene({}, by({ signature: eva }, { time }));
    expect(findings()).toEqual([
      ['interventions', 'signature', 'dated after its entry, or more than five minutes before it'],
    ]);
  });

  it('by somebody unknown, by another than who acts, or in another role', () => {
    intervene({}, by({ signature: person('X', 'admin') }));
    intervene({}, by({ signature: tom }));
    intervene({ actor: { ...eva, role: 'admin' } }, by({ signature: eva }));
    expect(findings().map(([, , reason]) => reason)).toEqual([
      'by somebody who was not enrolled',
      'by another person than the one who acts',
      'by another person than the one who acts',
      'by a person whose role may not do this',
    ]);
  });

  it('missing though a person is said to act', () => {
    intervene({});
    expect(findings()).toEqual([
      ['interventions', 'signature', 'not signed by the person who acts'],
    ]);
  });

  it('by a person who was revoked before, or with their key of before', () => {
    journal.transaction(() => {
      facts.write('people', tom.id, {
        by: { id: tom.id, role: tom.role },
        set: { revoked_at: at },
        signing: by({ signature: tom }),
      });
      const renewed = person('E', 'compliance_officer', 'a new key');
      facts.write('people', eva.id, {
        by: { id: eva.id, role: eva.role },
        set: { vkey: renewed.vkey },
        signing: by({ signature: renewed, approval: eva }),
      });
    });
    intervene({ actor: tom }, by({ signature: tom }));
    intervene({}, by({ signature: eva }));
    expect(findings().map(([, , reason]) => reason)).toEqual([
      'by a person who was revoked before',
      text,
    ]);
  });

  it('by one whose role may not erase, or approved by the same', () => {
    const erasure = {
      targets: [{ id: record.id, hash: record.hash, seq: record.seq, fields: ['input'] }],
      legalBasis: 'x',
    };
    journal.transaction(() => {
      interventions.appendErasure(
        journal,
        { ...erasure, actor: { id: eva.id, role: eva.role } },
        by({ signature: eva }),
      );
      interventions.appendErasure(
        journal,
        { ...erasure, actor: { id: ada.id, role: ada.role } },
        by({ signature: ada, approval: ada }),
      );
    });
    expect(findings()).toEqual([
      ['erasures', 'signature', 'by a person whose role may not do this'],
      ['erasures', 'approval', 'by the person who proposed it, or with the same key'],
    ]);
  });
});

describe('an erasure for a request of a person', () => {
  beforeEach(() => {
    enrol(ada);
    enrol(eva, ada);
  });
  const erase = (requestId: string) =>
    interventions.appendErasure(
      journal,
      {
        targets: [{ id: record.id, hash: record.hash, seq: record.seq, fields: ['input'] }],
        legalBasis: 'x',
        requestId,
        actor: { id: eva.id, role: eva.role },
      },
      by({ signature: eva }),
    );
  const received = { n: 1, event: 'received', asks: ['erasure'], rule: 'month' };
  const take = () =>
    facts.write(
      'person_requests',
      'preq_1',
      {
        set: {
          ...received,
          request_number: '2026-001',
          received_on: '2026-01-05',
          due: '2026-02-05',
          created_at: at,
        },
      },
      { number: 1 },
    );

  it('is signed by compliance', () => {
    journal.transaction(() => {
      take();
      erase('preq_1');
    });
    expect(findings()).toEqual([]);
  });

  it('is found where the request is another, or comes behind it', () => {
    journal.transaction(() => {
      erase('preq_1');
      take();
      erase('preq_2');
    });
    const found = ['erasures', 'signature', 'for a request that is not there before it'];
    expect(findings()).toEqual([found, found]);
  });
});

describe('four eyes are not two', () => {
  const decision = { action: 'override', outcome: '{"a":1}' } as const;
  const propose = (signer = eva) =>
    intervene({ ...decision, actor: signer, meaning: 'proposal' }, by({ signature: signer }));
  beforeEach(() => {
    enrol(eva);
    enrol(tom);
  });

  it('with one person, or with one key under two names', () => {
    const twin = person('W', 'compliance_officer', 'E');
    enrol(twin);
    intervene({ ...decision, supersedes: propose() }, by({ signature: eva }));
    intervene({ ...decision, actor: twin, supersedes: propose() }, by({ signature: twin }));
    const same = 'by the person who proposed it, or with the same key';
    expect(findings().map(([, , reason]) => reason)).toEqual([
      'with a key that is or was a person’s already',
      same,
      same,
    ]);
  });

  it('where one of them, or both, are names alone', () => {
    const typed = { ...eva, id: 'e.mayer' };
    const unsigned = intervene({ ...decision, actor: typed, meaning: 'proposal' });
    intervene({ ...decision, actor: tom, supersedes: unsigned }, by({ signature: tom }));
    intervene({ ...decision, actor: typed, supersedes: propose() });
    const lone = 'not approved by a second person who may';
    expect(findings().map(([, , reason]) => reason)).toEqual([lone, lone]);
  });

  it('where the second decides otherwise', () => {
    const other = { action: 'override', outcome: '{"a":2}', actor: tom } as const;
    intervene({ ...other, supersedes: propose() }, by({ signature: tom }));
    intervene({ actor: tom, supersedes: propose() }, by({ signature: tom }));
    const differing = 'another decision than the one that was proposed';
    expect(findings().map(([, , reason]) => reason)).toEqual([differing, differing]);
  });
});

describe('a revocation that a restore says again', () => {
  const set = { revoked_at: '2026-01-04T09:00:00.000Z' };
  const clock = { id: 'clock', role: 'clock' };
  const unsigned = [['people', 'signature', 'not signed by the person who acts']];
  const restore = () =>
    journal.appendEntry((where) =>
      otherEntry({ type: restoreType, ...where, commitments: [], members: {} }),
    );
  const appendRecord = () =>
    journal.appendRecord(prepareRecord({ model_id: 'm', input: {}, output: {} }, countingRandom()));
  const erase = () =>
    interventions.appendErasure(journal, {
      targets: [{ id: record.id, hash: record.hash, seq: record.seq, fields: ['input'] }],
      legalBasis: 'x',
      actor: operator,
    });
  const revoke = (one: Person, change = {}) =>
    facts.write('people', one.id, { by: clock, set, ...change });
  beforeEach(() => {
    enrol(ada);
    enrol(eva, ada);
    enrol(tom, ada);
  });

  it('is sound right behind it, with what else is done again, and revokes', () => {
    journal.transaction(() => {
      restore();
      revoke(eva);
      erase();
      revoke(tom);
    });
    expect(findings()).toEqual([]);
    intervene({}, by({ signature: eva }));
    expect(findings()).toEqual([
      ['interventions', 'signature', 'by a person who was revoked before'],
    ]);
  });

  it.each<[string, () => void]>([
    ['without a restore', () => revoke(eva)],
    [
      'before the restore',
      () => {
        revoke(eva);
        restore();
      },
    ],
    [
      'once something else was done',
      () => {
        restore();
        appendRecord();
        revoke(eva);
      },
    ],
    [
      'by somebody at the machine',
      () => {
        restore();
        revoke(eva, { by: operator });
      },
    ],
    [
      'with an instant that is to come',
      () => {
        restore();
        revoke(eva, { set: { revoked_at: '2027-01-01T00:00:00.000Z' } });
      },
    ],
  ])('is found %s', (_what, change) => {
    journal.transaction(change);
    expect(findings()).toEqual(unsigned);
  });
});

describe('facts about people are found that', () => {
  const lone = 'not approved by a second person who may';
  const form = 'over neither an enrolment, another key nor a revocation';
  const at2 = '2026-01-05T09:00:00.000Z';

  it.each<[string, Record<string, string | null>, [string, string][]]>([
    [
      'give another role',
      { role: 'admin' },
      [
        ['signature', form],
        ['signature', form],
      ],
    ],
    ['take a revocation back', { revoked_at: null }, [['signature', form]]],
    ['revoke with another role', { revoked_at: at2, role: 'admin' }, [['signature', form]]],
  ])('%s, though an admin signed', (_what, set, expected) => {
    enrol(ada);
    enrol(eva, ada);
    if (set['revoked_at'] === null) revoke(eva, { revoked_at: at2 });
    revoke(eva, set);
    expect(findings().map(([, column, reason]) => [column, reason])).toEqual(expected);
  });

  it('revoke with an approval, which no revocation has', () => {
    enrol(ada);
    enrol(eva, ada);
    revoke(eva, { revoked_at: at2 }, { signature: ada, approval: eva });
    expect(findings()).toEqual([['people', 'approval', form]]);
  });

  function revoke(
    one: Person,
    set: Record<string, string | null>,
    signers: Parameters<typeof by>[0] = { signature: ada },
  ): void {
    journal.transaction(() =>
      facts.write('people', one.id, {
        by: { id: ada.id, role: ada.role },
        set,
        signing: by(signers),
      }),
    );
  }

  it('enrol without an admin, once there is one', () => {
    enrol(ada);
    enrol(eva);
    expect(findings()).toEqual([['people', 'approval', lone]]);
  });

  it('are approved by somebody who is no admin', () => {
    enrol(eva);
    enrol(tom, eva);
    expect(findings()).toEqual([['people', 'approval', 'by a person whose role may not do this']]);
  });

  it('enrol somebody whose key did not sign', () => {
    const set = { role: eva.role, vkey: eva.vkey, enrolled_at: at };
    journal.transaction(() =>
      facts.write('people', eva.id, { by: operator, set, commit: { name: 'x' } }),
    );
    expect(findings()).toEqual([['people', 'signature', 'not signed by the person who acts']]);
  });

  it('give another key without the one before, or revoke without an admin', () => {
    enrol(ada);
    enrol(eva, ada);
    const renewed = person('E', 'compliance_officer', 'a new key');
    journal.transaction(() => {
      facts.write('people', eva.id, {
        by: { id: eva.id, role: eva.role },
        set: { vkey: renewed.vkey },
        signing: by({ signature: renewed }),
      });
      facts.write('people', eva.id, { by: operator, set: { revoked_at: at } });
    });
    expect(findings()).toEqual([
      ['people', 'approval', lone],
      ['people', 'signature', 'not signed by the person who acts'],
    ]);
  });
});
