/**
 * A second verifier of bundles, written from docs/ledger-format.md alone: it shares no code with the product, so that
 * what both say of a bundle is said twice.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { recountFigure, type CountedRecord, type Json, type Members } from './second-figure.ts';

/** Files of a bundle by their names. */
export type BundleFilesByName = ReadonlyMap<string, Buffer>;

class Refused extends Error {}

function refuse(why: string): never {
  throw new Refused(why);
}

/** Rounded once, halves away from zero. */
function taxed(subtotal: bigint, bps: bigint): bigint {
  const product = subtotal * bps;
  const magnitude = ((product < 0n ? -product : product) + 5_000n) / 10_000n;
  return product < 0n ? -magnitude : magnitude;
}

function need(holds: boolean, why: string): void {
  if (!holds) refuse(why);
}

/** Why a bundle does not hold; undefined where it does. */
export function secondVerdict(files: BundleFilesByName): string | undefined {
  try {
    new SecondRun(files).run();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

const sha = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const zero = Buffer.of(0);
const one = Buffer.of(1);

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function text(value: Json | undefined, why = 'a text is missing'): string {
  return typeof value === 'string' ? value : refuse(why);
}

function count(value: Json | undefined, least = 0): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    return refuse('a number is missing');
  }
  return value;
}

function members(value: Json | undefined, names: readonly string[], more: readonly string[] = []) {
  if (!isMembers(value)) return refuse('an object is missing');
  const has = Object.keys(value);
  need(
    names.every((name) => has.includes(name)),
    `${names.join()} are not all there`,
  );
  need(
    has.every((name) => names.includes(name) || more.includes(name)),
    'there are unknown members',
  );
  return value;
}

/** A whole number as facts hold it: beyond 2^53 − 1 as its digits. */
function wholeOf(value: Json | undefined): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value)
    ? BigInt(value)
    : refuse('a whole number is missing');
}

/** Canonical JSON (RFC 8785). */
function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join()}]`;
  const names = Object.keys(value).toSorted((left, right) => (left < right ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join()}}`;
}

/** The value of canonical bytes: what is written again as it is read has no member twice either. */
function parse(bytes: Buffer, what: string): Json {
  try {
    const read = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: Json = JSON.parse(read);
    if (canonical(value) === read) return value;
  } catch {
    // Said below.
  }
  return refuse(`${what} is not canonical JSON`);
}

function utf8(bytes: Buffer | undefined, what: string): string {
  if (bytes === undefined) return refuse(`${what} is missing`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(`${what} is not UTF-8`);
  }
}

function lines(bytes: Buffer | undefined, what: string): Buffer[] {
  if (bytes === undefined) return refuse(`${what} is missing`);
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return refuse(`the last line of ${what} does not end`);
    found.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return found;
}

function base64(value: Json | undefined): Buffer {
  const written = text(value, 'base64 is missing');
  const bytes = Buffer.from(written, 'base64');
  need(bytes.toString('base64') === written, 'base64 is not canonical');
  return bytes;
}

function hashes(values: readonly (Json | undefined)[]): Buffer[] {
  return values.map((value) => {
    const bytes = base64(value);
    need(bytes.length === 32, 'a hash has not 32 bytes');
    return bytes;
  });
}

function head(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha('');
  const [first] = leaves;
  if (leaves.length === 1 && first !== undefined) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(one, head(leaves.slice(0, split)), head(leaves.slice(split)));
}

