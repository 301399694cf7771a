/** What is asked to go into a bundle, and the body that asks for it. */
import type { z } from 'zod';
import { bundleKinds, type createBundleSchema } from '../../../shared/contract/bundles.ts';
import type { RecordFilter } from '../../../shared/contract/records.ts';

/** The body as it may be sent: what has a default is left out. */
export type AskedBundle = z.input<typeof createBundleSchema>;

/** Kinds that can be asked for: a bundle of a kind, or the tiles of the whole tree. */
const allKinds = [...bundleKinds, 'tiles'] as const;

/** The kinds that are offered: from a payout that alone, from a figure that and perhaps the whole ledger, elsewhere the others. */
export function offeredKinds({ payoutId, figure }: Selected): readonly BundleDraft['kind'][] {
  if (payoutId !== undefined) return ['payout'];
  if (figure !== undefined) return figure.isFullOffered ? ['figure', 'full'] : ['figure'];
  return allKinds.filter((kind) => kind !== 'payout' && kind !== 'figure');
}

export interface BundleDraft {
  readonly kind: (typeof allKinds)[number];
  /** Journal indexes as they are typed. */
  readonly from: string;
  readonly to: string;
  readonly source: 'marked' | 'filter';
  /** Sizes of earlier checkpoints, as they are typed. */
  readonly since: readonly string[];
}

/** Journal index of the newest entry; entry 0 goes into every bundle anyway. */
export function lastOf(size: number): number {
  return Math.max(1, size - 1);
}

/** A journal index that can begin or end a range; entry 0 goes into every bundle anyway. */
export function entryIndex(text: string, last: number): number | undefined {
  if (!/^\d{1,15}$/.test(text.trim())) return undefined;
  const index = Number(text);
  return index >= 1 && index <= last ? index : undefined;
}

/** The filter as `POST /bundles` takes it: texts, as in a query string. */
export function filterTexts(filter: RecordFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** Rows that a bundle may be narrowed to. */
export interface Selected {
  readonly filter: RecordFilter | null;
  readonly recordIds: readonly string[];
  /** A payout that it is asked from: then it is of that. */
  readonly payoutId?: string | undefined;
  /** A recorded figure that it is asked from: of that, or of the whole ledger where it is small enough. */
  readonly figure?: { readonly id: string; readonly isFullOffered: boolean } | undefined;
}

/** Tells whether each is the size of a checkpoint that a ledger of so many entries can have had. */
export function areEarlierSizes(since: readonly string[], size: number): boolean {
  return since.every((each) => entryIndex(each, size) !== undefined);
}

/** Tells whether a bundle can be made of it: a range is one within the ledger, a selection has a source. */
export function isComplete(draft: BundleDraft, { filter, recordIds }: Selected, size: number) {
  if (draft.kind !== 'tiles' && !areEarlierSizes(draft.since, size)) return false;
  const last = lastOf(size);
  if (draft.kind === 'range') {
    const from = entryIndex(draft.from, last);
    const to = entryIndex(draft.to, last);
    return from !== undefined && to !== undefined && from <= to;
  }
  if (draft.kind !== 'selection') return true;
  return filter !== null || (draft.source === 'marked' && recordIds.length > 0);
}

/** The body of `POST /bundles`. */
export function bundleBody(draft: BundleDraft, selected: Selected): AskedBundle {
  const body = whatBody(draft, selected);
  if (draft.kind === 'tiles' || draft.since.length === 0) return body;
  return { ...body, since: draft.since.map(Number) };
}

function whatBody(
  draft: BundleDraft,
  { filter, recordIds, payoutId, figure }: Selected,
): AskedBundle {
  if (draft.kind === 'figure') return { kind: 'figure', figure_id: figure?.id ?? '' };
  if (draft.kind === 'payout') return { kind: 'payout', payout_id: payoutId ?? '' };
  if (draft.kind === 'full') return { kind: 'full' };
  if (draft.kind === 'tiles') return { kind: 'full', format: 'tiles' };
  if (draft.kind === 'range') {
    return { kind: 'range', range: { from: Number(draft.from), to: Number(draft.to) } };
  }
  return draft.source === 'marked' && recordIds.length > 0
    ? { kind: 'selection', record_ids: [...recordIds] }
    : { kind: 'selection', filter: filterTexts(filter ?? {}) };
}
