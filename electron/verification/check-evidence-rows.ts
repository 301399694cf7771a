/** Evidence of data sessions against its entries: rows, leaves, signed statements, and the chain between them. */
import { envelopeSchema } from '../../shared/contract/evidence.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { evidenceType, otherEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import { nodeHash } from '../../shared/ledger/merkle.ts';
import {
  createFinding,
  type EntryFinding,
  type FindingDetails,
  type RowPlace,
} from './findings.ts';
import { evidenceEntryText } from '../evidence/evidence-entry.ts';
import { keptEvidence, writtenAs, type KeptEvidence } from '../evidence/kept-evidence.ts';
import { KeyHistory, keyRotationType } from '../ledger/key-rotation.ts';
import { readable, UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';
import { verifyEnvelope } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';

/** The member that names what an entry is the evidence of, by its kind. */
const subjectMembers: Readonly<Record<string, string>> = {
  transformation: 'transformation_id',
  operation: 'operation_id',
  aggregation: 'aggregation_id',
};
/** Rows without an entry that are told one by one. */
const mostStrays = 1_000;

interface EvidenceRow {
  seq: number;
  evidence_id: unknown;
  subject_id: unknown;
  kind: unknown;
  session_id: unknown;
  dataset_id: unknown;
  created_at: unknown;
  action: unknown;
  method: unknown;
  record_count: unknown;
  previous_hash: unknown;
  hash: unknown;
  prepared: unknown;
  envelope: unknown;
  old_secret: unknown;
}

/** Takes the evidence entries as the walk comes to them. */
export class EvidenceRowsCheck {
  readonly #snapshot: LedgerSnapshot;
  readonly #onFinding: (finding: EntryFinding) => void;
  readonly #keys: KeyHistory;
  /** Hash of the evidence entry before, `sha256:<hex>`; undefined where an entry since is lost. */
  #previous: string | undefined;
  #found = 0;

  constructor(snapshot: LedgerSnapshot, onFinding: (finding: EntryFinding) => void) {
    this.#snapshot = snapshot;
    this.#onFinding = onFinding;
    const genesis = snapshot.entry(0);
    const bytes = genesis === undefined || genesis instanceof UnreadableRow ? '' : genesis.bytes;
    this.#previous = `sha256:${sha256(bytes)}`;
    this.#keys = new KeyHistory(/"vkey":"([^"]*)"/.exec(bytes)?.[1] ?? '');
  }

  /** An entry whose bytes are not what was appended: it may have been evidence. */
  lose(): void {
    this.#previous = undefined;
  }

  /** An entry whose own bytes hold; `hash` hexadecimal. Others than evidence of sessions and changes of key pass. */
  add(seq: number, entry: OtherEntry, hash: string): void {
    if (entry.type === keyRotationType) this.#checkRotation(seq, entry);
    const { kind } = entry.members;
    const subject = typeof kind === 'string' ? subjectMembers[kind] : undefined;
    if (entry.type !== evidenceType || subject === undefined) return;
    const about = { seq, type: evidenceType };
    const previous = entry.members['previous_hash'];
    if (this.#previous !== undefined && previous !== this.#previous) {
      const message = `The evidence in entry ${seq} does not follow from the evidence before it.`;
      const hashes = { expected: this.#previous, actual: textOf(previous) };
      this.#report('LINK_BROKEN', message, { ...about, field: 'previous_hash', ...hashes });
    }
    this.#previous = `sha256:${hash}`;
    const row = this.#row(entry.seq);
    if (row instanceof UnreadableRow) {
      const message = `The row of evidence ${seq} cannot be read: ${row.reason}.`;
      this.#report('PROJECTION_MISMATCH', message, {
        ...about,
        field: 'evidence',
        place: placeOf(seq),
      });
    } else if (row === undefined) {
      const message = `The evidence in entry ${seq} has no index row: lists do not show it.`;
      this.#report('PROJECTION_MISMATCH', message, {
        ...about,
        field: 'evidence',
        place: placeOf(seq),
      });
    } else {
      this.#compare(seq, row, expectedColumns(entry, subject, hash));
      this.#compareKept(seq, row, entry);
      this.#compareSecret(seq, row, entry);
      this.#checkEnvelope(seq, row, hash);
    }
  }

  /** Rows that no entry of the journal stands for. */
  *finish(size: number): Generator<void> {
    const rows = readable(() =>
      this.#snapshot.database
        .prepare<[number], { seq: number; evidence_id: string }>(
          `SELECT v.seq, v.evidence_id FROM evidence AS v LEFT JOIN entries AS e ON e.seq = v.seq
           WHERE v.seq < 0 OR v.seq >= ? OR e.bytes IS NULL
             OR instr(e.bytes, '"id":"' || v.evidence_id || '"') = 0
           ORDER BY v.seq LIMIT ${mostStrays}`,
        )
        .all(size),
    );
    if (rows instanceof UnreadableRow) return;
    for (const { seq, evidence_id: id } of rows) {
      const cut = seq >= size;
      const message = cut
        ? `Entry ${seq} is missing from the journal; the row of its evidence is still there.`
        : `The index has evidence ${id} of entry ${seq}, which is not that of the journal.`;
      const about = { seq, type: evidenceType };
      if (cut) this.#report('DELETED', message, about);
      else
        this.#report('PROJECTION_MISMATCH', message, {
          ...about,
          field: 'evidence',
          place: placeOf(seq),
        });
      yield;
    }
  }

  /** A change of key holds by the signatures of both keys alone: without them it is a forger's. */
  #checkRotation(seq: number, entry: OtherEntry): void {
    const fault = this.#keys.add(entry);
    if (fault === undefined) return;
    const message = `Entry ${seq} is not a change of key that both keys signed. ${fault}`;
    this.#report('INSERTED', message, { seq, type: entry.type, field: 'vkey' });
  }

  #row(seq: number): EvidenceRow | UnreadableRow | undefined {
    return readable(() =>
      this.#snapshot.database
        .prepare<[number], EvidenceRow>(
          `SELECT seq, evidence_id, subject_id, kind, session_id, dataset_id, created_at, action,
             method, record_count, 'sha256:' || lower(hex(previous_hash)) AS previous_hash,
             'sha256:' || lower(hex(hash)) AS hash, prepared, envelope, old_secret
           FROM evidence WHERE seq = ?`,
        )
        .get(seq),
    );
  }

  #compare(seq: number, row: EvidenceRow, expected: Readonly<Record<string, JsonValue>>): void {
    const actual: Readonly<Record<string, unknown>> = { ...row };
    for (const [column, value] of Object.entries(expected)) {
      if (actual[column] === value) continue;
      this.#mismatch(seq, column, value, actual[column]);
    }
  }

  /** What is kept must give the entry again, and the leaves that are kept its roots. */
  #compareKept(seq: number, row: EvidenceRow, entry: OtherEntry): void {
    const kept = keptEvidence(row.prepared);
    if (kept === undefined) {
      this.#mismatch(seq, 'prepared', 'as it was written', '(damaged)');
      return;
    }
    const before = this.#found;
    for (const name of ['inputs', 'outputs'] as const) {
      const side = kept[name];
      const said = entry.members[name];
      const expected = isJsonObject(said) ? textOf(said['merkle_root']) : null;
      const actual = side === null ? null : rootOf(side.leaves.map(({ hash }) => hash));
      if (actual !== expected || (side !== null && side.merkle_root !== expected)) {
        this.#mismatch(seq, name, expected, actual);
      }
    }
    if (this.#found > before) return;
    const [expected, actual] = [entryWithoutSalts(entry), entryOfKept(kept, entry)];
    if (actual !== expected) this.#mismatch(seq, 'prepared', expected, actual);
  }

  /**
   * Evidence from before there were receipts states the hash of the secret of its salts, which is written in the one
   * form; other evidence has none.
   */
  #compareSecret(seq: number, { old_secret: secret }: EvidenceRow, entry: OtherEntry): void {
    const stated = textOf(entry.members['salts']);
    const bytes = Buffer.from(typeof secret === 'string' ? secret : '', 'base64url');
    const actual = secret === '' ? null : `sha256:${sha256(bytes)}`;
    if (actual === stated && bytes.toString('base64url') === secret) return;
    this.#mismatch(seq, 'old_secret', stated, actual);
  }

  /** The envelope must be signed by the ledger's key, over a statement about this very entry. */
  #checkEnvelope(seq: number, row: EvidenceRow, hash: string): void {
    const envelope = writtenAs(envelopeSchema, row.envelope);
    const payload = Buffer.from(envelope?.payload ?? '', 'base64');
    const isSigned =
      envelope?.signatures.some(({ sig }) =>
        verifyEnvelope(
          envelope.payloadType,
          payload,
          Buffer.from(sig, 'base64'),
          this.#keys.at(seq),
        ),
      ) === true;
    if (!isSigned || !payload.includes(`"digest":{"sha256":"${hash}"}`)) {
      this.#mismatch(seq, 'envelope', `signed, about ${hash}`, isSigned ? 'about another' : null);
    }
  }

  #mismatch(seq: number, field: string, expected: unknown, actual: unknown): void {
    const message = `The ${field} kept of the evidence in entry ${seq} does not match the entry.`;
    const values = { expected: plain(expected), actual: plain(actual) };
    const place = placeOf(seq, columnOf(field));
    const about = { seq, type: evidenceType, field, place };
    this.#report('PROJECTION_MISMATCH', message, { ...about, ...values });
  }

  #report(verdict: EntryFinding['verdict'], message: string, details: FindingDetails): void {
    this.#found += 1;
    this.#onFinding(createFinding(verdict, message, details));
  }
}

