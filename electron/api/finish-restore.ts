/** The end of a restore, when the ledger that was restored is opened. */
import { join } from 'node:path';
import type { WriteContext } from '../area.ts';
import { declareRestore } from '../backup/declare-restore.ts';
import type { RestoreMarker } from '../backup/restore-marker.ts';
import { setAsideCheckpoints } from '../backup/set-aside-checkpoints.ts';
import { emptyLog } from '../database/room.ts';
import { rowEraserAgain } from '../erasures/dataset-erasures.ts';
import { eraserAgain } from '../erasures/erase-again.ts';
import { answersOf } from '../erasures/erased-copies.ts';
import type { LastSeenFiles } from '../ledger/last-seen.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';

/** Sets aside what was kept of the replaced ledger; before the journal is opened. */
export function setAsideReplaced(
  {
    workspace,
    database,
    checkpoints,
  }: Pick<WriteContext, 'workspace' | 'database' | 'checkpoints'>,
  lastSeen: LastSeenFiles,
  restored: RestoreMarker,
): void {
  const { directory } = workspace;
  setAsideCheckpoints(database, checkpoints, { directory, restored });
  new OutsideFiles(directory).setAside(join(directory, restored.replaced_folder, 'outside'), {
    name: restored.replaced_folder,
    above: restored.declaration.restored.entries,
  });
  lastSeen.setAside(join(directory, restored.replaced_folder));
}

/** Keys and people that are revoked whatever their rows say: by their ids, with the instant. */
export type Withheld = WriteContext['withheld'];
export const nobodyWithheld: Withheld = { keys: new Map(), people: new Map() };

/**
 * Declares the restore, and does again what was revoked and erased in the replaced ledger.
 * @returns keys and people who could not be revoked again: they are to be refused
 */
export function finishRestore(
  context: Pick<
    WriteContext,
    | 'workspace'
    | 'database'
    | 'journal'
    | 'facts'
    | 'signer'
    | 'log'
    | 'random'
    | 'sealer'
    | 'createId'
  >,
  restored: RestoreMarker,
): Withheld {
  const { workspace, database, signer, log } = context;
  try {
    const journal = context.journal();
    const eraseAgain = eraserAgain({
      database,
      journal,
      facts: context.facts,
      forgetAnswers: answersOf(database),
    });
    declareRestore(
      { database, journal, facts: context.facts },
      {
        marker: restored,
        directory: workspace.directory,
        eraseAgain,
        eraseRowsAgain: rowEraserAgain(context, journal),
        createId: context.createId,
      },
    );
    // No reader is there yet: nothing of what was erased again is left in the log.
    if (restored.erasures.length + restored.row_erasures.length > 0) emptyLog(database);
    signer.noticed();
    return nobodyWithheld;
  } catch (error) {
    // The next opening tries again; until then it is known why nothing can be appended.
    const reason = String(error);
    log(JSON.stringify({ level: 'error', event: 'restore_not_declared', reason }));
    return {
      keys: new Map(restored.revoked_keys.map((each) => [each.key_id, each.revoked_at])),
      people: new Map(restored.revoked_people.map((each) => [each.person_id, each.revoked_at])),
    };
  }
}