/** RFC 9162, 2.1.3.2. */
function rootByPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  need(index < size, 'a leaf is beyond the tree');
  let [fn, sn, result] = [index, size - 1, leaf];
  for (const each of path) {
    need(sn > 0, 'a path is too long');
    if (fn % 2 === 1 || fn === sn) {
      result = sha(one, each, result);
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      result = sha(one, result, each);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  need(sn === 0, 'a path is too short');
  return result;
}

const isPower = (size: number): boolean => Number.isInteger(Math.log2(size));

/** RFC 9162, 2.1.4.2: the two heads that a proof gives; the old one is its start where it is a power of two. */
function headsByPath(old: number, next: number, path: readonly Buffer[], start: Buffer) {
  if (old === next) {
    need(path.length === 0, 'a proof between equal sizes is not empty');
    return { old: start, next: start };
  }
  const [first, ...rest] = isPower(old) ? [start, ...path] : path;
  need(path.length > 0, 'a proof is empty');
  let [fn, sn] = [old - 1, next - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr] = [first ?? start, first ?? start];
  for (const each of rest) {
    need(sn > 0, 'a proof is too long');
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [sha(one, each, fr), sha(one, each, sr)];
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      sr = sha(one, sr, each);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  need(sn === 0, 'a proof is too short');
  return { old: fr, next: sr };
}

interface Key {
  readonly text: string;
  readonly name: string;
  readonly id: Buffer;
  readonly raw: Buffer;
}

function keyOf(vkey: Json | undefined): Key {
  const written = text(vkey, 'a key is missing');
  const [name = '', id = '', material = '', ...more] = written.split('+');
  // Base64 may have a plus of its own.
  const bytes = base64([material, ...more].join('+'));
  need(/^[^\s+]+$/.test(name) && /^[0-9a-f]{8}$/.test(id), 'a key is none');
  need(bytes.length === 33 && bytes[0] === 1, 'a key is not of Ed25519');
  const own = sha(`${name}\n`, bytes).subarray(0, 4);
  need(own.toString('hex') === id, 'a key has another id');
  return { text: written, name, id: own, raw: bytes.subarray(1) };
}

const derHeader = Buffer.from('302a300506032b6570032100', 'hex');

function isSigned(key: Key, message: string, signature: Buffer): boolean {
  const der = Buffer.concat([derHeader, key.raw]);
  const object = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return signature.length === 64 && verify(null, Buffer.from(message), object, signature);
}

interface Note {
  readonly body: string;
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly signatures: readonly { readonly name: string; readonly blob: Buffer }[];
}

function signatureLine(line: string) {
  const [dash, name = '', blob, ...more] = line.split(' ');
  need(dash === '—' && /^[^\s+]+$/.test(name) && more.length === 0, 'a signature line is none');
  return { name, blob: base64(blob) };
}

function noteOf(written: string): Note {
  const split = written.indexOf('\n\n');
  need(split > 0 && written.endsWith('\n'), 'a note is none');
  const [origin = '', size = '', root, ...more] = written.slice(0, split).split('\n');
  need(more.length === 0 && /^[^\s+]+$/.test(origin), 'a note is none');
  need(/^[1-9]\d{0,15}$/.test(size) && Number.isSafeInteger(Number(size)), 'a size is none');
  const [rootBytes = zero] = hashes([root]);
  const signatures = written
    .slice(split + 2, -1)
    .split('\n')
    .map(signatureLine);
  const ids = signatures.map(({ name, blob }) => `${name} ${blob.toString('hex', 0, 4)}`);
  need(
    signatures.every(({ blob }) => blob.length >= 5),
    'a signature is too short',
  );
  need(new Set(ids).size === ids.length, 'two signatures are of one key');
  const others = signatures.slice(1).map(({ name }) => name);
  need(others.join() === others.toSorted().join(), 'cosignatures are out of order');
  const body = written.slice(0, split + 1);
  return { body, origin, size: Number(size), root: rootBytes, signatures };
}

function isSignedFirst(note: Note, key: Key): boolean {
  const [first] = note.signatures;
  return (
    first?.name === key.name &&
    first.blob.subarray(0, 4).equals(key.id) &&
    isSigned(key, note.body, first.blob.subarray(4))
  );
}

const always =
  `README.txt SHA256SUMS SHA256SUMS.note manifest.json checkpoint.note entries.ndjson payloads.ndjson
  auditor.py keys/ledger.vkey keys/ledger.pub.pem view/report.pdf`.split(/\s+/);

/** Members of each type: those it must have, those it may have; undefined where others may stand there. */
const types: Readonly<Record<string, readonly [must: string, may?: string]>> = {
  genesis: ['alg canon created_at origin seq type vkey', ''],
  record: [
    'commit created_at id model_id previous_hash seq type',
    'account_id confidence policy_id',
  ],
  intervention: [
    'action actor commit created_at id n previous_hash record_hash record_id seq type',
    'meaning signature supersedes',
  ],
  erasure: ['actor created_at legal_basis seq targets type', 'approval request_id signature'],
  clock: ['created_at observed reason seq type', ''],
  fact: ['by created_at id seq set table type', 'approval commit signature'],
  batch: ['created_at from previous root seq table to type', 'dataset_id'],
  rowerasure: [
    'actor count created_at dataset_id id legal_basis scope seq type',
    'approval commit rows signature',
  ],
  index: ['created_at records rows seq type', ''],
  keyrotate: ['created_at previous_vkey seq signatures type vkey', ''],
  model: ['card created_at id seq type'],
  evidence: ['created_at id kind seq type'],
  invoice: [
    `account_id adjustments_cents commit created_at currency due_day id issued_at month number pdf seq
     subtotal_cents tax_bps tax_cents total_cents type usage_cents usage_to`,
    '',
  ],
  invoice2: [
    `account_id amounts commit created_at credits currency due_day fees_cents id issued_at month number pdf
     pool_cents seq shares subtotal_cents tax_bps tax_cents total_cents type usage_to`,
    'taxes',
  ],
  restore: ['created_at seq type'],
  archive: ['created_at seq type'],
};

interface Entry {
  readonly members: Members;
  readonly seq: number;
  readonly type: string;
  readonly label: string;
  readonly line: Buffer;
  readonly hash: string;
  readonly leaf: Buffer;
}

function isInstant(value: Json | undefined): boolean {
  const written = text(value, 'an instant is missing');
  const time = Date.parse(written);
  return !Number.isNaN(time) && new Date(time).toISOString() === written;
}

function entryOf(line: Buffer): Entry {
  const value = parse(line, 'an entry');
  const type = isMembers(value) ? text(value['type'], 'an entry has no type') : '';
  const [, written = ''] = /^ledger\.([a-z]+)\/v1$/.exec(type) ?? [];
  const name = type === 'ledger.invoice/v2' ? 'invoice2' : written;
  const [must, may] = types[name] ?? refuse(`the type ${type} is not known`);
  const found = members(
    value,
    must.split(/\s+/),
    may === undefined ? Object.keys(Object(value)) : may.split(' '),
  );
  need(isInstant(found['created_at']), 'created_at is no instant');
  const seq = count(found['seq']);
  const { id } = found;
  const hasOwnId = name !== 'fact' && name !== 'rowerasure';
  const label = typeof id === 'string' && hasOwnId ? id : `seq-${seq}`;
  const hash = `sha256:${sha(line).toString('hex')}`;
  return { members: found, seq, type: name, label, line, hash, leaf: sha(zero, line) };
}

function checkRowErasure({ scope, rows, count: gone, actor }: Members): void {
  need(scope === 'rows' || scope === 'dataset', 'rows go by another scope');
  need((rows === undefined) === (scope === 'dataset'), 'rows are named otherwise');
  need(rows === undefined || /^([0-9a-f]{2})+$/.test(text(rows)), 'rows are not hex');
  count(gone);
  Object.values(members(actor, ['id', 'role'])).forEach((each) => text(each));
}

interface Target {
  readonly id: string;
  readonly hash: string;
  readonly fields: readonly string[];
}

function targetsOf({ members: found }: Entry): Target[] {
  const { targets } = found;
  if (!isList(targets) || targets.length === 0) return refuse('an erasure has no targets');
  return targets.map((target) => {
    const known = members(target, ['fields', 'hash', 'id']);
    const named = known['fields'];
    if (!isList(named)) return refuse('an erasure names no fields');
    return {
      id: text(known['id']),
      hash: text(known['hash']),
      fields: named.map((field) => text(field)),
    };
  });
}

interface Person {
  readonly key: Key;
  readonly role: string;
  readonly isRevoked: boolean;
}

/** What the lines of an invoice come to, in cents: canonical texts by the members of its entry. */
function lineSums(value: Json, type: string): readonly (readonly [name: string, text: string])[] {
  if (!isList(value)) return refuse('lines are none');
  const kinds: Record<string, number> = {};
  let subtotal = 0;
  for (const line of value) {
    if (!isMembers(line)) return refuse('a line of an invoice is none');
    const { kind, amount } = line;
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
      return refuse('a line of an invoice has no amount');
    }
    const of = text(kind);
    subtotal += amount;
    kinds[of] = (kinds[of] ?? 0) + amount;
  }
  const all = [['subtotal_cents', canonical(subtotal)]] as const;
  if (type === 'invoice2') {
    const amounts = Object.fromEntries(Object.entries(kinds).filter(([, sum]) => sum !== 0));
    return [...all, ['amounts', canonical(amounts)]];
  }
  const usage = Math.max(0, (kinds['usage'] ?? 0) + (kinds['late_usage'] ?? 0));
  return [
    ...all,
    ['adjustments_cents', canonical(kinds['adjustment'] ?? 0)],
    ['usage_cents', canonical(usage)],
  ];
}

/** A tree over nothing, as facts name it. */
const overNothing = { count: 0, root: `sha256:${sha('').toString('hex')}` };

class SecondRun {
  readonly #files: BundleFilesByName;
  readonly #manifest: Members;
  readonly #order: Members;
  readonly #kind: string;
  readonly #note: Note;
  readonly #size: number;
  readonly #genesis: Key;
  readonly #keys: { readonly from: number; readonly key: Key }[];
  readonly #entries: Entry[] = [];
  readonly #byLabel = new Map<string, Entry>();
  readonly #erased = new Set<string>();
  readonly #recordOf = new Map<string, string>();
  readonly #chains = new Map<string, { readonly n: number; readonly hash: string }>();
  readonly #about = { records: new Map<string, Entry[]>(), rows: new Map<string, Entry[]>() };
  readonly #holders = new Map<string, string>();
  readonly #people = new Map<string, Person>();
  /** Public keys that are or were somebody's, as hex. */
  readonly #keysEver = new Set<string>();
  /** People with facts here. */
  readonly #told = new Set<string>();
  /** Behind a restore, as long as nothing else is there than what it does again: the `seq` that would go on with that. */
  #again = -1;
  readonly #requests = new Set<string>();
  readonly #signers = new Set<string>();
  readonly #proposals = new Map<
    string,
    { readonly by: Json | undefined; readonly key: Buffer | undefined; readonly said: string }
  >();
  /** By decision: the proposal that it makes count. */
  readonly #decided = new Map<string, string>();
  readonly #batches = new Map<string, readonly [to: number, seq: number]>();

  constructor(files: BundleFilesByName) {
    this.#files = files;
    const line = utf8(files.get('manifest.json'), 'manifest.json');
    need(line.endsWith('\n'), 'the manifest does not end its line');
    const named = ['entries', 'format', 'order', 'origin', 'size', 'vkey', 'withheld'];
    this.#manifest = members(parse(Buffer.from(line.slice(0, -1)), 'the manifest'), named);
    need(this.#manifest['format'] === 'proofdesk.bundle/v2', 'the format is another');
    this.#size = count(this.#manifest['size'], 1);
    const order = this.#manifest['order'];
    this.#kind = isMembers(order) ? text(order['kind'], 'the order has no kind') : '';
    this.#order = this.#readOrder(order);
    this.#note = noteOf(utf8(files.get('checkpoint.note'), 'checkpoint.note'));
    this.#genesis = keyOf(this.#manifest['vkey']);
    this.#keys = [{ from: 0, key: this.#genesis }];
    const { origin } = this.#manifest;
    need(origin === this.#genesis.name && origin === this.#note.origin, 'the origin is another');
    need(this.#note.size === this.#size, 'the size is another');
  }

  run(): void {
    this.#checkNames();
    this.#checkSums();
    for (const line of lines(this.#files.get('entries.ndjson'), 'entries.ndjson')) {
      this.#addEntry(entryOf(line));
    }
    this.#checkWhole();
    this.#checkKeys();
    this.#checkPayloads();
    if (this.#kind === 'full') this.#checkIndexes();
    if (this.#kind !== 'full' && this.#kind !== 'range') this.#checkSubjects();
    if (this.#kind === 'payout') this.#checkPayout();
    if (this.#kind === 'figure') this.#checkFigure();
    this.#checkAnchors();
    for (const size of this.#since()) this.#checkEarlier(size);
  }

  #since(): number[] {
    const { since } = this.#order;
    return isList(since) ? since.map((each) => count(each, 1)) : [];
  }

  #readOrder(order: Json | undefined): Members {
    const own: Readonly<Record<string, readonly string[]>> = {
      full: [],
      range: ['from', 'to'],
      selection: ['record_ids'],
      payout: ['payout_id'],
      figure: ['figure_id'],
    };
    const found = members(
      order,
      ['kind', ...(own[this.#kind] ?? refuse('the kind is not known'))],
      ['since'],
    );
    if (this.#kind === 'range') {
      const [from, to] = [count(found['from'], 1), count(found['to'], 1)];
      need(from <= to && to < this.#size, 'the range is none');
    }
    if (this.#kind === 'payout') need(text(found['payout_id']) !== '', 'no payout is named');
    if (this.#kind === 'figure') need(text(found['figure_id']) !== '', 'no figure is named');
    const { record_ids: ids, since } = found;
    if (this.#kind === 'selection') {
      if (!isList(ids) || ids.length === 0) return refuse('no record is chosen');
      const chosen = ids.map((id) => text(id));
      need(new Set(chosen).size === chosen.length && !chosen.includes(''), 'a record is twice');
    }
    if (since !== undefined) {
      if (!isList(since) || since.length === 0) return refuse('since is none');
      const sizes = since.map((each) => count(each, 1));
      need(
        sizes.every((each, at) => each <= this.#size && (at === 0 || each > (sizes[at - 1] ?? 0))),
        'since is none',
      );
    }
    return found;
  }

  #checkNames(): void {
    const required = new Set([
      ...always,
      ...this.#since().map((size) => `consistency/${size}.proof`),
      ...(this.#kind !== 'full' && this.#kind !== 'range' ? ['subjects.ndjson'] : []),
      ...(this.#kind === 'payout' ? ['lines.ndjson', 'shares.ndjson'] : []),
    ]);
    for (const name of this.#files.keys()) {
      const isAnchor = /^anchors\/[1-9]\d{0,15}\.(note|proof|tsr)$/.test(name);
      const isProof = this.#kind !== 'full' && /^proofs\/[\w-]{1,96}\.tlog-proof$/.test(name);
      need(required.delete(name) || isAnchor || isProof, `${name} is no file of a bundle`);
    }
    need(required.size === 0, `${[...required].join()} are missing`);
  }

  #checkSums(): void {
    const listed = lines(this.#files.get('SHA256SUMS'), 'SHA256SUMS').map((line) => {
      const [, hash = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(utf8(line, 'sums')) ?? [];
      return [name, hash] as const;
    });
    const names = [...this.#files.keys()].filter((name) => !name.startsWith('SHA256SUMS'));
    need(listed.map(([name]) => name).join('\n') === names.toSorted().join('\n'), 'sums differ');
    for (const [name, hash] of listed) {
      const content = this.#files.get(name) ?? zero;
      need(sha(content).toString('hex') === hash, `${name} has another hash`);
    }
  }

  #addEntry(entry: Entry): void {
    const before = this.#entries.at(-1);
    const { seq, type, label, members: found } = entry;
    need(before === undefined ? seq === 0 : seq > before.seq, 'entries are out of order');
    need(
      before === undefined || text(found['created_at']) >= text(before.members['created_at']),
      'an entry is dated before the one before it',
    );
    need((seq === 0) === (type === 'genesis'), 'the genesis is elsewhere');
    need(!this.#byLabel.has(label), 'a label is twice');
    if (type === 'genesis') {
      need(found['vkey'] === this.#genesis.text, 'the genesis names another key');
      need(found['origin'] === this.#genesis.name, 'the genesis names another ledger');
      need(found['alg'] === 'sha256' && found['canon'] === 'RFC8785', 'the genesis is another');
    }
    this.#addByType(entry, before);
    this.#checkSigned(entry);
    need(this.#belongs(entry), `entry ${seq} was not ordered`);
    if (this.#kind !== 'full') this.#checkProof(entry);
    this.#entries.push(entry);
    this.#byLabel.set(label, entry);
  }

  #addByType(entry: Entry, before: Entry | undefined): void {
    switch (entry.type) {
      case 'record':
        this.#checkRecord(entry);
        break;
      case 'intervention':
        this.#addIntervention(entry);
        break;
      case 'erasure':
        this.#addErasure(entry);
        break;
      case 'fact':
        this.#addFact(entry);
        break;
      case 'batch':
        this.#addBatch(entry);
        break;
      case 'rowerasure':
        checkRowErasure(entry.members);
        break;
      case 'keyrotate':
        this.#addRotation(entry);
        break;
      case 'evidence':
        this.#checkEvidence(entry);
        break;
      case 'clock':
        this.#checkClock(entry, before);
        break;
      case 'invoice':
      case 'invoice2':
        this.#checkInvoice(entry);
        break;
      default:
        break;
    }
  }

  #checkRecord({ members: found }: Entry): void {
    const before = this.#entries.findLast(({ type }) => type === 'record' || type === 'genesis');
    const isChained =
      this.#kind === 'full' || (this.#kind === 'range' && before?.type === 'record');
    need(!isChained || found['previous_hash'] === before?.hash, 'a record links elsewhere');
  }

  #addIntervention(entry: Entry): void {
    const { members: found, label, hash } = entry;
    const record = text(found['record_id']);
    const about = this.#byLabel.get(record);
    const last = this.#chains.get(record);
    const n = count(found['n'], 1);
    need(about === undefined || found['record_hash'] === about.hash, 'a record has another hash');
    if (last !== undefined || about !== undefined) {
      const previous = last ?? { n: 0, hash: about?.hash ?? '' };
      need(n === previous.n + 1, 'an intervention is missing');
      need(found['previous_hash'] === previous.hash, 'an intervention links elsewhere');
    }
    this.#chains.set(record, { n, hash });
    this.#recordOf.set(label, record);
    this.#tell('records', record, entry);
    const signature = isMembers(found['signature']) ? found['signature'] : {};
    const by = signature['by'];
    const key = typeof by === 'string' ? this.#people.get(by)?.key.raw : undefined;
    const commit = isMembers(found['commit']) ? found['commit'] : {};
    const said = canonical([text(found['action']), record, 'outcome' in commit]);
    if (found['meaning'] === 'proposal') this.#proposals.set(label, { by, key, said });
    const proposal = this.#proposals.get(text(found['supersedes'] ?? ''));
    const decides = ['approve', 'modify', 'override', 'reverse'].includes(text(found['action']));
    if (proposal === undefined || !decides || found['meaning'] === 'proposal') return;
    need(proposal.said === said, 'a proposal is decided otherwise');
    this.#decided.set(label, text(found['supersedes']));
    need(proposal.by !== undefined && by !== undefined, 'a proposal is decided by nobody');
    const isOther = proposal.by !== by && !(proposal.key ?? zero).equals(key ?? zero);
    need(isOther, 'a proposal is decided by who made it');
  }

  #addErasure(entry: Entry): void {
    const about = { records: new Set<string>(), rows: new Set<string>() };
    for (const named of targetsOf(entry)) {
      const { id, hash, fields } = named;
      const target = this.#targetOf(named);
      need(target !== undefined || this.#kind !== 'full', 'an erasure names no entry');
      need(target === undefined || target.hash === hash, 'an erasure names another entry');
      const isOfRow = target?.type !== 'fact' || this.#subjectOf(target) === id;
      need(isOfRow, 'an erasure names another row');
      for (const field of fields) this.#erased.add(`${target?.label} ${field}`);
      if (id.startsWith('alert_') || id.startsWith('fig_')) continue;
      if (id.includes('/')) about.rows.add(id);
      else about.records.add(this.#recordOf.get(id) ?? id);
    }
    const holders = [...about.rows].flatMap((row) => this.#holders.get(row) ?? []);
    const rows = new Set([...about.rows, ...holders.map((holder) => `holders/${holder}`)]);
    for (const record of about.records) this.#tell('records', record, entry);
    for (const row of rows) this.#tell('rows', row, entry);
  }

  /** What an erasure names: a fact of a row and a step of an alert by its hash, anything else by its id. */
  #targetOf({ id, hash }: Target): Entry | undefined {
    if (id.startsWith('alert_')) {
      return this.#entries.find((each) => each.hash === hash && each.members['alert_id'] === id);
    }
    if (!id.includes('/')) return this.#byLabel.get(id);
    return this.#entries.find((each) => each.hash === hash && each.type === 'fact');
  }

  #addFact(entry: Entry): void {
    const { id, table, set } = entry.members;
    const key = typeof id === 'string' ? id : canonical(id ?? null);
    const subject = `${text(table)}/${key}`;
    need(set === null || isMembers(set), 'a fact sets nothing');
    const values = isMembers(set) ? set : {};
    this.#tell('rows', subject, entry);
    if (table === 'accruals' || table === 'payouts') {
      const holder = this.#holders.get(subject) ?? text(values['holder_id']);
      this.#holders.set(subject, holder);
      this.#tell('rows', `holders/${holder}`, entry);
    }
  }

  #checkInvoice({ members: found, type }: Entry): void {
    const cents = (name: string): bigint => {
      const value = found[name];
      return typeof value === 'number' && Number.isSafeInteger(value)
        ? BigInt(value)
        : refuse('an amount is none');
    };
    const [subtotal, tax] = [cents('subtotal_cents'), cents('tax_cents')];
    if (type === 'invoice2') this.#checkShared(found, subtotal);
    else {
      cents('usage_cents');
      cents('adjustments_cents');
    }
    const usual = cents('tax_bps');
    if (found['taxes'] === undefined) need(tax === taxed(subtotal, usual), 'the tax is another');
    else this.#checkTaxes(found['taxes'], { subtotal, tax });
    need(cents('total_cents') === subtotal + tax, 'the total is another');
  }

  /** Parts under taxes of their own, each with its tax, add up to those of the invoice. */
  #checkTaxes(
    taxes: Json,
    { subtotal, tax }: { readonly subtotal: bigint; readonly tax: bigint },
  ): void {
    if (!isList(taxes) || taxes.length === 0) return refuse('there are no taxes');
    let [base, sum] = [0n, 0n];
    for (const each of taxes) {
      const part = members(each, ['bps', 'subtotal_cents', 'tax_cents']);
      const whole = (name: string): bigint => {
        const value = part[name];
        return typeof value === 'number' && Number.isSafeInteger(value)
          ? BigInt(value)
          : refuse('an amount is none');
      };
      need(whole('tax_cents') === taxed(whole('subtotal_cents'), whole('bps')), 'a tax is another');
      base += whole('subtotal_cents');
      sum += whole('tax_cents');
    }
    need(base === subtotal && sum === tax, 'the taxes are another sum');
  }

  /** What is shared of an invoice is in the form that it must have, and its amounts add up. */
  #checkShared({ amounts, credits, shares, pool_cents: pool }: Members, subtotal: bigint): void {
    if (!isMembers(amounts)) return refuse('amounts are none');
    const sums = Object.values(amounts).map((each) => {
      need(typeof each === 'number' && Number.isSafeInteger(each) && each !== 0, 'no amount');
      return Number(each);
    });
    need(BigInt(sums.reduce((all, each) => all + each, 0)) === subtotal, 'amounts are another sum');
    const borne = members(credits, ['holders', 'platform', 'prepaid']);
    for (const each of Object.values(borne)) count(each);
    count(pool);
    const named = members(shares, ['count', 'root']);
    count(named['count']);
    need(/^sha256:[0-9a-f]{64}$/.test(text(named['root'])), 'shares have no root');
  }

  #addBatch({ members: found, seq }: Entry): void {
    const stream = `${text(found['table'])} ${text(found['dataset_id'] ?? '')}`;
    const [from, to] = [count(found['from'], 1), count(found['to'], 1)];
    const before = this.#batches.get(stream);
    need(from <= to, 'a batch is empty');
    if (this.#kind === 'full') {
      need(from === (before?.[0] ?? 0) + 1, 'a batch does not go on');
      need(found['previous'] === (before?.[1] ?? null), 'a batch does not go on');
    }
    this.#batches.set(stream, [to, seq]);
  }

  #addRotation({ members: found, seq }: Entry): void {
    const { signatures: both, ...rest } = found;
    const signatures = members(both, ['previous_vkey', 'vkey']);
    const [old, next] = [keyOf(found['previous_vkey']), keyOf(found['vkey'])];
    const isGoingOn = old.text === this.#keys.at(-1)?.key.text && next.name === old.name;
    need(
      isGoingOn && this.#keys.every(({ key }) => key.text !== next.text),
      'a key is no next one',
    );
    const signed = canonical(rest);
    const isBoth =
      isSigned(old, signed, base64(signatures['previous_vkey'])) &&
      isSigned(next, signed, base64(signatures['vkey']));
    need(isBoth, 'a change of key is not signed by both');
    this.#keys.push({ from: seq + 1, key: next });
  }

  #checkEvidence(entry: Entry): void {
    const { members: found } = entry;
    if (found['kind'] === 'alert') this.#checkAlert(found);
    if (found['kind'] === 'figure') this.#figureOf(entry);
    this.#checkPrice(found);
    this.#checkSource(found);
    const previous = found['previous_hash'];
    if (previous === undefined || this.#kind !== 'full') return;
    const before = this.#entries.findLast(
      ({ type, members: each }) =>
        type === 'genesis' || (type === 'evidence' && each['previous_hash'] !== undefined),
    );
    need(previous === before?.hash, 'evidence links elsewhere');
  }

  /** What an answer of statistics cost, found anew for each from all entries before it. */
  #checkPrice(found: Members): void {
    const names = ['grant_id', 'policy_version', 'epsilon_micro', 'spent_micro'];
    if (names.every((name) => found[name] === undefined)) return;
    need(found['kind'] === 'aggregation', 'other evidence has a price');
    const [grant, dataset] = [text(found['grant_id']), text(found['dataset_id'])];
    const [version = 0, price = 0, spent = 0] = names.slice(1).map((name) => count(found[name], 1));
    if (this.#kind !== 'full') return;
    const said = (table: string): Members[] =>
      this.#entries.flatMap(({ type, members: each }) =>
        type === 'fact' && each['table'] === table && isMembers(each['set'])
          ? [{ ...each['set'], id: each['id'] ?? null }]
          : [],
      );
    const steps = said('grants').filter(({ id }) => id === grant);
    const newest = (name: string) => steps.findLast((each) => each[name] !== undefined)?.[name];
    need(
      steps.some(({ action }) => action === 'grant'),
      'a price is of no grant',
    );
    need(
      newest('dataset_id') === dataset && newest('kind') === 'statistics',
      'a grant is of another kind or dataset',
    );
    const policy = said('policies').findLast(
      (each) => each['dataset_id'] === dataset && each['version'] === version,
    )?.['policy'];
    const asked = isMembers(policy) && isMembers(policy['statistics']) ? policy['statistics'] : {};
    need(Math.round(Number(asked['epsilon_per_answer']) * 1e6) === price, 'a price is another');
    const before = this.#entries
      .filter(({ type, members: each }) => type === 'evidence' && each['grant_id'] === grant)
      .reduce((sum, { members: each }) => sum + count(each['epsilon_micro']), 0);
    need(before + price === spent, 'a grant has spent another sum');
    need(spent <= count(newest('epsilon_micro')), 'a grant has spent more than it may');
  }

  /** Where the rows of evidence are, found anew for each from all facts before it. */
  #checkSource(found: Members): void {
    const { source, kind } = found;
    const isOfRows = kind === 'transformation' || kind === 'operation' || kind === 'aggregation';
    if (source !== undefined) {
      need(isOfRows, 'evidence of no rows says where they are');
      const told = members(source, ['kind', 'record_ids', 'snapshot_sha256']);
      need(['files', 'postgres'].includes(text(told['kind'])), 'rows are in no source');
      need(
        ['given', 'key', 'position'].includes(text(told['record_ids'])),
        'ids of rows are of no kind',
      );
      need(/^sha256:[0-9a-f]{64}$/.test(text(told['snapshot_sha256'])), 'a snapshot has no digest');
    }
    if (this.#kind !== 'full' || !isOfRows) return;
    const said = (table: string, id: unknown, name: string): unknown =>
      this.#entries
        .flatMap(({ type, members: each }) =>
          type === 'fact' && each['table'] === table && each['id'] === id && isMembers(each['set'])
            ? [each['set'][name]]
            : [],
        )
        .find((value) => value !== undefined);
    const digest = said('sessions', found['session_id'], 'source_sha256') ?? undefined;
    const told = isMembers(source) ? source : undefined;
    need(told?.['snapshot_sha256'] === digest, 'a snapshot is another');
    if (told === undefined) return;
    for (const name of ['kind', 'record_ids']) {
      need(
        told[name] === said('dataset_sources', found['dataset_id'], name),
        'a source is another',
      );
    }
  }

  #checkAlert(found: Members): void {
    const names = 'alert_id created_at id kind model_id profile_id rule_id seq state type window';
    members(found, names.split(' '), ['actor', 'commit']);
    const [alert, model, rule, state] = ['alert_id', 'model_id', 'rule_id', 'state'].map((name) =>
      text(found[name]),
    );
    text(found['profile_id']);
    const window = members(found['window'], ['from', 'to']);
    const from = window['from'] === null ? '' : text(window['from']);
    need(isInstant(window['to']) && (from === '' || isInstant(from)), 'a window is none');
    need(from <= text(window['to']), 'a window ends before it begins');
    const acts = found['actor'] !== undefined;
    if (acts) this.#actorOf(found);
    const said = `${state} ${acts ? 'acts' : ''} ${Object.keys(Object(found['commit'] ?? {}))
      .toSorted()
      .join()}`;
    const known = ['open  result', 'acknowledged acts note', 'closed  result', 'closed acts '];
    need(known.includes(said), 'a step of an alert says other things');
    if (this.#kind !== 'full') return;
    const earlier = this.#entries.filter(
      ({ type, members: each }) => type === 'evidence' && each['alert_id'] === alert,
    );
    const before = earlier.at(-1)?.members;
    const steps = [' open', 'open acknowledged', 'open closed', 'acknowledged closed'];
    const step = `${before === undefined ? '' : text(before['state'])} ${state}`;
    need(steps.includes(step), 'a step of an alert does not follow');
    need(
      before === undefined || (before['model_id'] === model && before['rule_id'] === rule),
      'a step is of another rule',
    );
  }

  #checkClock({ members: found }: Entry, before: Entry | undefined): void {
    const [created, observed] = [text(found['created_at']), text(found['observed'])];
    need(isInstant(observed) && ['ahead', 'behind'].includes(text(found['reason'])), 'no clock');
    const earliest = before === undefined ? '' : text(before.members['created_at']);
    const dated = observed > earliest ? observed : earliest;
    need(this.#kind === 'full' ? created === dated : created >= observed, 'a clock is dated else');
  }

  #checkSigned({ members: found, type, seq }: Entry): void {
    for (const name of ['signature', 'approval']) {
      if (found[name] === undefined) continue;
      this.#signers.add(text(members(found[name], ['at', 'by', 'key', 'value'])['by']));
    }
    if (type === 'restore' || (type === 'erasure' && seq === this.#again)) this.#again = seq + 1;
    if (type === 'fact' && found['table'] === 'people') this.#checkPerson(found);
    else if (['fact', 'intervention', 'erasure', 'rowerasure'].includes(type)) {
      this.#checkAct(found, type);
    }
  }

  #checkAct(found: Members, type: string): void {
    const { id } = this.#actorOf(found);
    const { signature, approval, table, request_id: request } = found;
    if (type === 'fact' && table === 'person_requests') this.#requests.add(text(found['id']));
    if (request !== undefined && this.#kind === 'full') {
      const isAgain = count(found['seq']) + 1 === this.#again;
      need(isAgain || this.#requests.has(text(request)), 'an erasure is for no request');
    }
    if (signature === undefined) {
      need(approval === undefined, 'an approval has no signature');
      const isErasure = type === 'erasure' || type === 'rowerasure';
      need(isErasure || !this.#people.has(id), 'a person has not signed');
      return;
    }
    const isReviewed =
      type === 'intervention' ||
      request !== undefined ||
      (typeof table === 'string' &&
        ['person_letters', 'profiles', 'review_policies'].includes(table));
    const roles = isReviewed
      ? ['admin', 'compliance_officer']
      : type === 'erasure'
        ? ['admin']
        : type === 'rowerasure' || (type === 'fact' && (table === 'grants' || table === 'policies'))
          ? ['data_holder']
          : undefined;
    const one = this.#judge(found, 'signature', roles);
    this.#needActor(found, 'signature');
    if (approval === undefined) return;
    const two = this.#judge(found, 'approval', roles);
    need(!one.raw.equals(two.raw), 'an approval is by who signed');
  }

  /** A fact about a person is an enrolment, another key, or a revocation. */
  #checkPerson(found: Members): void {
    const { approval, id } = found;
    const person = text(id);
    this.#told.add(person);
    const set = isMembers(found['set']) ? found['set'] : {};
    const known = this.#people.get(person);
    if (set['vkey'] === undefined) {
      this.#checkRevocation(found, person);
      if (known !== undefined) this.#people.set(person, { ...known, isRevoked: true });
      return;
    }
    const key = keyOf(set['vkey']);
    need(key.name === person, 'a key is of somebody else');
    need(!this.#keysEver.has(key.raw.toString('hex')), 'a key is somebody’s already');
    this.#keysEver.add(key.raw.toString('hex'));
    const own = members(found['signature'], ['at', 'by', 'key', 'value']);
    need(own['by'] === person, 'a new key has not signed');
    this.#hold(found, 'signature', key);
    if (known !== undefined) {
      members(set, ['vkey']);
      need(isMembers(approval) && approval['by'] === person, 'the key before has not approved');
      this.#judge(found, 'approval', undefined);
      need(this.#actorOf(found).id === person, 'another person gives a key');
      this.#people.set(person, { ...known, key });
      return;
    }
    members(set, ['vkey', 'role'], ['account_id', 'enrolled_at', 'holder_id']);
    if (approval === undefined) {
      const isPerson = this.#actorOf(found).id.startsWith('usr_');
      need(!isPerson && !this.#hasAdmin(), 'an admin has not approved');
    } else {
      this.#judge(found, 'approval', ['admin']);
      this.#needActor(found, 'approval');
    }
    this.#people.set(person, { key, role: text(set['role']), isRevoked: false });
  }

  #checkRevocation(found: Members, person: string): void {
    const { set, signature, approval, commit } = found;
    const at = isMembers(set) ? members(set, ['revoked_at'])['revoked_at'] : found['created_at'];
    need(isInstant(at), 'a revocation has no instant');
    need(approval === undefined, 'a revocation is approved');
    need(this.#kind !== 'full' || this.#people.has(person), 'nobody is revoked');
    if (signature !== undefined) {
      this.#judge(found, 'signature', undefined);
      this.#needActor(found, 'signature');
      const by = this.#actorOf(found).id;
      need(by === person || this.#people.get(by)?.role === 'admin', 'a revocation is of no admin');
      return;
    }
    const { id } = this.#actorOf(found);
    if (id !== 'clock') {
      need(id === 'operator' && !this.#hasAdmin(person), 'a revocation is not signed');
      return;
    }
    const seq = count(found['seq']);
    need(this.#kind !== 'full' || seq === this.#again, 'a revocation stands behind no restore');
    need(isMembers(set) && commit === undefined, 'a revocation says more than again');
    need(text(at) <= text(found['created_at']), 'a revocation is to come');
    this.#again = seq + 1;
  }

  #judge(found: Members, name: string, roles: readonly string[] | undefined): Key {
    const by = text(members(found[name], ['at', 'by', 'key', 'value'])['by']);
    const person = this.#people.get(by) ?? refuse('a signature is of nobody');
    this.#hold(found, name, person.key);
    need(!person.isRevoked, 'a person was revoked');
    need(roles === undefined || roles.includes(person.role), 'a role may not sign this');
    return person.key;
  }

  #hold(found: Members, name: string, key: Key): void {
    const signature = members(found[name], ['at', 'by', 'key', 'value']);
    need(isInstant(signature['at']), 'a signature has no instant');
    need(signature['key'] === key.id.toString('hex'), 'a signature is of another key');
    const message = this.#signedText(found);
    need(isSigned(key, message, base64(signature['value'])), 'a signature does not hold');
    const early = Date.parse(text(found['created_at'])) - Date.parse(text(signature['at']));
    need(early >= 0 && early <= 300_000, 'a signature is not of the time of its entry');
  }

  #needActor(found: Members, name: string): void {
    const by = isMembers(found[name]) ? text(found[name]['by']) : '';
    const { id, role } = this.#actorOf(found);
    const isActor = id === by && role === this.#people.get(by)?.role;
    need(isActor, 'a signature is of another person than acts');
  }

  #actorOf(found: Members): { readonly id: string; readonly role: string } {
    const actor = members(found['actor'] ?? found['by'], ['id', 'role']);
    return { id: text(actor['id']), role: text(actor['role']) };
  }

  #hasAdmin(besides = ''): boolean {
    return [...this.#people].some(
      ([id, { role, isRevoked }]) => role === 'admin' && !isRevoked && id !== besides,
    );
  }

  #signedText({ seq: _seq, created_at: _created, ...rest }: Members): string {
    const signed: Record<string, Json> = { ...rest, origin: this.#genesis.name };
    for (const name of ['signature', 'approval']) {
      const signature = signed[name];
      if (!isMembers(signature)) continue;
      const { value: _value, ...others } = signature;
      signed[name] = others;
    }
    return canonical(signed);
  }

  #tell(tree: 'records' | 'rows', subject: string, entry: Entry): void {
    const about = this.#about[tree];
    about.set(subject, [...(about.get(subject) ?? []), entry]);
  }

  #belongs(entry: Entry): boolean {
    const { seq, type, label, members: found } = entry;
    if (this.#kind === 'full' || type === 'genesis' || type === 'keyrotate') return true;
    if (type === 'fact' && found['table'] === 'people') return true;
    if (this.#kind === 'range') {
      const [from, to] = [count(this.#order['from']), count(this.#order['to'])];
      if (seq >= from && seq <= to) return true;
      if (type !== 'erasure') return false;
      return targetsOf(entry).some((named) => {
        const target = this.#targetOf(named);
        if (target === undefined) return false;
        const isWithin = seq > to && target.seq >= from && target.seq <= to;
        return isWithin || named.id.startsWith('people/');
      });
    }
    if (type === 'erasure') {
      return targetsOf(entry).some((named) => this.#targetOf(named) !== undefined);
    }
    if (type === 'index') return seq === this.#size - 1;
    if (this.#kind === 'payout') return this.#isOfPayout(entry);
    if (this.#kind === 'figure') return this.#isOfFigure(entry);
    if (type === 'record') return this.#chosen().includes(label);
    if (type === 'intervention') return this.#chosen().includes(text(found['record_id']));
    return false;
  }

  #subjectOf({ members: { id, table } }: Entry): string {
    return `${text(table)}/${typeof id === 'string' ? id : canonical(id ?? null)}`;
  }

  #isOfPayout({ type, members: { table, id } }: Entry): boolean {
    if (type === 'batch') return table === 'usage_events';
    if (type === 'invoice2') return true;
    if (type !== 'fact') return false;
    if (table === 'invoices' || table === 'credit_notes') return typeof id === 'string';
    if (table === 'payouts') return id === this.#order['payout_id'];
    return (table === 'accruals' && isList(id)) || (table === 'sessions' && typeof id === 'string');
  }

  /** The payout is the sum of its shares and accruals, each its holder's share less the fee, each with lines in sealed batches. */
  #checkPayout(): void {
    const firsts = new Map<string, Members>();
    for (const entry of this.#entries) {
      if (entry.type !== 'fact') continue;
      const subject = this.#subjectOf(entry);
      if (!firsts.has(subject)) firsts.set(subject, entry.members);
    }
    const valuesOf = (fact: Members | undefined): Members => {
      const set = fact?.['set'];
      return isMembers(set) ? set : {};
    };
    const payout = valuesOf(firsts.get(`payouts/${text(this.#order['payout_id'])}`));
    const accruals = [...firsts.values()].filter(({ table }) => table === 'accruals');
    const leaves: Buffer[] = [];
    const notes = [...firsts.values()].filter(({ table }) => table === 'credit_notes');
    const shared = this.#checkShares(
      payout,
      new Map(notes.map((note) => [text(note['id']), valuesOf(note)['shares']])),
    );
    const datasets = new Set<string>();
    let { amount } = shared;
    for (const accrual of accruals) {
      const { holder_id: holder, gross, fee, net } = valuesOf(accrual);
      const { id } = accrual;
      if (!isList(id) || id.length !== 2) return refuse('an accrual has no key');
      const whole = wholeOf(net);
      need(holder === payout['holder_id'], 'an accrual is of another holder');
      need(wholeOf(gross) - wholeOf(fee) === whole, 'an accrual is not the share less the fee');
      const told = whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : String(whole);
      leaves.push(sha(zero, canonical(['accruals', ...id, told])));
      datasets.add(text(id[1]));
      amount += whole;
    }
    const root = `sha256:${head(leaves).toString('hex')}`;
    const named = canonical(payout['accruals'] ?? overNothing);
    need(named === canonical({ count: leaves.length, root }), 'the payout names other accruals');
    const tax = payout['tax'] === undefined ? 0n : wholeOf(payout['tax']);
    need(wholeOf(payout['amount']) === amount + tax, 'the payout is another sum');
    this.#checkLines(payout, { accrued: datasets, shared: shared.datasets }, firsts);
  }

  /** Each share stands in the tree that a paid invoice or a credit note names, and they are those that the payout names. */
  #checkShares(
    payout: Members,
    notes: ReadonlyMap<string, Json | undefined>,
  ): { amount: bigint; datasets: Set<string> } {
    const invoices = new Map(
      this.#entries
        .filter(({ type }) => type === 'invoice2')
        .map(({ label, members: { shares } }) => [label, members(shares, ['count', 'root'])]),
    );
    for (const [id, shares] of notes) invoices.set(id, members(shares, ['count', 'root']));
    const paid = new Set(
      this.#entries
        .filter(({ type, members: { table, set } }) => {
          return (
            type === 'fact' && table === 'invoices' && isMembers(set) && set['status'] === 'PAID'
          );
        })
        .map(({ members: { id } }) => text(id)),
    );
    const open = new Set(invoices.keys());
    const datasets = new Set<string>();
    const leaves: Buffer[] = [];
    let amount = 0n;
    for (const line of lines(this.#files.get('shares.ndjson'), 'shares.ndjson')) {
      const shown = members(parse(line, 'a share'), ['document', 'index', 'line', 'path']);
      const { line: told, path } = shown;
      if (!isList(told) || !isList(path)) return refuse('a share is none');
      const document = text(shown['document']);
      const named = invoices.get(document) ?? refuse('a share is of another invoice');
      need(paid.has(document) || notes.has(document), 'a share is of no paid invoice');
      const at = count(shown['index']);
      const [table, of, n, , dataset, holder, gross, fee, net] = told;
      need(told.length === 9 && table === 'shares' && of === document, 'a share is else');
      need(n === at + 1 && holder === payout['holder_id'], 'a share is of somebody else');
      need(wholeOf(gross) - wholeOf(fee) === wholeOf(net), 'a share is not less the fee');
      const leaf = sha(zero, canonical(told));
      const root = rootByPath(leaf, at, count(named['count']), hashes(path));
      need(`sha256:${root.toString('hex')}` === named['root'], 'a share is not in its invoice');
      leaves.push(leaf);
      amount += wholeOf(net);
      // What a note takes back was used, and paid for, before.
      if (!notes.has(document)) datasets.add(text(dataset));
      open.delete(document);
    }
    const told = { count: leaves.length, root: `sha256:${head(leaves).toString('hex')}` };
    need(canonical(payout['shares'] ?? overNothing) === canonical(told), 'other shares are named');
    need(open.size === 0, 'an invoice has no share here');
    return { amount, datasets };
  }

  #checkLines(
    { holder_id: holder, lines: paid }: Members,
    { accrued, shared }: Readonly<Record<'accrued' | 'shared', ReadonlySet<string>>>,
    firsts: ReadonlyMap<string, Members>,
  ): void {
    const batches = new Map(
      this.#entries.filter(({ type }) => type === 'batch').map((each) => [each.seq, each.members]),
    );
    const open = {
      batches: new Set(batches.keys()),
      sessions: new Set([...firsts.keys()].filter((each) => each.startsWith('sessions/'))),
      datasets: new Set([...accrued, ...shared]),
    };
    const leaves: Buffer[] = [];
    let last = 0;
    for (const line of lines(this.#files.get('lines.ndjson'), 'lines.ndjson')) {
      const shown = members(parse(line, 'a line'), ['batch', 'index', 'line', 'path']);
      const { line: told, path } = shown;
      if (!isList(told) || !isList(path)) return refuse('a line is none');
      const seq = count(shown['batch']);
      const batch = batches.get(seq) ?? refuse('a line is of another batch');
      const at = count(shown['index']);
      const number = count(told[1], 1);
      const [from, to] = [count(batch['from']), count(batch['to'])];
      need(told[0] === 'usage_events' && number === from + at && number > last, 'a line is else');
      const session = `sessions/${text(told[3])}`;
      const set = firsts.get(session)?.['set'];
      const values = isMembers(set) ? set : {};
      const dataset = text(values['dataset_id']);
      const isAccrued = accrued.has(dataset) && values['holder_id'] === holder;
      need(isAccrued || shared.has(dataset), 'a line is of no dataset here');
      const leaf = sha(zero, canonical(told));
      const root = rootByPath(leaf, at, to - from + 1, hashes(path));
      leaves.push(leaf);
      need(`sha256:${root.toString('hex')}` === batch['root'], 'a line is not in its batch');
      last = number;
      open.batches.delete(seq);
      open.sessions.delete(session);
      open.datasets.delete(dataset);
    }
    const told = canonical({
      count: leaves.length,
      root: `sha256:${head(leaves).toString('hex')}`,
    });
    need(canonical(paid ?? null) === told, 'the payout names other lines');
    need(open.batches.size + open.sessions.size + open.datasets.size === 0, 'a line is missing');
  }

  /** Records before the figure, interventions on them, profiles, and the figure itself. */
  #isOfFigure({ type, label, members: { table, id, kind, record_id: record } }: Entry): boolean {
    if (type === 'record') return !this.#byLabel.has(text(this.#order['figure_id']));
    if (type === 'intervention') return this.#byLabel.get(text(record))?.type === 'record';
    if (type === 'fact') return table === 'profiles' && typeof id === 'string';
    return type === 'evidence' && kind === 'figure' && label === this.#order['figure_id'];
  }

  /** The records are those that the figure names, and come to its counts. */
  #checkFigure(): void {
    const entry = this.#byLabel.get(text(this.#order['figure_id'])) ?? refuse('no figure is here');
    const figure = this.#figureOf(entry);
    const records = this.#entries.filter(({ type }) => type === 'record');
    const ids = head(records.map(({ label }) => sha(zero, label)));
    need(figure['count'] === records.length, 'a figure counts other records');
    need(figure['ids_root'] === `sha256:${ids.toString('hex')}`, 'a figure is of other records');
    const profiles = this.#entries.filter(({ members: { table } }) => table === 'profiles');
    const [profile] = profiles;
    const set = members(profile?.members['set'], ['model_id', 'document'], ['created_at']);
    need(
      profiles.length === 1 && profile?.members['id'] === figure['profile_id'],
      'a figure is by another profile',
    );
    const isOfModel = (each: Members) => each['model_id'] === figure['model_id'];
    need(isOfModel(set) && records.every((each) => isOfModel(each.members)), 'a model is another');
    const shown = this.#shownValues();
    const { result } = shown.get(entry.label) ?? {};
    const isGone = (field: string) => this.#erased.has(`${entry.label} ${field}`);
    const hasWhere = shown.get(entry.label)?.['where'] !== undefined || isGone('where');
    need(hasWhere, 'a figure does not show its filter');
    if (isGone('result')) return;
    if (!isMembers(result)) return refuse('a figure does not show its counts');
    recountFigure(
      {
        measure: text(figure['measure']),
        basis: text(figure['basis']),
        profile: isMembers(set['document']) ? set['document'] : {},
        result,
        records: records.map((each) => this.#countedRecord(each, entry.seq, shown)),
        outcomeOf: (id) => shown.get(id)?.['outcome'],
      },
      { canonical, need },
    );
  }

  /** The members of a figure, each of its form. */
  #figureOf({ seq, members: found }: Entry): Members {
    const named = `actor basis commit count created_at id ids_root kind ledger_size measure model_id
      profile_id seq type`.split(/\s+/);
    const figure = members(found, named);
    members(figure['commit'], ['result', 'where']);
    const actor = members(figure['actor'], ['id', 'role']);
    for (const each of [actor['id'], actor['role'], figure['model_id'], figure['profile_id']])
      text(each);
    count(figure['count']);
    need(/^sha256:[0-9a-f]{64}$/.test(text(figure['ids_root'])), 'a figure has no root');
    need(['model', 'effect'].includes(text(figure['basis'])), 'a basis is not known');
    const measures = ['outcomes', 'groups', 'changes', 'confidence', 'drift'];
    need(measures.includes(text(figure['measure'])), 'a measure is not known');
    need(figure['ledger_size'] === seq, 'a figure is over other entries');
    return figure;
  }

  #shownValues(): Map<string, Members> {
    const shown = new Map<string, Members>();
    for (const line of lines(this.#files.get('payloads.ndjson'), 'payloads.ndjson')) {
      const {
        id,
        field,
        value = null,
      } = members(parse(line, 'a payload'), ['field', 'id', 'salt', 'value']);
      shown.set(text(id), { ...shown.get(text(id)), [text(field)]: value });
    }
    return shown;
  }

  #countedRecord(
    { label, members: found }: Entry,
    size: number,
    shown: ReadonlyMap<string, Members>,
  ): CountedRecord {
    const steps = (this.#about.records.get(label) ?? []).filter(
      ({ type, seq }) => type === 'intervention' && seq < size,
    );
    const taken = this.#entries
      .filter(({ type, seq }) => type === 'erasure' && seq >= size)
      .flatMap(targetsOf)
      .flatMap(({ id, fields }) => {
        if (id === label) return fields;
        const isOfStep = steps.some((step) => step.label === id) && fields.includes('outcome');
        return isOfStep ? ['effect'] : [];
      });
    const clear = ['id', 'created_at', 'confidence', 'policy_id'].flatMap((name) =>
      found[name] === undefined ? [] : [[name, found[name]] as const],
    );
    return {
      members: { ...shown.get(label), ...Object.fromEntries(clear) },
      taken: new Set(taken),
      steps: steps.map(({ label: id, members: step }) => ({
        id,
        action: text(step['action']),
        meaning: step['meaning'],
        supersedes: step['supersedes'],
      })),
    };
  }

  #chosen(): string[] {
    if (this.#kind === 'figure') {
      return this.#entries.filter(({ type }) => type === 'record').map(({ label }) => label);
    }
    const { record_ids: ids } = this.#order;
    return isList(ids) ? ids.map((id) => text(id)) : [];
  }

  #checkProof({ label, seq, leaf }: Entry): void {
    const written = utf8(this.#files.get(`proofs/${label}.tlog-proof`), `the proof of ${label}`);
    const split = written.indexOf('\n\n');
    const [format, index, ...path] = written.slice(0, split).split('\n');
    need(format === 'c2sp.org/tlog-proof@v1' && index === `index ${seq}`, 'a proof is another');
    const note = utf8(this.#files.get('checkpoint.note'), 'checkpoint.note');
    need(written.slice(split + 2) === note, 'a proof has another checkpoint');
    const root = rootByPath(leaf, seq, this.#size, hashes(path));
    need(root.equals(this.#note.root), 'a proof leads elsewhere');
  }

  #checkWhole(): void {
    const seqs = this.#entries.map(({ seq }) => seq);
    need(this.#manifest['entries'] === seqs.length, 'the number of entries is another');
    const proofs = [...this.#files.keys()].filter((name) => name.startsWith('proofs/'));
    need(this.#kind === 'full' || proofs.length === seqs.length, 'a proof is of no entry');
    if (this.#kind === 'full') {
      need(seqs.length === this.#size, 'entries are missing');
      const root = head(this.#entries.map(({ leaf }) => leaf));
      need(root.equals(this.#note.root), 'the root is another');
    }
    if (this.#kind === 'range') {
      const [from, to] = [count(this.#order['from']), count(this.#order['to'])];
      const within = seqs.filter((seq) => seq >= from && seq <= to);
      need(within.length === to - from + 1, 'the range has holes');
    }
    if (this.#kind === 'payout' || this.#kind === 'figure') {
      for (const person of this.#told) {
        need(this.#signers.has(person), 'somebody signed nothing here');
      }
    }
    if (this.#kind === 'selection') {
      const records = this.#entries.filter(({ type }) => type === 'record');
      const labels = records.map(({ label }) => label);
      need(labels.join() === this.#chosen().join(), 'chosen records are missing');
      for (const person of this.#told) {
        need(this.#signers.has(person), 'somebody signed nothing here');
      }
    }
  }

  #keyAt(size: number): Key {
    return this.#keys.findLast(({ from }) => from <= size)?.key ?? this.#genesis;
  }

  #checkKeys(): void {
    const key = this.#keyAt(this.#size);
    const vkey = utf8(this.#files.get('keys/ledger.vkey'), 'keys/ledger.vkey');
    need(vkey === `${key.text}\n`, 'the key is another');
    const der = Buffer.concat([derHeader, key.raw]).toString('base64');
    const pem = `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
    need(utf8(this.#files.get('keys/ledger.pub.pem'), 'the PEM') === pem, 'the PEM is another');
    need(isSignedFirst(this.#note, key), 'the checkpoint is not signed');
    const digest = sha(this.#files.get('SHA256SUMS') ?? zero).toString('hex');
    const body = `proofdesk.bundle/v2\n${key.name}\n${this.#size}\n${digest}\n`;
    const note = utf8(this.#files.get('SHA256SUMS.note'), 'SHA256SUMS.note');
    need(note.startsWith(`${body}\n`) && note.endsWith('\n'), 'the sums are signed for else');
    const { name, blob } = signatureLine(note.slice(body.length + 1, -1));
    const isOwn = name === key.name && blob.subarray(0, 4).equals(key.id);
    need(isOwn && isSigned(key, body, blob.subarray(4)), 'the sums are not signed');
  }

  #checkPayloads(): void {
    const open = new Map<string, string>();
    for (const { label, members: found } of this.#entries) {
      const commit = found['commit'] ?? {};
      if (!isMembers(commit)) return refuse('commit is no object');
      for (const [field, hash] of Object.entries(commit)) open.set(`${label} ${field}`, text(hash));
    }
    const outcomes = new Map<string, string>();
    let before: readonly [seq: number, field: string] = [-1, ''];
    for (const line of lines(this.#files.get('payloads.ndjson'), 'payloads.ndjson')) {
      const payload = members(parse(line, 'a payload'), ['field', 'id', 'salt', 'value']);
      const [id, field] = [text(payload['id']), text(payload['field'])];
      const preimage = ['ledger.field/v1', text(payload['salt']), field, payload['value'] ?? null];
      const hash = `sha256:${sha(canonical(preimage)).toString('hex')}`;
      need(open.get(`${id} ${field}`) === hash, 'a value is another');
      need(!this.#erased.has(`${id} ${field}`), 'an erased value is here');
      open.delete(`${id} ${field}`);
      const invoice = this.#byLabel.get(id);
      if (field === 'lines' && invoice?.type.startsWith('invoice') === true) {
        for (const [name, sum] of lineSums(payload['value'] ?? null, invoice.type)) {
          const told = canonical(invoice.members[name] ?? null);
          need(told === sum, 'the lines come to something else');
        }
      }
      if (field === 'outcome') {
        const outcome = canonical(payload['value'] ?? null);
        outcomes.set(id, outcome);
        const proposed = outcomes.get(this.#decided.get(id) ?? id);
        need(proposed === undefined || proposed === outcome, 'a proposal is decided otherwise');
      }
      const seq = this.#byLabel.get(id)?.seq ?? -1;
      need(seq > before[0] || (seq === before[0] && field > before[1]), 'values are out of order');
      before = [seq, field];
    }
    this.#checkWithheld(open);
  }

  #checkWithheld(open: Map<string, string>): void {
    const { withheld } = this.#manifest;
    if (!isList(withheld)) return refuse('withheld is no list');
    const named = withheld.map((each) => {
      const { field, id } = members(each, ['field', 'id']);
      return `${text(id)}\n${text(field)}`;
    });
    need(
      named.every((each, at) => at === 0 || each > (named[at - 1] ?? '')),
      'withheld is unordered',
    );
    for (const each of named) {
      const label = each.replace('\n', ' ');
      need(open.delete(label) && !this.#erased.has(label), 'something is not withheld');
    }
    for (const each of open.keys()) need(this.#erased.has(each), `${each} is missing`);
  }

  #checkIndexes(): void {
    for (const { seq, members: found } of this.#entries.filter(({ type }) => type === 'index')) {
      for (const tree of ['records', 'rows'] as const) {
        const told: [key: string, line: string][] = [];
        for (const [subject, about] of this.#about[tree]) {
          const leaves = about.filter((each) => each.seq < seq).map(({ leaf }) => leaf);
          if (leaves.length === 0) continue;
          const key = sha(`ledger.subject/v1\n${subject}`).toString('hex');
          const root = `sha256:${head(leaves).toString('hex')}`;
          told.push([key, canonical(['ledger.subject/v1', key, leaves.length, root])]);
        }
        const sorted = told.toSorted(([left], [right]) => (left < right ? -1 : 1));
        const root = head(sorted.map(([, line]) => sha(zero, line))).toString('hex');
        const expected = canonical({ count: sorted.length, root: `sha256:${root}` });
        need(canonical(found[tree] ?? null) === expected, 'an index is false');
      }
    }
  }

  #checkSubjects(): void {
    const last = this.#entries.at(-1);
    if (last?.type !== 'index' || last.seq !== this.#size - 1) return refuse('there is no index');
    const isWhole = (each: Entry) =>
      this.#kind === 'payout'
        ? this.#isOfPayout(each)
        : this.#kind === 'figure' && each.members['table'] === 'profiles';
    const facts = this.#entries
      .filter((each) => each.type === 'fact' && isWhole(each))
      .map((each) => this.#subjectOf(each));
    const signers = [...this.#signers].map((person) => `people/${person}`);
    const people = [...new Set([...signers, ...facts])].toSorted();
    const wanted = [
      ...this.#chosen().map((id) => ['records', id] as const),
      ...people.map((id) => ['rows', id] as const),
    ];
    const told = lines(this.#files.get('subjects.ndjson'), 'subjects.ndjson');
    need(told.length === wanted.length, 'subjects are missing, or too many');
    for (const [at, [tree, id]] of wanted.entries()) {
      const line = parse(told[at] ?? zero, 'a subject');
      const index = members(last.members[tree], ['count', 'root']);
      this.#checkSubject(isMembers(line) ? line : refuse('a subject is none'), id, tree, index);
    }
  }

  #checkSubject(line: Members, id: string, tree: 'records' | 'rows', index: Members): void {
    need(line['id'] === id, 'a subject is another');
    const size = count(index['count']);
    const root = text(index['root']);
    const leafOf = (shown: Json | undefined) => {
      const leaf = members(shown, ['index', 'line', 'path']);
      const { path } = leaf;
      if (!isList(path)) return refuse('a path is none');
      const written = Buffer.from(text(leaf['line']));
      const at = count(leaf['index']);
      const found = rootByPath(sha(zero, written), at, size, hashes(path));
      need(`sha256:${found.toString('hex')}` === root, 'a subject is not in the index');
      const parts = parse(written, 'a leaf');
      if (!isList(parts) || parts[0] !== 'ledger.subject/v1') return refuse('a leaf is none');
      return { at, key: text(parts[1]), count: parts[2], root: parts[3] };
    };
    const key = sha(`ledger.subject/v1\n${id}`).toString('hex');
    const about = this.#about[tree].get(id) ?? [];
    if ('line' in line) {
      const { id: _id, ...leaf } = line;
      const found = leafOf(leaf);
      const here = `sha256:${head(about.map((each) => each.leaf)).toString('hex')}`;
      need(found.key === key, 'a leaf is of another subject');
      need(found.count === about.length && found.root === here, 'something is left out');
      return;
    }
    const { left, right } = members(line, ['id'], ['left', 'right']);
    const [first, last] = [
      left === undefined ? undefined : leafOf(left),
      right === undefined ? undefined : leafOf(right),
    ];
    need(first === undefined || first.key < key, 'a left neighbour is not left');
    need(last === undefined || last.key > key, 'a right neighbour is not right');
    need((first === undefined ? 0 : first.at + 1) === (last?.at ?? size), 'there is a gap');
    need(about.length === 0, 'something is about it');
  }

  #checkAnchors(): void {
    const names = [...this.#files.keys()].filter((name) => name.startsWith('anchors/'));
    for (const name of names) {
      const base = name.replace(/\.\w+$/, '');
      const written = utf8(this.#files.get(`${base}.note`), `${base}.note`);
      if (!name.endsWith('.note')) continue;
      const note = noteOf(written);
      need(base === `anchors/${note.size}` && note.size <= this.#size, 'an anchor is misnamed');
      need(note.origin === this.#genesis.name, 'an anchor is of another ledger');
      need(isSignedFirst(note, this.#keyAt(note.size)), 'an anchor is not signed');
      const path = this.#path(`${base}.proof`);
      const heads = headsByPath(note.size, this.#size, path, note.root);
      need(heads.old.equals(note.root) && heads.next.equals(this.#note.root), 'an anchor differs');
      const stamp = this.#files.get(`${base}.tsr`);
      const stamped = `${written.split('\n').slice(0, 5).join('\n')}\n`;
      need(stamp === undefined || stamp.includes(sha(stamped)), 'a time stamp is of else');
    }
  }

  #checkEarlier(size: number): void {
    const [root = zero, ...path] = this.#path(`consistency/${size}.proof`);
    const leaves = this.#entries.map(({ leaf }) => leaf);
    const isKnown = this.#kind === 'full';
    need(!isKnown || root.equals(head(leaves.slice(0, size))), 'an earlier state is another');
    const heads = headsByPath(size, this.#size, path, root);
    need(heads.old.equals(root) && heads.next.equals(this.#note.root), 'a proof leads elsewhere');
  }

  #path(name: string): Buffer[] {
    return hashes(lines(this.#files.get(name), name).map((line) => utf8(line, name)));
  }
}
