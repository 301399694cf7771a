/** Checks evidence: signature, statement, entry, link, and leaves where the rows are at hand. */
import type {
  Evidence,
  EvidenceSide,
  EvidenceVerification,
} from '../../shared/contract/evidence.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { evidenceType, commitment, entryHash } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { LeafSide } from '../receipts/leaves.ts';
import { subjectTree } from './create-evidence.ts';
import { openEnvelope } from './envelope.ts';
import { countMembers, subjectMember } from './evidence-entry.ts';
import {
  leafSalts,
  leafText,
  merkleRoot,
  oldLeafSalts,
  type LeafSalts,
} from './evidence-leaves.ts';
import { type EvidenceRow } from './evidence.ts';
import { hexOf, memberOf, readStatement, type ReadStatement } from './statement.ts';

export type EvidenceCheck = EvidenceVerification['checks'][number];

/** Witnesses that evidence is held against. One that is absent is not asked, and the check says so. */
export interface EvidenceWitnesses {
  /** The verifier key in force at its entry, as genesis and changes of key say; never one from the evidence itself. */
  readonly vkey: string;
  /** The journal's text at `evidence.sequence`. */
  readonly entryText?: string | undefined;
  /** Hash of the evidence entry before this one in the journal, or of the genesis, `sha256:<hex>`. */
  readonly previousHash?: string | undefined;
  /** Of evidence from before there were receipts: the secret of its leaves. */
  readonly oldSecret?: string | undefined;
  /** The rows in the order of the evidence; null for one that was erased. */
  readonly inputs?: Iterable<EvidenceRow | null> | undefined;
  readonly outputs?: Iterable<EvidenceRow | null> | undefined;
}

/** VALID only if signature and statement hold and nothing that could be checked failed. */
export function verifyEvidence(
  evidence: Evidence,
  witnesses: EvidenceWitnesses,
): Pick<EvidenceVerification, 'evidence_id' | 'verdict' | 'checks'> {
  const opened = openEnvelope(evidence.envelope, witnesses.vkey);
  const signature: EvidenceCheck =
    'fault' in opened
      ? failed('signature', opened.fault)
      : ok('signature', 'The envelope was signed with the key of this ledger.');
  const statement =
    'fault' in opened
      ? 'The payload of an envelope that is not signed is not looked at.'
      : readStatement(opened.text);
  const { oldSecret } = witnesses;
  const salts = oldSecret === undefined ? leafSalts(evidence.evidence_id) : oldLeafSalts(oldSecret);
  const checks = [
    signature,
    checkStatement(evidence, statement, witnesses),
    checkEntry(evidence, statement, witnesses.entryText),
    checkLink(evidence, witnesses),
    checkSide('inputs', evidence.inputs, witnesses.inputs, salts),
    checkSide('outputs', evidence.outputs, witnesses.outputs, salts),
  ];
  const verdict = checks.some((check) => check.outcome === 'failed') ? 'INVALID' : 'VALID';
  return { evidence_id: evidence.evidence_id, verdict, checks };
}

/** The statement says of itself and of the entry in it what the evidence says. */
function checkStatement(
  evidence: Evidence,
  statement: ReadStatement | string,
  { vkey }: EvidenceWitnesses,
): EvidenceCheck {
  const name = 'statement';
  if (typeof statement === 'string') return failed(name, statement);
  const hash = entryHash(sha256, statement.entryText);
  if (statement.entryDigest !== hexOf(hash)) {
    return failed(name, 'The first subject is not the hash of the entry in the statement.');
  }
  if (statement.origin !== vkey.split('+')[0]) {
    return failed(name, 'The statement is about another ledger.');
  }
  const tree = subjectTree({
    subjectId: evidence[subjectMember[evidence.kind]] ?? '',
    inputs: evidence.inputs,
    outputs: evidence.outputs,
  });
  if (statement.tree.name !== tree.name || statement.tree.digest !== hexOf(tree.merkleRoot)) {
    return failed(name, 'The second subject is not the tree of the rows.');
  }
  const commit = memberOf(statement.entry, 'commit');
  for (const { field, salt, value } of statement.disclosed) {
    if (memberOf(commit, field) !== commitment(sha256, field, salt, value)) {
      return failed(name, `The ${field} in the statement is not what the entry commits to.`);
    }
  }
  const differing = differingMember(evidence, statement);
  if (differing !== undefined) {
    return failed(name, `The evidence and the signed statement differ in ${differing}.`);
  }
  return ok(name, 'The signed statement says what the evidence says.');
}

/** The first member in which evidence and statement differ. */
function differingMember(evidence: Evidence, statement: ReadStatement): string | undefined {
  const said = saidBy(evidence);
  const signed: JsonObject = { ...statement.entry, hash: entryHash(sha256, statement.entryText) };
  // Told of by what they cover: the disclosed values, and the leaves.
  delete signed['commit'];
  delete signed['salts'];
  for (const name of new Set([...Object.keys(said), ...Object.keys(signed)])) {
    if (!equal(said[name], signed[name])) return name;
  }
  const values: Readonly<Record<string, JsonValue>> = {
    metadata: evidence.metadata,
    parameters: evidence.action.parameters,
    purpose: evidence.purpose,
    report: evidence.report,
  };
  return Object.keys(values).find((field) => {
    const signedValue = statement.disclosed.find((each) => each.field === field)?.value;
    // What was erased since is null, and differs from nothing.
    return values[field] !== null && canonicalJson(values[field] ?? null) !== signedValue;
  });
}

