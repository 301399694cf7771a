/** Checkpoints that a restored ledger does not go on from: kept with the ledger that it replaced. */
import { join } from 'node:path';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { contradicts, createJudge } from '../checkpoints/judge-checkpoints.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { RestoreMarker } from './restore-marker.ts';

/**
 * Moves what contradicts the restored ledger to the replaced one's folder, so that it may grow: the
 * entry that declares the restore says why. Checkpoints kept elsewhere go on to contradict.
 */
export function setAsideCheckpoints(
  database: WriterDatabase,
  files: CheckpointFiles,
  place: { readonly directory: string; readonly restored: RestoreMarker },
): void {
  const { directory, restored } = place;
  const judge = createJudge(database, { rotations: files.rotations() });
  files.setAside(
    join(directory, restored.replaced_folder, 'checkpoints'),
    (note) => {
      const { verdict } = judge.judge(note);
      return contradicts(verdict);
    },
    restored.declaration.restored.entries,
  );
}
