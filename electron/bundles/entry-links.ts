/** How the entries of a bundle hang together, one after another: links, signatures, batches, and what belongs to the order. */
import type { EntryVerdict } from '../../shared/contract/chain.ts';
import { deciding } from '../../shared/contract/interventions.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { batchType, readBatch } from '../../shared/ledger/batches.ts';
import { readRowErasure } from '../../shared/ledger/row-erasures.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import {
  evidenceType,
  isAlertId,
  isEvidenceId,
  erasureType,
  type ErasedTarget,
  type ErasureEntry,
  type InterventionEntry,
  type LedgerEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import { factOrUndefined, factType, subjectOfRow, type Fact } from '../../shared/ledger/facts.ts';
import { isPriceOfForm, PrivacyBudgets } from '../../shared/ledger/privacy.ts';
import { isClaimOfForm, SourceClaims } from '../../shared/ledger/source-claims.ts';
import { indexType } from '../../shared/ledger/subjects.ts';
import { AlertSteps, isAlertEntry, readAlertEntry } from '../ledger/alert-entries.ts';
import { isFigure, readFigure } from '../ledger/figure-entries.ts';
import { isInvoice } from '../ledger/invoice-entries.ts';
import { keyRotationType } from '../ledger/key-rotation.ts';
import type { BundleOrder, Manifest } from './bundle-format.ts';
import type { BundleIndex, IndexedEntry } from './bundle-index.ts';
import { BundleFigure } from './bundle-figure.ts';
import { BundleInvoices } from './bundle-invoices.ts';
import { BundlePayout } from './bundle-payout.ts';
import { BundlePeople, type Signer } from './bundle-people.ts';
import { entryLabel } from './entry-label.ts';

/** A fault of an entry. */
export interface EntryFault {
  readonly verdict: EntryVerdict;
  readonly message: string;
  readonly field?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A proposal: who made it, and what it asks for. */
interface Proposal {
  readonly signer: Signer | undefined;
  readonly said: string;
}

/** An entry that an erasure names. */
interface Target {
  readonly label: string;
  readonly entry: IndexedEntry;
  readonly hash: string;
  /** Whether it is a fact of another row than the erasure says. */
  readonly isOther: boolean;
}

export interface SeenEntry {
  readonly text: string;
  /** `sha256:<hex>` */
  readonly hash: string;
  readonly leaf: Uint8Array;
}

const holderTables = new Set(['accruals', 'payouts']);

export class EntryLinks {
  readonly people: BundlePeople;
  /** Of a bundle of that order. */
  readonly payout: BundlePayout | undefined;
  /** Of a bundle of that order. */
  readonly figure: BundleFigure | undefined;
  readonly #invoices = new BundleInvoices();
  readonly #order: BundleOrder;
  /** Of the checkpoint. */
  readonly #size: number;
  readonly #index: BundleIndex;
  /** By stream: where its last batch ended, and its `seq`. */
  readonly #batches = new Map<string, { readonly to: number; readonly seq: number }>();
  /** By row, of accruals and payouts. */
  readonly #holders = new Map<string, string>();
  /** By id: proposals, and who made them. */
  readonly #proposals = new Map<string, Proposal>();
  /** By the id of a decision: that of the proposal that it makes count. */
  readonly #decided = new Map<string, string>();
  /** Outcomes that were proposed, as canonical text, by the id of the proposal. */
  readonly #proposed = new Map<string, string>();
  readonly #alerts = new AlertSteps();
  readonly #privacy = new PrivacyBudgets();
  /** What evidence says of rows that the ledger does not hold. */
  readonly claims = new SourceClaims();
  #recordBefore: { readonly seq: number; readonly hash: string } | undefined;
  #evidenceBefore: string | undefined;
  #genesis = '';
  #chosen = 0;