function placeOf(seq: number, column?: string): RowPlace {
  return { table: 'evidence', row: String(seq), column };
}

/** The leaves of both sides stand in one column. */
function columnOf(field: string): string {
  return field === 'inputs' || field === 'outputs' ? 'prepared' : field;
}

function expectedColumns(
  entry: OtherEntry,
  subject: string,
  hash: string,
): Record<string, JsonValue> {
  const { id, kind, session_id, dataset_id, action, inputs, previous_hash } = entry.members;
  const member = (value: JsonValue | undefined, name: string): JsonValue =>
    (isJsonObject(value) ? value[name] : undefined) ?? null;
  return {
    evidence_id: id ?? null,
    subject_id: entry.members[subject] ?? null,
    kind: kind ?? null,
    session_id: session_id ?? null,
    dataset_id: dataset_id ?? null,
    created_at: entry.createdAt,
    action: member(action, 'name'),
    method: member(action, 'method'),
    record_count: member(inputs, 'count'),
    previous_hash: previous_hash ?? null,
    hash: `sha256:${hash}`,
  };
}

/** The RFC 6962 tree head over leaf hashes, `sha256:<hex>` as they are. */
function rootOf(leaves: readonly string[]): string {
  const fold = (hashes: readonly Uint8Array[]): Uint8Array => {
    const [first] = hashes;
    if (hashes.length < 2 || first === undefined) {
      return first ?? Buffer.from(sha256(''), 'hex');
    }
    const split = 2 ** Math.floor(Math.log2(hashes.length - 1));
    return nodeHash(sha256Into, fold(hashes.slice(0, split)), fold(hashes.slice(split)));
  };
  const hashes = leaves.map((leaf) => Buffer.from(leaf.slice('sha256:'.length), 'hex'));
  return `sha256:${Buffer.from(fold(hashes)).toString('hex')}`;
}

/** The text of an entry without the hash of the secret that evidence had before there were receipts. */
function entryWithoutSalts({ members: { salts: _salts, ...members }, ...entry }: OtherEntry) {
  return otherEntry({ ...entry, members });
}

/** The text of the entry that what is kept of its evidence gives. */
function entryOfKept(kept: KeptEvidence, { seq, createdAt, members }: OtherEntry): string {
  const subject = subjectMembers[kept.kind] ?? '';
  const nameOf = (member: string) => textOf(members[member]) ?? '';
  const prepared = {
    ...kept,
    evidenceId: nameOf('id'),
    subjectId: nameOf(subject),
    sessionId: nameOf('session_id'),
    datasetId: nameOf('dataset_id'),
    values: [],
  };
  return evidenceEntryText(prepared, { seq, createdAt, previousHash: nameOf('previous_hash') });
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : `(${typeof value})`;
}
