/** Ways to alter a bundle so that it says something else, or says it in another form: none of them may be accepted. */
import { sha256 } from '../../ledger/sha256.ts';
import type { LedgerKey } from '../../ledger/ledger-key.ts';
import { sumsBody } from '../bundle-format.ts';

export type Files = ReadonlyMap<string, Buffer>;

/** Treatment of the sums: left as they were, made anew with their note, or the note alone made anew. */
export type Sums = 'left' | 'anew' | 'note';

export interface Mutation {
  /** In words, the same for alike mutations of several lines. */
  readonly kind: string;
  /** Undefined where it cannot be done to this bundle. */
  readonly files: Files;
  readonly sums: Sums;
}

type Text = (text: string) => string;

/** Files that are for reading: nothing but the sums says what stands in them. */
const forReading = new Set(['README.txt', 'auditor.py', 'view/report.pdf']);
const sumFiles = new Set(['SHA256SUMS', 'SHA256SUMS.note']);

/** Every mutation of a bundle, in an order that mixes the kinds little; the sums are not made yet. */
export function* mutationsOf(files: Files): Generator<Mutation> {
  for (const name of files.keys()) yield* ofFile(files, name);
  for (const name of files.keys()) if (name.endsWith('.ndjson')) yield* ofLines(files, name);
  yield* ofManifest(files);
  for (const name of files.keys()) if (name.endsWith('.note')) yield* ofNote(files, name);
  for (const name of files.keys()) yield* ofProof(files, name);
  yield* ofKeys(files);
  yield* ofSums(files);
  yield* ofNames(files);
}

/** The bundle with the sums that a mutation asks for. */
export function withSums({ files, sums }: Mutation, key: LedgerKey): Files {
  if (sums === 'left') return files;
  const made = new Map(files);
  if (sums === 'anew') {
    const names = [...made.keys()].filter((name) => !sumFiles.has(name)).toSorted();
    const lines = names.map((name) => `${sha256(made.get(name) ?? '')}  ${name}\n`);
    made.set('SHA256SUMS', Buffer.from(lines.join('')));
  }
  const size = /\n(\d+)\n/.exec(textOf(files, 'checkpoint.note'))?.[1] ?? '1';
  const digest = sha256(made.get('SHA256SUMS') ?? '');
  const body = sumsBody({ origin: key.origin, size: Number(size), digest });
  made.set('SHA256SUMS.note', Buffer.from(key.signSums(body)));
  return made;
}

const familyOf = (name: string): string =>
  name
    .replace(/^proofs\/.*/, 'a proof')
    .replace(/^(anchors|consistency)\/\d+/, '$1/n')
    .replace(/\d{5,}/, 'n');

export function textOf(files: Files, name: string): string {
  return (files.get(name) ?? Buffer.alloc(0)).toString('utf8');
}

function put(files: Files, name: string, content: Buffer | string): Files {
  return new Map([...files, [name, Buffer.from(content)]]);
}

function without(files: Files, name: string): Files {
  return new Map([...files].filter(([each]) => each !== name));
}