  constructor(folder: string, { order, origin }: Manifest, size: number, index: BundleIndex) {
    this.#order = order;
    this.#size = size;
    this.#index = index;
    this.people = new BundlePeople(origin, order.kind === 'full');
    this.figure =
      order.kind === 'figure' ? new BundleFigure(folder, order.figure_id, index) : undefined;
    this.payout = order.kind === 'payout' ? new BundlePayout(folder, order.payout_id) : undefined;
  }

  /** Takes an entry in; yields what is wrong with it. Call it before the entry is among those of the index. */
  *add(entry: LedgerEntry, seen: SeenEntry): Generator<EntryFault> {
    const { seq, type } = entry;
    if (seq === 0) this.#genesis = seen.hash;
    if (type === 'ledger.record/v1') yield* this.#addRecord(entry, seen);
    else if (seq === 0) this.#recordBefore = { seq, hash: seen.hash };
    const members = membersOf(seen.text);
    if (type === 'ledger.intervention/v1') yield* this.#addIntervention(entry, members, seen);
    if (type === erasureType) yield* this.#addErasure(entry, seen);
    if (type === factType) yield* this.#addFact(entry, seen);
    if (type === batchType) yield* this.#addBatch(entry);
    if (type === 'ledger.rowerasure/v1' && attempt(() => readRowErasure(entry)) === undefined) {
      yield broken(`Entry ${entry.seq} is no erasure of rows.`, 'rows');
    }
    if (type === evidenceType) yield* this.#addEvidence(entry, seen);
    if (isInvoice(entry)) yield* this.#addInvoice(entry);
    const fault = this.people.add(members);
    if (fault !== undefined) {
      const message = `Entry ${seq} ${fault}.`;
      yield { verdict: 'ENTRY_ALTERED', message, field: 'signature' };
    }
    if (!this.#belongs(entry, members)) {
      yield { verdict: 'INSERTED', message: `Entry ${seq} does not belong to what was ordered.` };
    }
  }

  /** What is wrong with a value that was committed to; undefined for nothing. Values come in the order of the entries. */
  valueFault(id: string, field: string, value: string): string | undefined {
    if (field === 'outcome' && this.#isOtherOutcome(id, value)) {
      return `Intervention ${id} decides otherwise than the proposal.`;
    }
    const fault = field === 'lines' ? this.#invoices.linesFault(id, value) : undefined;
    return fault && `Invoice ${id} ${fault}.`;
  }

  /** Tells whether a decision has another outcome than its proposal. */
  #isOtherOutcome(id: string, outcome: string): boolean {
    if (this.#proposals.has(id)) this.#proposed.set(id, outcome);
    const proposed = this.#proposed.get(this.#decided.get(id) ?? '');
    return proposed !== undefined && proposed !== outcome;
  }

