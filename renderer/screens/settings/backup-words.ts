/** What is said of a backup in more than one place. */
import type { Backup } from '../../../shared/contract/backups.ts';

/** When it was made: by its manifest, or by its name. */
export function backupInstant({ backup_id: id, manifest }: Backup): string {
  if (manifest !== null) return manifest.created_at;
  const [, day = '', time = ''] = /^bak_(\d{8})T(\d{9})Z/.exec(id) ?? [];
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const clock = `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}.${time.slice(6)}`;
  return `${date}T${clock}Z`;
}

/** Tells whether nothing speaks against a backup. */
export function isIntact({ fault, verification }: Backup): boolean {
  return fault === null && verification?.intact === true;
}
