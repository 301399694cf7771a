/** The in-toto Statement v1 about an evidence entry, and how it is read back. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { EvidenceValue } from './evidence.ts';

/** in-toto attestation framework, "Statement layer" v1. */
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'urn:proofdesk:evidence:v1';
/** The digest of a tree is no SHA-256 of bytes, so it does not go by that name. */
export const treeDigest = 'rfc6962Sha256';

/** Facts that a statement is made of. */
export interface StatementFacts {
  readonly evidenceId: string;
  /** The ledger entry's canonical text and its hash, `sha256:<hex>`. */
  readonly entryText: string;
  readonly entryHash: string;
  readonly origin: string;
  /** What the statement applies to besides the entry: `transform_…/outputs`, `op_…/inputs`. */
  readonly tree: { readonly name: string; readonly merkleRoot: string };
  /** Disclosed in clear with their salts, so that they can be held against the entry's commitments. */
  readonly values: readonly EvidenceValue[];
}

/** The statement as RFC 8785 text: the payload of the envelope. */
export function statementText(facts: StatementFacts): string {
  const { evidenceId, entryText, entryHash, origin, tree, values } = facts;
  return canonicalJson({
    _type: statementType,
    subject: [
      { name: evidenceId, digest: { sha256: hexOf(entryHash) } },
      { name: tree.name, digest: { [treeDigest]: hexOf(tree.merkleRoot) } },
    ],
    predicateType,
    predicate: {
      ledger: { origin },
      entry: parseStrictJson(entryText),
      disclosed: Object.fromEntries(
        values.map(({ field, salt, value }) => [field, { salt, value: parseStrictJson(value) }]),
      ),
    },
  });
}

/** A statement of this kind, read back. */
export interface ReadStatement {
  /** The entry inside, as canonical text. */
  readonly entryText: string;
  readonly entry: JsonObject;
  readonly origin: JsonValue | undefined;
  /** Hex digest of the first subject, which is the entry. */
  readonly entryDigest: JsonValue | undefined;
  readonly tree: { readonly name: JsonValue | undefined; readonly digest: JsonValue | undefined };
  readonly disclosed: readonly {
    readonly field: string;
    readonly salt: string;
    /** Canonical text. */
    readonly value: string;
  }[];
}

/** Reads a payload; a text says why it is not such a statement. */
export function readStatement(payload: string): ReadStatement | string {
  let statement: JsonValue;
  try {
    statement = parseStrictJson(payload);
  } catch (error) {
    return `The payload is not JSON that can be taken: it ${error instanceof Error ? error.message : 'is damaged'}.`;
  }
  if (memberOf(statement, '_type') !== statementType)
    return 'The payload is no in-toto Statement v1.';
  if (memberOf(statement, 'predicateType') !== predicateType) {
    return `The predicate is not of the type ${predicateType}.`;
  }
  const predicate = memberOf(statement, 'predicate');
  const entry = memberOf(predicate, 'entry');
  if (!isJsonObject(entry)) return 'The predicate has no ledger entry.';
  const subject = memberOf(statement, 'subject');
  const [first, second] = Array.isArray(subject) ? subject : [];
  const disclosed = readDisclosed(memberOf(predicate, 'disclosed'));
  if (disclosed === undefined) return 'The disclosed values are not each a salt and a value.';
  return {
    entryText: canonicalJson(entry),
    entry,
    origin: memberOf(memberOf(predicate, 'ledger'), 'origin'),
    entryDigest: memberOf(memberOf(first, 'digest'), 'sha256'),
    tree: {
      name: memberOf(second, 'name'),
      digest: memberOf(memberOf(second, 'digest'), treeDigest),
    },
    disclosed,
  };
}

function readDisclosed(value: JsonValue | undefined): ReadStatement['disclosed'] | undefined {
  if (!isJsonObject(value)) return undefined;
  const read = Object.entries(value).map(([field, each]) => {
    const salt = memberOf(each, 'salt');
    const inside = memberOf(each, 'value');
    return typeof salt === 'string' && inside !== undefined
      ? { field, salt, value: canonicalJson(inside) }
      : undefined;
  });
  return read.every((each) => each !== undefined) ? read : undefined;
}

/** An own member of an object; undefined where there is no such thing. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The digits of `sha256:<hex>`. */
export function hexOf(hash: string): string {
  return hash.slice('sha256:'.length);
}