  /** Subjects of rows of which everything has to be here, sorted. */
  rows(): string[] {
    const people = this.people.signers().map((person) => subjectOfRow('people', person));
    return [...new Set([...people, ...this.#subjects()])].toSorted();
  }

  /** Rows of a payout or a figure. */
  #subjects(): readonly string[] {
    return this.payout?.subjects() ?? this.figure?.subjects() ?? [];
  }

  /** What is missing once all entries are in. */
  *end(): Generator<string> {
    const order = this.#order;
    if (order.kind === 'selection' && this.#chosen !== order.record_ids.length) {
      yield `The bundle lacks the chosen record ${order.record_ids[this.#chosen] ?? ''}.`;
    }
    if (order.kind === 'range' && this.#chosen !== order.to - order.from + 1) {
      yield `The bundle has not every entry from ${order.from} to ${order.to}.`;
    }
    if (order.kind === 'full') return;
    for (const person of order.kind === 'range' ? [] : this.people.strangers()) {
      yield `The bundle has facts of ${person}, who signed nothing in it.`;
    }
  }

  *#addRecord(
    entry: Extract<LedgerEntry, { type: 'ledger.record/v1' }>,
    { hash }: SeenEntry,
  ): Generator<EntryFault> {
    const before = this.#recordBefore;
    const { kind } = this.#order;
    const isNext = kind === 'full' || (kind === 'range' && (before?.seq ?? 0) > 0);
    if (isNext && before !== undefined && entry.previousHash !== before.hash) {
      const message = `Record ${entry.seq} does not link to the record before it.`;
      yield broken(message, 'previous_hash', before.hash, entry.previousHash);
    }
    this.#recordBefore = { seq: entry.seq, hash };
  }

  *#addIntervention(
    entry: InterventionEntry,
    members: JsonObject,
    { hash, leaf }: SeenEntry,
  ): Generator<EntryFault> {
    const { id, n, recordId, seq } = entry;
    const record = this.#index.entry(recordId)?.hash;
    const last = this.#index.lastIntervention(recordId);
    const previous = last?.hash ?? (n === 1 ? (record ?? entry.recordHash) : entry.previousHash);
    // Where the record is here, so are all interventions on it up to this one.
    const follows = last === undefined ? record === undefined || n === 1 : n === last.n + 1;
    const isAbout = record === undefined || entry.recordHash === record;
    if (!isAbout || entry.previousHash !== previous || !follows) {
      const message = `Intervention ${id} does not follow from what came before it on its record.`;
      yield broken(message, 'previous_hash', previous, entry.previousHash);
    }
    this.#index.addIntervention(recordId, n, hash);
    this.#index.addSubject('records', recordId, seq, leaf);
    const signer = this.people.signerOf(members);
    const said = saidOf(entry);
    if (entry.meaning === 'proposal') this.#proposals.set(id, { signer, said });
    const { supersedes } = entry;
    const proposal = supersedes === undefined ? undefined : this.#proposals.get(supersedes);
    const decides = deciding.includes(entry.action) && entry.meaning !== 'proposal';
    if (!decides || supersedes === undefined || proposal === undefined) return;
    this.#decided.set(id, supersedes);
    if (proposal.said !== said) {
      const message = `Intervention ${id} decides otherwise than the proposal.`;
      yield { verdict: 'ENTRY_ALTERED', message, field: 'action' };
    }
    const { signer: proposer } = proposal;
    const isLone = proposer === undefined || signer === undefined;
    const isSame = proposer?.by === signer?.by || proposer?.publicKey === signer?.publicKey;
    if (isLone || isSame) {
      const message = `Intervention ${id} decides upon a proposal without a second person.`;
      yield { verdict: 'ENTRY_ALTERED', message, field: 'signature' };
    }
  }

  *#addErasure(entry: ErasureEntry, { leaf }: SeenEntry): Generator<EntryFault> {
    const { seq, targets } = entry;
    this.figure?.addErasure(entry);
    for (const target of targets) {
      const { id, hash, fields } = target;
      const found = this.#targetOf(target);
      const isMissing = found === undefined && this.#order.kind === 'full';
      if (isMissing || (found !== undefined && (found.hash !== hash || found.isOther))) {
        const message = `The erasure ${seq} does not link to the entry it names.`;
        yield broken(message, 'targets', found?.hash, hash);
      }
      if (found !== undefined) this.#index.addErased(found.label, fields);
      // Nothing is indexed about an alert or a figure.
      if (isEvidenceId(id)) continue;
      if (!id.includes('/')) {
        this.#index.addSubject('records', found?.entry.record_id ?? id, seq, leaf);
        continue;
      }
      this.#index.addSubject('rows', id, seq, leaf);
      const holder = this.#holders.get(id);
      if (holder !== undefined) this.#index.addSubject('rows', `holders/${holder}`, seq, leaf);
    }
  }

