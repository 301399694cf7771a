/** Writes grants: a fact at each step. The caller holds the transaction. */
import type { GrantKind } from '../../shared/contract/grants.ts';
import type { DataOperation } from '../../shared/contract/data-operations.ts';
import type { ChosenEventType } from '../../shared/contract/webhooks.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { Change, Facts } from '../proof/facts.ts';
import type { Events } from '../webhooks/event-log.ts';
import type { SessionWriter } from '../sessions/session-writer.ts';
import type { GrantsStore, StoredGrant } from './grants-store.ts';

const keyBytes = 32;

type GrantEvent = Extract<ChosenEventType, `grant.${string}`>;

/** Terms of use. */
export interface GrantTerms {
  /** null for all that the dataset gives. */
  readonly fields: readonly string[] | null;
  readonly operations: readonly DataOperation[];
  /** null: from the answer on. */
  readonly startsAt: string | null;
  readonly endsAt: string;
  /** Nanos; null for none. */
  readonly budget: bigint | null;
}

/** A grant that is asked for, or that an open dataset gives. */
export interface NewGrant extends GrantTerms {
  readonly datasetId: string;
  readonly accountId: string;
  readonly kind: GrantKind;
  readonly modelId: string | null;
  readonly purpose: string;
}

/** Expected use, and the mean size of a row. */
export interface Expectation {
  readonly rows: number;
  readonly hours: number;
  readonly operations: number;
  readonly bytesPerRow: number;
}

/** Who acts, where it is not whoever asks, when, and what signs it. */
export interface ActedBy {
  readonly now: string;
  readonly by?: Actor | undefined;
  readonly signing?: EntrySigning | undefined;
}

export interface GrantWriterMeans {
  readonly facts: Facts;
  readonly events: Events;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly grants: GrantsStore;
  readonly sessions: SessionWriter;
}

export class GrantWriter {
  readonly #means: GrantWriterMeans;

  constructor(means: GrantWriterMeans) {
    this.#means = means;
  }

  /** @returns the id */
  request(grant: NewGrant, expected: Expectation, now: string): string {
    const id = this.#means.createId('grant');
    const { rows, hours, operations, bytesPerRow: bytes_per_row } = expected;
    this.#begin(id, {
      set: { ...beginning(grant, now), action: 'request' },
      commit: {
        purpose: grant.purpose,
        expected: { rows, hours, operations, bytes_per_row },
      },
    });
    this.#tell('grant.requested', id, now);
    return id;
  }

  /** Gives what a dataset that is open gives to everybody. @returns the id */
  give(grant: NewGrant, policyVersion: number, now: string): string {
    const id = this.#means.createId('grant');
    const begun = { ...beginning(grant, now), policy_version: policyVersion };
    this.#begin(id, {
      set: { ...begun, action: 'grant', granted_by: 'policy' },
      commit: { purpose: grant.purpose },
    });
    this.#tell('grant.granted', id, now);
    return id;
  }

  /** Whatever becomes of it, a grant has a key of its own. */
  #begin(id: string, { set, commit }: Required<Pick<Change<'grants'>, 'set' | 'commit'>>): void {
    const { facts, createId, random } = this.#means;
    facts.write(
      'grants',
      id,
      { set: { ...set, key_id: createId('key') }, commit },
      { key: Buffer.from(random(keyBytes)) },
    );
  }

  grant(
    { grantId }: StoredGrant,
    terms: GrantTerms,
    {
      conditions,
      policyVersion,
      epsilonMicro,
      now,
      ...acted
    }: ActedBy & {
      readonly conditions: string | null;
      readonly policyVersion: number;
      readonly epsilonMicro: number | null;
    },
  ): void {
    this.#means.facts.write('grants', grantId, {
      ...acted,
      set: {
        ...termsOf(terms),
        action: 'grant',
        granted_by: 'holder',
        policy_version: policyVersion,
        epsilon_micro: epsilonMicro,
      },
      commit: { conditions },
    });
    this.#tell('grant.granted', grantId, now);
  }

  refuse(
    { grantId }: StoredGrant,
    { reason, now, ...acted }: ActedBy & { readonly reason: string | null },
  ): void {
    this.#means.facts.write('grants', grantId, {
      ...acted,
      set: { action: 'refuse' },
      commit: { reason },
    });
    this.#tell('grant.refused', grantId, now);
  }

  /** The account takes its request back, or gives back what it was granted. */
  withdraw({ grantId, accountId }: StoredGrant, reason: string | null, now: string): void {
    this.#means.facts.write('grants', grantId, {
      set: { action: 'withdraw' },
      commit: { reason },
    });
    this.#tell('grant.withdrawn', grantId, now);
    const said = reason ?? 'The account gave its grant back.';
    this.#endSessions(grantId, { reason: said, by: accountId }, now);
  }

  revoke(
    { grantId }: StoredGrant,
    { reason, by }: { readonly reason: string; readonly by: string },
    now: string,
  ): void {
    this.#means.facts.write('grants', grantId, { set: { action: 'revoke' }, commit: { reason } });
    this.#tell('grant.revoked', grantId, now);
    this.#endSessions(grantId, { reason, by }, now);
  }

  /** Ends what there is on a dataset that its holder withdraws: requests are refused, grants revoked, sessions end. */
  endOfDataset(dataset: number, reason: string, by: string, now: string): void {
    for (const grant of this.#means.grants.openOfDataset(dataset)) {
      if (grant.action === 'request') this.refuse(grant, { reason, now });
      else if (grant.endsAt > now) this.revoke(grant, { reason, by }, now);
    }
    this.#means.sessions.revokeAll(dataset, reason, by, now);
  }

  /** Both sides are told; what for stays with the ledger. */
  #tell(type: GrantEvent, id: string, now: string): void {
    const { grants, events } = this.#means;
    const grant = grants.find(id);
    if (grant === undefined) throw new Error(`${id} is not where it was put.`);
    const { accountId, holderId, datasetId } = grant;
    const data = { grant_id: id, dataset_id: datasetId, account_id: accountId };
    events.emit({ type, at: now, accountId, holderId, data });
  }

  #endSessions(
    grantId: string,
    { reason, by }: { readonly reason: string; readonly by: string },
    now: string,
  ): void {
    for (const id of this.#means.grants.activeSessions(grantId, now)) {
      this.#means.sessions.revoke(id, reason, by, now);
    }
  }
}

function beginning({ datasetId, accountId, kind, modelId, ...terms }: NewGrant, now: string) {
  return {
    ...termsOf(terms),
    dataset_id: datasetId,
    account_id: accountId,
    kind,
    model_id: modelId,
    created_at: now,
  };
}

function termsOf({ fields, operations, startsAt, endsAt, budget }: GrantTerms) {
  return {
    fields: fields === null ? null : [...fields],
    operations: [...operations],
    starts_at: startsAt,
    ends_at: endsAt,
    budget_nanos: budget === null ? null : budget.toString(),
  };
}
