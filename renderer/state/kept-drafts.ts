/** What is being written, kept in the browser until it is sent: in its session storage it outlives a reload, in its local storage the window, too. */
import type { z } from 'zod';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The kept draft; undefined where there is none that can be read. */
export function readDraft<Draft>(
  storage: DraftStorage,
  key: string,
  schema: z.ZodType<Draft>,
): Draft | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data;
  } catch {
    // Another program's text, or storage that the browser forbids.
    return undefined;
  }
}

/** Keeps a draft as far as the browser allows. */
export function keepDraft(storage: DraftStorage, key: string, draft: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or forbidden storage must not stop somebody from writing.
  }
}

/** Once it is sent, or given up. */
export function forgetDraft(storage: DraftStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

/** The key of what is written about a record: `about` tells apart what is. */
export function recordDraftKey(recordId: string, ...about: readonly string[]): string {
  return ['proofdesk.draft', recordId, ...about].join(' ');
}

/** Forgets every draft on a record: what is erased must not be left in one. */
export function forgetRecordDrafts(storage: Storage, recordId: string): void {
  const prefix = recordDraftKey(recordId, '');
  const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index));
  for (const key of keys) {
    if (key?.startsWith(prefix) === true) storage.removeItem(key);
  }
}