  /** The entry that an erasure names, where it is here: facts of a row have one id, and steps of an alert; it is their hash that counts. */
  #targetOf({ id, hash }: ErasedTarget): Target | undefined {
    const isByHash = id.includes('/') || isAlertId(id);
    const fact = isByHash ? this.#index.fact(hash) : undefined;
    const label = isByHash ? fact?.label : id;
    const entry = label === undefined ? undefined : this.#index.entry(label);
    if (label === undefined || entry === undefined) return undefined;
    return { label, entry, hash: entry.hash, isOther: fact !== undefined && fact.subject !== id };
  }

  *#addFact(entry: OtherEntry, { leaf, hash }: SeenEntry): Generator<EntryFault> {
    const fact = factOrUndefined(entry);
    if (fact === undefined) {
      yield { verdict: 'ENTRY_ALTERED', message: `Entry ${entry.seq} is no fact.` };
      return;
    }
    this.#privacy.addFact(fact);
    this.claims.addFact(fact);
    const subject = subjectOfRow(fact.table, fact.id);
    if (fact.commitments.length > 0) {
      this.#index.addFact(hash, { label: entryLabel(entry), subject });
    }
    this.#index.addSubject('rows', subject, entry.seq, leaf);
    const holder = this.#holderOf(fact, subject);
    if (holder !== undefined) this.#index.addSubject('rows', holder, entry.seq, leaf);
  }

  /** Subject of the holder whom the first fact of an accrual or payout names. */
  #holderOf({ table, set }: Fact, subject: string): string | undefined {
    if (!holderTables.has(table)) return undefined;
    const holder = set?.['holder_id'];
    const known = this.#holders.get(subject) ?? (typeof holder === 'string' ? holder : undefined);
    if (known === undefined) return undefined;
    this.#holders.set(subject, known);
    return `holders/${known}`;
  }

  *#addBatch(entry: OtherEntry): Generator<EntryFault> {
    const batch = attempt(() => readBatch(entry));
    const stream = `${batch?.table} ${batch?.datasetId ?? ''}`;
    const before = this.#batches.get(stream);
    const isNext =
      this.#order.kind !== 'full' ||
      (batch?.from === (before?.to ?? 0) + 1 && batch.previous === (before?.seq ?? null));
    if (batch === undefined || !isNext) {
      const message = `Batch ${entry.seq} does not go on where the one before it ended.`;
      yield broken(message, 'previous');
    }
    if (batch !== undefined) this.#batches.set(stream, { to: batch.to, seq: entry.seq });
  }

  *#addEvidence(entry: OtherEntry, { hash }: SeenEntry): Generator<EntryFault> {
    if (isAlertEntry(entry)) return yield* this.#addAlert(entry, hash);
    if (isFigure(entry) && attempt(() => readFigure(entry)) === undefined) {
      yield { verdict: 'ENTRY_ALTERED', message: `Entry ${entry.seq} is no figure.` };
    }
    yield* this.#addPrice(entry);
    yield* this.#addClaim(entry);
    const { previous_hash: previous } = entry.members;
    if (previous === undefined) return;
    const before = this.#evidenceBefore ?? this.#genesis;
    this.#evidenceBefore = hash;
    if (this.#order.kind !== 'full' || previous === before) return;
    const message = `Evidence ${entry.seq} does not link to the evidence before it.`;
    yield broken(message, 'previous_hash', before, typeof previous === 'string' ? previous : '');
  }

  /** What an answer of statistics cost: judged where all that the journal says of its grant is here. */
  *#addPrice({ seq, members }: OtherEntry): Generator<EntryFault> {
    if (!isPriceOfForm(members)) {
      yield { verdict: 'ENTRY_ALTERED', message: `Evidence ${seq} tells no price of an answer.` };
      return;
    }
    if (this.#order.kind !== 'full') return;
    const fault = this.#privacy.addEvidence(members);
    if (fault === undefined) return;
    const { grantId, field, expected, actual } = fault;
    const message = `Evidence ${seq} does not tell what the answer cost of grant ${grantId}.`;
    yield { verdict: 'ENTRY_ALTERED', message, field, expected, actual };
  }

  /** What evidence says of rows elsewhere: judged where the facts of its session and source are here. */
  *#addClaim({ seq, members }: OtherEntry): Generator<EntryFault> {
    if (!isClaimOfForm(members)) {
      const message = `Evidence ${seq} does not say where its rows are.`;
      yield { verdict: 'ENTRY_ALTERED', message, field: 'source' };
      return;
    }
    this.claims.addClaim(members);
    const fault = this.#order.kind === 'full' ? this.claims.faultOf(members) : undefined;
    if (fault === undefined) return;
    const message = `Evidence ${seq} says otherwise than its session where its rows are.`;
    yield { verdict: 'ENTRY_ALTERED', message, ...fault };
  }

  *#addAlert(entry: OtherEntry, hash: string): Generator<EntryFault> {
    const alert = attempt(() => readAlertEntry(entry));
    if (alert === undefined) {
      yield { verdict: 'ENTRY_ALTERED', message: `Entry ${entry.seq} is no step of an alert.` };
      return;
    }
    this.#index.addFact(hash, { label: entryLabel(entry), subject: alert.alertId });
    const fault = this.#alerts.add(alert);
    if (fault === undefined || this.#order.kind !== 'full') return;
    yield broken(`Entry ${entry.seq} ${fault}.`, 'state');
  }

  *#addInvoice(entry: OtherEntry): Generator<EntryFault> {
    const fault = this.#invoices.add(entry);
    if (fault === undefined) return;
    const message = `Invoice ${entry.seq} ${fault}.`;
    yield { verdict: 'ENTRY_ALTERED', message, field: 'total_cents' };
  }

  /** Tells whether an entry is one that the order asks for. */
  #belongs(entry: LedgerEntry, members: JsonObject): boolean {
    const { seq, type } = entry;
    const order = this.#order;
    if (order.kind === 'full' || seq === 0 || type === keyRotationType) return true;
    const isPerson = type === factType && members['table'] === 'people';
    if (order.kind === 'range') {
      const isWithin = seq >= order.from && seq <= order.to;
      if (isWithin) this.#chosen += 1;
      return isWithin || isPerson || this.#erasesHere(entry, order);
    }
    if (entry.type === erasureType) return this.#erasesHere(entry);
    if (isPerson || (type === indexType && seq === this.#size - 1)) return true;
    if (this.payout !== undefined) return this.payout.add(entry);
    if (this.figure !== undefined) return this.figure.add(entry);
    return order.kind === 'selection' && this.#isChosen(entry, order.record_ids);
  }

  #isChosen(entry: LedgerEntry, ids: readonly string[]): boolean {
    if (entry.type === 'ledger.record/v1') {
      const isNext = entry.id === ids[this.#chosen];
      if (isNext) this.#chosen += 1;
      return isNext;
    }
    if (entry.type === 'ledger.intervention/v1') {
      return this.#index.entry(entry.recordId)?.type === 'ledger.record/v1';
    }
    return false;
  }

  /** An erasure in something that is here; of a range in what is within it, or in what is said of people. */
  #erasesHere(entry: LedgerEntry, range?: { readonly from: number; readonly to: number }): boolean {
    if (entry.type !== erasureType) return false;
    return entry.targets.some((target) => {
      const seq = this.#targetOf(target)?.entry.seq;
      if (seq === undefined || range === undefined) return seq !== undefined;
      const isWithin = seq >= range.from && seq <= range.to && entry.seq > range.to;
      return isWithin || target.id.startsWith('people/');
    });
  }
}

/** What a decision says as far as its entry tells it; the outcome itself is among the values. */
function saidOf({ action, recordId, commitments }: InterventionEntry): string {
  return `${action} ${recordId} ${commitments.some(({ field }) => field === 'outcome')}`;
}

function broken(message: string, field: string, expected?: string, actual?: string): EntryFault {
  return {
    verdict: 'LINK_BROKEN',
    message,
    field,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

function membersOf(text: string): JsonObject {
  const value = parseStrictJson(text);
  return isJsonObject(value) ? value : {};
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
