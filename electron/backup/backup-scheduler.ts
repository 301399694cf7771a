/** Starts backups when they are due, on the writer: one at a time, overdue ones soon after the start. */
import type { BackupReason } from '../../shared/contract/backups.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { readLedgerFacts } from '../database/ledger-facts.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Place } from '../database/open-place.ts';
import type { Remover } from '../database/remover.ts';
import { backupFolders, findBackup, listBackups, unfinishedIn } from './backup-folders.ts';
import { nextBackupAt, retryAfter } from './backup-schedule.ts';
import {
  folderOf,
  noteBackup,
  readSettings,
  readState,
  type BackupNote,
} from './backup-settings.ts';

export interface BackupSchedulerOptions {
  readonly database: WriterDatabase;
  readonly place: Place;
  readonly directory: string;
  readonly kind: LedgerKind;
  readonly clock: Clock;
  /** Whether a backup waits or runs already. */
  readonly isUnderWay: () => boolean;
  readonly remover: Remover;
  readonly start: (reason: BackupReason) => void;
  /** Runs something later, keeping nothing alive; the returned function calls it off. */
  readonly schedule: (milliseconds: number, run: () => void) => () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Looks are so far apart; the first comes when the start is over. Milliseconds. */
const lookEvery = 30_000;
const firstLook = 5_000;
/** After an erasure, which may not be the only one. */
const soon = 1_000;

export class BackupScheduler {
  readonly #options: BackupSchedulerOptions;

  #callOff: () => void = () => {};
  #isStopped = false;
  #isTidy = false;

  constructor(options: BackupSchedulerOptions) {
    this.#options = options;
  }

  /** Looks from now on. */
  begin(): void {
    this.#lookIn(firstLook);
  }

  /** Older backups hold what was just erased. */
  lookSoon(): void {
    this.#lookIn(soon);
  }

  /** Nothing is written any more: the ledger's folder may be gone or another's from then on. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff();
  }

  #lookIn(milliseconds: number): void {
    if (this.#isStopped) return;
    this.#callOff();
    this.#callOff = this.#options.schedule(milliseconds, () => {
      this.look()
        .catch((error: unknown) => {
          if (!this.#isStopped) this.#options.onFailure(error);
        })
        .finally(() => this.#lookIn(lookEvery));
    });
  }

  /**
   * Looks whether a backup is due. Call it now and then: no timer has to be right.
   * @throws {DatabaseError} `moved`
   */
  async look(): Promise<void> {
    const { place, directory, kind, clock, isUnderWay, start } = this.#options;
    place.confirm();
    let state = await readState(directory);
    if (state.since === null) {
      state = { ...state, since: this.#beganAt() };
      this.#note({ since: state.since });
    }
    if (this.#isStopped || isUnderWay()) return;
    if (!this.#isTidy) await this.#tidy();
    const failedAt = state.last_failure === null ? 0 : Date.parse(state.last_failure.at);
    const isPatient = clock() < failedAt + retryAfter;
    if (!isPatient && (await this.#someHoldErased())) {
      if (!this.#isStopped) start('erasure');
      return;
    }
    const due = nextBackupAt(await readSettings(directory, kind), state);
    if (due === null || due > clock()) return;
    const id = state.last_success?.backup_id;
    if (id !== undefined && (await this.#isUnchangedSince(id))) {
      this.#note({ done_at: instant(clock()), last_failure: null });
      return;
    }
    if (!this.#isStopped) start('scheduled');
  }

  /** @throws {DatabaseError} `moved`: another ledger may stand there since the look began */
  #note(note: BackupNote): void {
    if (this.#isStopped) return;
    this.#options.place.confirm();
    noteBackup(this.#options.directory, note);
  }

  /** What an earlier process left unfinished goes soon after the start, not with the next backup. */
  async #tidy(): Promise<void> {
    const { directory, kind, clock, remover } = this.#options;
    this.#isTidy = true;
    const settings = await readSettings(directory, kind);
    const isOwn = settings.folder === null;
    remover.removeLater(await unfinishedIn(folderOf(directory, settings), isOwn, clock()));
  }

  /** When the ledger began: what the schedule counts from. */
  #beganAt(): string | null {
    const { database } = this.#options;
    const genesis = database
      .prepare<[], string>('SELECT bytes FROM entries WHERE seq = 0')
      .pluck()
      .get();
    return /"created_at":"([^"]{24})"/.exec(genesis ?? '')?.[1] ?? null;
  }

  /** Whether a backup of this ledger is older than its last erasure. */
  async #someHoldErased(): Promise<boolean> {
    const { database, directory, kind } = this.#options;
    const erasedAt = database
      .prepare<[], number | null>(
        'SELECT max(seq) FROM (SELECT seq FROM erasures UNION ALL SELECT seq FROM row_erasures)',
      )
      .pluck()
      .get();
    if (erasedAt === null || erasedAt === undefined) return false;
    const { vkey } = readLedgerFacts(database);
    const { data } = await listBackups(await backupFolders(directory, kind));
    return data.some(
      ({ manifest, fault }) =>
        fault === null && manifest?.vkey === vkey && manifest.entries <= erasedAt,
    );
  }

  async #isUnchangedSince(id: string): Promise<boolean> {
    const { database, directory, kind } = this.#options;
    const backup = await findBackup(await backupFolders(directory, kind), id);
    if (backup?.manifest === undefined || backup.manifest === null) return false;
    return (
      backup.fault === null && backup.manifest.head_hash === readLedgerFacts(database).headHash
    );
  }
}