function* ofFile(files: Files, name: string): Generator<Mutation> {
  const bytes = files.get(name) ?? Buffer.alloc(0);
  const family = familyOf(name);
  const sums: Sums = name === 'SHA256SUMS' ? 'note' : name === 'SHA256SUMS.note' ? 'left' : 'anew';
  yield { kind: `${family}: dropped`, files: without(files, name), sums };
  const middle = Math.floor(bytes.length / 2);
  const flipped = Buffer.from(bytes);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const contents: [string, Buffer | string][] = [
    ['a byte more', Buffer.concat([bytes, Buffer.from('x')])],
    ['a line feed more', Buffer.concat([bytes, Buffer.from('\n')])],
    ['a byte less', bytes.subarray(0, -1)],
    ['with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), bytes])],
    ['with CRLF', bytes.toString('latin1').replaceAll('\n', '\r\n')],
    ['emptied', ''],
    ['with a byte that is not UTF-8', Buffer.concat([Buffer.of(0xff), bytes])],
    ['with a bit flipped', flipped],
  ];
  for (const [what, content] of contents) {
    const made = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    if (made.equals(bytes)) continue;
    const isReading = forReading.has(name);
    yield {
      kind: `${family}: ${what}`,
      files: put(files, name, made),
      sums: isReading ? 'left' : sums,
    };
  }
}

function linesOf(files: Files, name: string): string[] {
  return textOf(files, name).split('\n').slice(0, -1);
}

function putLines(files: Files, name: string, lines: readonly string[]): Files {
  return put(files, name, lines.map((line) => `${line}\n`).join(''));
}

function* ofLines(files: Files, name: string): Generator<Mutation> {
  const lines = linesOf(files, name);
  const altered = (what: string, made: readonly string[]): Mutation => ({
    kind: `${name}: ${what}`,
    files: putLines(files, name, made),
    sums: 'anew',
  });
  for (const [at, line] of lines.entries()) {
    yield altered('a line dropped', lines.toSpliced(at, 1));
    yield altered('a line twice', lines.toSpliced(at, 0, line));
    yield altered('an empty line', lines.toSpliced(at, 0, ''));
    const next = lines[at + 1];
    if (next !== undefined && next !== line) {
      yield altered('two lines exchanged', lines.toSpliced(at, 2, next, line));
    }
    for (const [what, made] of formsOf(line)) yield altered(what, lines.toSpliced(at, 1, made));
    for (const [what, made] of changesOf(line)) {
      yield altered(what, lines.toSpliced(at, 1, made));
    }
  }
  yield* lessAnEntry(files, name);
}

/** An entry goes, and with it all that would tell: its proof, its values, its place in the count. */
function* lessAnEntry(files: Files, name: string): Generator<Mutation> {
  if (name !== 'entries.ndjson') return;
  const lines = linesOf(files, name);
  for (const [at, line] of lines.entries()) {
    const { id, seq, type }: { id?: unknown; seq: number; type: string } = JSON.parse(line);
    const label = typeof id === 'string' && !type.includes('.fact/') ? id : `seq-${seq}`;
    const manifest = textOf(files, 'manifest.json');
    const fewer = put(
      files,
      'manifest.json',
      manifest.replace(/"entries":\d+/, `"entries":${lines.length - 1}`),
    );
    const payloads = linesOf(files, 'payloads.ndjson').filter(
      (each) => !each.includes(`"id":"${label}"`),
    );
    const proofless = without(
      putLines(fewer, 'payloads.ndjson', payloads),
      `proofs/${label}.tlog-proof`,
    );
    yield {
      kind: `an entry left out with all that tells of it: ${type}`,
      files: putLines(proofless, name, lines.toSpliced(at, 1)),
      sums: 'anew',
    };
  }
}

/** Other forms of the same JSON. */
function* formsOf(line: string): Generator<[string, string]> {
  yield ['white space in a line', line.replace(',"', ', "')];
  yield ['white space before a line', ` ${line}`];
  yield ['a line with CR', `${line}\r`];
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value);
  if (members.length > 1) {
    yield ['members in another order', JSON.stringify(Object.fromEntries(members.toReversed()))];
  }
  const [first] = members;
  if (first !== undefined) {
    const twice = JSON.stringify(Object.fromEntries([first])).slice(1, -1);
    yield ['a member twice', `{${twice},${line.slice(1)}`];
  }
  const escaped = line.replace(/(?<=":")[a-z]/, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
  if (escaped !== line) yield ['an escape that need not be', escaped];
  const number = line.replace(/(?<=":)\d+(?=[,}])/, (digits) => `${digits}.0`);
  if (number !== line) yield ['a number in another form', number];
}

/** Each member altered and dropped, and one more. */
function* changesOf(line: string): Generator<[string, string]> {
  const value: Record<string, unknown> = JSON.parse(line);
  const sorted = (members: Record<string, unknown>) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
  for (const [name, member] of Object.entries(value)) {
    yield [`the member ${name} altered`, sorted({ ...value, [name]: otherThan(member) })];
    const { [name]: _dropped, ...rest } = value;
    yield [`the member ${name} dropped`, sorted(rest)];
    yield [`the member ${name} null`, sorted({ ...value, [name]: null })];
  }
  yield ['a member more', sorted({ ...value, zz: 1 })];
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return otherText(value);
  if (Array.isArray(value)) return value.length === 0 ? ['x'] : value.slice(1);
  if (value === null) return 1;
  const [first] = Object.entries(Object(value));
  if (first === undefined) return { x: 1 };
  return { ...Object(value), [first[0]]: otherThan(first[1]) };
}

/** Another text of the same length: its last letter or digit is another. */
function otherText(text: string): string {
  return text.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (last) => (last === '0' ? '1' : '0')) ===
    text
    ? `${text}0`
    : text.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (last) => (last === '0' ? '1' : '0'));
}

function* ofManifest(files: Files): Generator<Mutation> {
  const line = textOf(files, 'manifest.json').slice(0, -1);
  const whole = (what: string, text: string): Mutation => ({
    kind: `manifest: ${what}`,
    files: put(files, 'manifest.json', `${text}\n`),
    sums: 'anew',
  });
  for (const [what, made] of [...formsOf(line), ...changesOf(line)]) yield whole(what, made);
  const manifest: Record<string, unknown> & { order: Record<string, unknown>; size: number } =
    JSON.parse(line);
  const ordered = (order: object) =>
    line.replace(JSON.stringify(manifest.order), JSON.stringify(order));
  for (const [what, made] of changesOf(JSON.stringify(manifest.order))) {
    yield whole(`order: ${what}`, ordered(JSON.parse(made)));
  }
  const { size } = manifest;
  const orders: object[] = [
    { kind: 'full' },
    { from: 1, kind: 'range', to: size - 1 },
    { from: 1, kind: 'range', to: 1 },
    { kind: 'selection', record_ids: ['rec_00000000000000000000000000'] },
    { kind: 'payout', payout_id: 'payout_1' },
    { figure_id: 'fig_1', kind: 'figure' },
    { kind: 'all' },
  ];
  for (const order of orders) {
    if (JSON.stringify(order) === JSON.stringify(manifest.order)) continue;
    yield whole(`another order, ${JSON.stringify(order).slice(0, 20)}`, ordered(order));
  }
  for (const since of [[], [0], [size + 1], [2, 1], [1, 1], ['1'], 1, [3]]) {
    yield whole(`since ${JSON.stringify(since)}`, ordered({ ...manifest.order, since }));
  }
  for (const format of ['proofdesk.bundle/v1', 'proofdesk.bundle/v3']) {
    yield whole(`format ${format}`, line.replace('proofdesk.bundle/v2', format));
  }
  const withheld = (first: string) =>
    line.replace(/"withheld":\[(.)/, (_, next: string) =>
      [`"withheld":[${first}`, next].join(next === ']' ? '' : ','),
    );
  yield whole('withheld that is not', withheld('{"field":"input","id":"rec_1"}'));
  yield whole('withheld of no form', withheld('"input"'));
}

function* ofNote(files: Files, name: string): Generator<Mutation> {
  const note = textOf(files, name);
  const lines = note.split('\n');
  const sums: Sums = name === 'SHA256SUMS.note' ? 'left' : 'anew';
  const made = (what: string, text: string): Mutation => ({
    kind: `${familyOf(name)}: ${what}`,
    // Proofs end with the checkpoint, so that it is altered in them as well.
    files: put(name === 'checkpoint.note' ? noteInProofs(files, note, text) : files, name, text),
    sums,
  });
  for (const [at, line] of lines.entries()) {
    const what = `line ${Math.min(at + 1, 5)}`;
    if (at < lines.length - 1) yield made(`${what} dropped`, lines.toSpliced(at, 1).join('\n'));
    yield made(`${what} twice`, lines.toSpliced(at, 0, line).join('\n'));
    if (line !== '') yield made(`${what} altered`, lines.with(at, otherText(line)).join('\n'));
    if (line !== '') yield made(`${what} with a space`, lines.with(at, `${line} `).join('\n'));
  }
  const split = note.indexOf('\n\n');
  const signature = note.slice(split + 2);
  yield made('its signature twice', `${note}${signature}`);
  yield made('a line that is no signature', `${note}x\n`);
  yield made('a signature that is too short', `${note}— other.example AAAA\n`);
  yield made('a signature without a dash', note.replace('\n— ', '\n- '));
  yield made('a signature of another name', note.replace('\n— ', '\n— x'));
  yield made('base64 with spare bits', note.replace(/([A-Za-z0-9+/])=\n$/, 'B=\n'));
  yield made('another signature first', note.replace('\n\n', '\n\n— a.example AAAAAAAAAAA=\n'));
  yield made(
    'cosignatures out of order',
    `${note}— z.example AAAAAAAAAAA=\n— b.example AAAAAAAAAAA=\n`,
  );
  yield made(
    'another size',
    note.replace(/\n(\d+)\n/, (_all, size) => `\n${Number(size) + 1}\n`),
  );
  yield made('a size with a zero before it', note.replace(/\n(\d+)\n/, '\n0$1\n'));
  yield made('a line more', note.replace('\n\n', '\nmore\n\n'));
}

function noteInProofs(files: Files, note: string, other: string): Files {
  return new Map(
    [...files].map(([name, content]) =>
      name.startsWith('proofs/')
        ? [name, Buffer.from(content.toString('utf8').replace(note, () => other))]
        : [name, content],
    ),
  );
}

function* ofProof(files: Files, name: string): Generator<Mutation> {
  const isEntry = name.startsWith('proofs/');
  if (!isEntry && !name.endsWith('.proof')) return;
  const text = textOf(files, name);
  const made = (what: string, content: string): Mutation => ({
    kind: `${familyOf(name)}: ${what}`,
    files: put(files, name, content),
    sums: 'anew',
  });
  const lines = text.split('\n');
  const [first, last] = isEntry ? [2, lines.indexOf('')] : [0, lines.length - 1];
  for (let at = first; at < last; at += 1) {
    const line = lines[at] ?? '';
    const hash = Buffer.from(line, 'base64');
    hash[7] = (hash[7] ?? 0) ^ 8;
    yield made('a hash altered', lines.with(at, hash.toString('base64')).join('\n'));
    yield made('a hash dropped', lines.toSpliced(at, 1).join('\n'));
    yield made('a hash twice', lines.toSpliced(at, 0, line).join('\n'));
    yield made('a hash in another form', lines.with(at, line.replace(/=$/, '')).join('\n'));
    yield made('a hash with a space', lines.with(at, ` ${line}`).join('\n'));
    const next = lines[at + 1];
    if (at + 1 < last && next !== undefined && next !== line) {
      yield made('two hashes exchanged', lines.toSpliced(at, 2, next, line).join('\n'));
    }
  }
  if (!isEntry) return;
  yield made(
    'another index',
    text.replace(/index (\d+)/, (_all, seq) => `index ${Number(seq) + 1}`),
  );
  yield made('an index in another form', text.replace('index ', 'index 0'));
  yield made('another version', text.replace('tlog-proof@v1', 'tlog-proof@v2'));
  yield made('another checkpoint', text.replace(/\n\n.*/s, '\n\nx\n1\nx\n\n'));
  yield made('without its checkpoint', text.replace(/\n\n.*/s, '\n\n'));
  const other = [...files.keys()].find((each) => each.startsWith('proofs/') && each !== name);
  yield made('that of another entry', textOf(files, other ?? name));
}

function* ofKeys(files: Files): Generator<Mutation> {
  const change = (name: string, what: string, alter: Text): Mutation => ({
    kind: `${name}: ${what}`,
    files: put(files, name, alter(textOf(files, name))),
    sums: 'anew',
  });
  const other = 'x.example/1+00000000+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';
  yield change('keys/ledger.vkey', 'another key', () => `${other}\n`);
  yield change('keys/ledger.vkey', 'twice', (text) => text + text);
  yield change('keys/ledger.vkey', 'another id', (text) =>
    text.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
  );
  yield change('keys/ledger.vkey', 'another name', (text) => `x${text}`);
  yield change('keys/ledger.pub.pem', 'in two lines', (text) =>
    text.replace(/\n(.{32})/, '\n$1\n'),
  );
  yield change('keys/ledger.pub.pem', 'another key', (text) =>
    text.replace(/(.)=\n-----END/, 'A=\n-----END'),
  );
  yield change('keys/ledger.pub.pem', 'with words before it', (text) => `key\n${text}`);
}

function* ofSums(files: Files): Generator<Mutation> {
  const lines = linesOf(files, 'SHA256SUMS');
  const made = (what: string, content: readonly string[]): Mutation => ({
    kind: `SHA256SUMS: ${what}`,
    files: putLines(files, 'SHA256SUMS', content),
    sums: 'note',
  });
  for (const [at, line] of lines.entries()) {
    const family = familyOf(line.slice(66));
    yield made(`${family} dropped`, lines.toSpliced(at, 1));
    yield made(`${family} altered`, lines.with(at, otherHash(line)));
  }
  const [first = '', second = '', ...rest] = lines;
  yield made('in another order', [second, first, ...rest]);
  yield made('a line twice', [first, first, second, ...rest]);
  yield made('a file that is not there', [...lines, `${'0'.repeat(64)}  view/zz.txt`]);
  yield made('in upper case', [
    first.slice(0, 64).toUpperCase() + first.slice(64),
    second,
    ...rest,
  ]);
  yield made('one space', [first.replace('  ', ' '), second, ...rest]);
  yield made('as binary', [first.replace('  ', ' *'), second, ...rest]);
  yield made('an empty line', [first, '', second, ...rest]);
  yield made('a remark', ['# sums', ...lines]);
}

function otherHash(line: string): string {
  return (line.startsWith('0') ? '1' : '0') + line.slice(1);
}

function* ofNames(files: Files): Generator<Mutation> {
  const names = [
    'more.txt',
    'entries.ndjson.bak',
    'lines.ndjson',
    'shares.ndjson',
    'view/records.json',
    'verify.py',
    'checkpoints/1.note',
    'keys/other.vkey',
    'proofs/rec_9.tlog-proof',
    'anchors/1.proof',
    'anchors/1.tsr',
    'anchors/01.note',
    'anchors/1.txt',
    'consistency/1.proof',
    'consistency/0.proof',
  ];
  for (const name of [...names, ...(files.has('subjects.ndjson') ? [] : ['subjects.ndjson'])]) {
    if (files.has(name)) continue;
    yield { kind: `a file more: ${name}`, files: put(files, name, ''), sums: 'anew' };
  }
  for (const name of files.keys()) {
    if (forReading.has(name) || sumFiles.has(name)) continue;
    const moved = put(without(files, name), `${name}x`, files.get(name) ?? '');
    yield { kind: `${familyOf(name)}: under another name`, files: moved, sums: 'anew' };
  }
}
