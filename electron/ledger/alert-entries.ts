/** Entries about alerts: evidence of the kind `alert` (docs/ledger-format.md, "Entry types"). */
import { alertStates, type AlertState } from '../../shared/contract/alerts.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { evidenceType, otherEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import {
  EntryFormatError,
  MemberReader,
  type Actor,
  type Commitment,
} from '../../shared/ledger/entry-members.ts';

export const alertKind = 'alert';

/** One step of an alert. */
export interface AlertEntry {
  /** Of the entry: `ev_…`. */
  readonly id: string;
  readonly alertId: string;
  readonly modelId: string;
  /** The profile that has the rule; of a closing where a new one took the rule away, that one. */
  readonly profileId: string;
  readonly ruleId: string;
  readonly state: AlertState;
  /** Instants: what was looked at. */
  readonly window: { readonly from: string | null; readonly to: string };
  /** Who acknowledged it, or confirmed the profile that closed it. */
  readonly actor?: Actor | undefined;
}

export interface ReadAlertEntry extends AlertEntry {
  readonly seq: number;
  readonly createdAt: string;
  readonly commitments: readonly Commitment[];
}

/** The canonical text of an entry. */
export function alertEntryText(
  place: { readonly seq: number; readonly createdAt: string },
  entry: AlertEntry,
  commitments: readonly Commitment[],
): string {
  return otherEntry({ type: evidenceType, ...place, commitments, members: membersOf(entry) });
}

function membersOf(entry: AlertEntry): JsonObject {
  const { id, alertId, modelId, profileId, ruleId, state, window, actor } = entry;
  return {
    id,
    kind: alertKind,
    alert_id: alertId,
    model_id: modelId,
    profile_id: profileId,
    rule_id: ruleId,
    state,
    window: { from: window.from, to: window.to },
    ...(actor === undefined ? {} : { actor: { id: actor.id, role: actor.role } }),
  };
}

/** Tells whether an entry is about an alert. */
export function isAlertEntry({ type, members }: Pick<OtherEntry, 'type' | 'members'>): boolean {
  return type === evidenceType && members['kind'] === alertKind;
}

/** Reads one strictly. @throws {EntryFormatError} */
export function readAlertEntry(entry: OtherEntry): ReadAlertEntry {
  const members = new MemberReader(entry.members);
  members.literal('kind', alertKind);
  const window = members.object('window');
  const read = {
    seq: entry.seq,
    createdAt: entry.createdAt,
    id: members.string('id'),
    alertId: members.string('alert_id'),
    modelId: members.string('model_id'),
    profileId: members.string('profile_id'),
    ruleId: members.string('rule_id'),
    state: members.oneOf('state', alertStates),
    window: {
      from: window.nullable('from', () => window.instant('from')),
      to: window.instant('to'),
    },
    actor: members.optional('actor', () => members.actor('actor')),
    commitments: entry.commitments,
  };
  window.end();
  members.end();
  refuseOthers(read);
  return read;
}

/**
 * An opening has a result; an acknowledgement a note and somebody; a closing a result, or, where a profile took the
 * rule away, somebody.
 */
function refuseOthers({ state, window, actor, commitments }: ReadAlertEntry): void {
  const committed = commitments.map(({ field }) => field).join();
  const hasActor = actor !== undefined;
  const isRight =
    state === 'open'
      ? committed === 'result' && !hasActor
      : state === 'acknowledged'
        ? committed === 'note' && hasActor
        : committed === (hasActor ? '' : 'result');
  if (!isRight) throw new EntryFormatError(`An alert that is ${state} says other things.`);
  if (window.from !== null && window.from > window.to) {
    throw new EntryFormatError('The window ends before it begins.');
  }
}

/** The row of an entry, every column by name. `hash` is the entry's, hexadecimal. */
export function alertRow(read: ReadAlertEntry, hash: string) {
  return {
    seq: read.seq,
    id: read.id,
    alert_id: read.alertId,
    model_id: read.modelId,
    profile_id: read.profileId,
    rule_id: read.ruleId,
    state: read.state,
    window_from: read.window.from,
    window_to: read.window.to,
    actor_id: read.actor?.id ?? null,
    actor_role: read.actor?.role ?? null,
    created_at: read.createdAt,
    hash,
  };
}

/** Alerts one entry after another: how each may follow those before it. */
export class AlertSteps {
  readonly #last = new Map<string, ReadAlertEntry>();

  /** What is wrong with an entry; undefined for nothing. */
  add(entry: ReadAlertEntry): string | undefined {
    const before = this.#last.get(entry.alertId);
    this.#last.set(entry.alertId, entry);
    if (before === undefined) {
      return entry.state === 'open' ? undefined : 'is about an alert that nothing opened';
    }
    const isSame = before.modelId === entry.modelId && before.ruleId === entry.ruleId;
    if (!isSame) return 'is about another rule than its alert';
    const follows = entry.state === 'closed' ? before.state !== 'closed' : before.state === 'open';
    return follows && entry.state !== 'open' ? undefined : 'does not follow the state of its alert';
  }
}