/** The members of the entry, as the evidence has them. */
function saidBy(evidence: Evidence): JsonObject {
  const { action, actor, counts, inputs, outputs, kind } = evidence;
  const subject = evidence[subjectMember[kind]];
  return {
    type: evidenceType,
    seq: evidence.sequence,
    created_at: evidence.created_at,
    id: evidence.evidence_id,
    kind,
    ...(subject === undefined ? {} : { [subjectMember[kind]]: subject }),
    session_id: evidence.session_id,
    dataset_id: evidence.dataset_id,
    actor: { id: actor.id, role: actor.role },
    action: {
      name: action.name,
      ...(action.method === null ? {} : { method: action.method }),
      ...(action.key_id === null ? {} : { key_id: action.key_id }),
    },
    inputs: { count: inputs.count, merkle_root: inputs.merkle_root },
    ...(outputs === null
      ? {}
      : { outputs: { count: outputs.count, merkle_root: outputs.merkle_root } }),
    counts: countMembers(counts),
    ...evidence.privacy,
    ...(evidence.source && { source: evidence.source }),
    previous_hash: evidence.previous_hash,
    hash: evidence.hash,
  };
}

function equal(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

/** The journal holds the very entry that was signed. */
function checkEntry(
  evidence: Evidence,
  statement: ReadStatement | string,
  entryText: string | undefined,
): EvidenceCheck {
  const name = 'entry';
  if (entryText === undefined) return notChecked(name, 'The journal is not at hand.');
  if (entryHash(sha256, entryText) !== evidence.hash) {
    return failed(
      name,
      `Entry ${evidence.sequence} of the journal is not the one of the evidence.`,
    );
  }
  if (typeof statement !== 'string' && statement.entryText !== entryText) {
    return failed(
      name,
      `Entry ${evidence.sequence} of the journal is not the one that was signed.`,
    );
  }
  return ok(name, `Entry ${evidence.sequence} of the journal is the one of the evidence.`);
}

function checkLink(evidence: Evidence, { previousHash }: EvidenceWitnesses): EvidenceCheck {
  const name = 'link';
  if (previousHash === undefined) return notChecked(name, 'The evidence before it is not at hand.');
  return evidence.previous_hash === previousHash
    ? ok(name, 'The evidence follows from the one before it.')
    : failed(name, 'The evidence does not follow from the one before it.');
}

function checkSide(
  name: LeafSide,
  side: EvidenceSide | null,
  rows: Iterable<EvidenceRow | null> | undefined,
  salts: LeafSalts,
): EvidenceCheck {
  if (side === null) return notChecked(name, 'Nothing came out of the operation.');
  const { count, leaves } = side;
  if (leaves.length !== count)
    return failed(name, `There are ${leaves.length} leaves of ${count} rows.`);
  if (merkleRoot(leaves.map(({ hash }) => hash)) !== side.merkle_root) {
    return failed(name, 'The root does not follow from the leaves.');
  }
  if (rows === undefined) {
    return notChecked(name, `The root follows from ${count} leaves; the rows are not at hand.`);
  }
  return checkRows(name, leaves, rows, salts);
}

/** The leaf of a row that was erased can be computed by nobody: it is passed over, and told. */
function checkRows(
  name: LeafSide,
  leaves: EvidenceSide['leaves'],
  rows: Iterable<EvidenceRow | null>,
  salts: LeafSalts,
): EvidenceCheck {
  let index = 0;
  let erased = 0;
  for (const row of rows) {
    const leaf = leaves[index];
    if (row === null) erased += 1;
    else if (leaf !== undefined && !isLeafOf(leaf, row, { name, index, salts })) {
      return failed(name, `Row ${index + 1}, ${leaf.record_id}, is not the one of its leaf.`);
    }
    index += 1;
  }
  const count = leaves.length;
  if (index !== count) return failed(name, `There are ${index} rows for ${count} leaves.`);
  if (erased === 0) return ok(name, `All ${count} rows are those of their leaves.`);
  return ok(name, `${count - erased} rows are those of their leaves; ${erased} were erased.`);
}

/** Tells whether a leaf is of a row, under the row's id. */
export function isLeafOf(
  leaf: EvidenceSide['leaves'][number],
  row: EvidenceRow,
  { name, index, salts }: { name: LeafSide; index: number; salts: LeafSalts },
): boolean {
  const text = leafText(salts(name, index, row), name, row);
  return leaf.record_id === row.recordId && leaf.hash === `sha256:${leafHash(sha256, text)}`;
}

function ok(name: EvidenceCheck['name'], message: string): EvidenceCheck {
  return { name, outcome: 'ok', message };
}

function failed(name: EvidenceCheck['name'], message: string): EvidenceCheck {
  return { name, outcome: 'failed', message };
}

function notChecked(name: EvidenceCheck['name'], message: string): EvidenceCheck {
  return { name, outcome: 'not_checked', message };
}
