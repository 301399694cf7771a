/** The history of notifications on this machine: it outlives the window. */
import { z } from 'zod';

export const noticeTones = ['info', 'ok', 'warn', 'bad'] as const;
export type NoticeTone = (typeof noticeTones)[number];

const keptNoticeSchema = z.object({
  id: z.string(),
  tone: z.enum(noticeTones),
  title: z.string(),
  detail: z.string().nullable(),
  /** What the service says of it, in English. */
  reason: z.string().nullable().catch(null),
  requestId: z.string().nullable(),
  href: z.string().startsWith('#/').nullable(),
  at: z.number(),
  read: z.boolean(),
});
export type KeptNotice = z.infer<typeof keptNoticeSchema>;

const key = 'proofdesk.notices';
/** Notices that are kept; of one, so many characters. */
export const mostNotices = 200;
const longestText = 2_000;

/** Notices that were stored, newest first; nothing where it cannot be read. */
export function readNotices(text: string | null): KeptNotice[] {
  try {
    return keptNoticeSchema.array().parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The notices of earlier windows. */
export function storedNotices(): KeptNotice[] {
  try {
    return readNotices(globalThis.localStorage?.getItem(key) ?? null);
  } catch {
    // A browser may forbid storage: the history is then this window's.
    return [];
  }
}

/** Keeps them for the next window; what cannot be kept (an undo) is left out. */
export function storeNotices(notices: readonly KeptNotice[]): void {
  const kept = notices
    .slice(0, mostNotices)
    .map(({ id, tone, title, detail, reason, requestId, href, at, read }) => ({
      id,
      tone,
      title: title.slice(0, longestText),
      detail: detail?.slice(0, longestText) ?? null,
      reason: reason?.slice(0, longestText) ?? null,
      requestId,
      href,
      at,
      read,
    }));
  try {
    globalThis.localStorage?.setItem(key, JSON.stringify(kept));
  } catch {
    // Full or forbidden storage must not take the screen down.
  }
}
