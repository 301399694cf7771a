/** Things in the palette: what a pasted id or hash opens, things by their name, things opened lately. */
import { placeOf, type Place } from '../../shared/open-address.ts';
import { useAnswer } from '../api/answers.ts';
import { useDatasets } from '../api/datasets.ts';
import { useModelOverviews } from '../api/models.ts';
import { recordPageQuery, useRecord, useRecordsAfter, type ListedRecord } from '../api/records.ts';
import { useRecent, type RecentThing } from '../state/recent.ts';
import { fit } from '../ui/commands/palette-matches.ts';
import { useIsOpen } from '../ui/places/places.ts';
import { useLedgerName } from '../ui/places/use-recent-things.ts';

const shownRecords = 6;
const shownNamed = 5;
const shownRecent = 6;
/** `rec_` and 26 characters: half an id is no record's. */
const idLength = 30;

/** Records of a pasted id, hash or `#seq`; `looking` while the engine is asked. */
export function useFoundRecords(text: string): { rows: ListedRecord[]; looking: boolean } {
  const place = placeOf(text);
  const isWhole = place?.kind === 'record' && place.id.length === idLength;
  const byId = useRecord(isWhole ? place.id : undefined);
  const seq = place?.kind === 'entry' ? Number(place.id.slice(1)) : 0;
  const bySeq = useRecordsAfter(seq > 0 ? seq - 1 : undefined, 'asc', 1);
  const byHash = useAnswer('listRecords', {
    ...recordPageQuery({ filter: { q: place?.id ?? '' }, order: 'desc', pageIndex: 0 }),
    enabled: place?.kind === 'hash',
  });
  switch (place?.kind) {
    case 'record':
      return { rows: byId.data === undefined ? [] : [byId.data], looking: byId.isFetching };
    case 'entry':
      return {
        rows: (bySeq.data?.data ?? []).filter((row) => row.seq === seq),
        looking: bySeq.isFetching,
      };
    case 'hash':
      return {
        rows: (byHash.data?.data ?? []).slice(0, shownRecords),
        looking: byHash.isFetching,
      };
    default:
      return { rows: [], looking: false };
  }
}

/** The place of a pasted id that opens by itself; undefined for what is looked up as records. */
export function directPlace(text: string): Place | undefined {
  const place = placeOf(text);
  return place?.kind === 'hash' || place?.kind === 'entry' ? undefined : place;
}

/** Tells whether a text is looked up before anything can be opened. */
export function isLookedUp(text: string): boolean {
  return placeOf(text) !== undefined && directPlace(text) === undefined;
}

export interface NamedThing {
  readonly kind: 'model' | 'dataset';
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** Models by their id and datasets by their name, the best first. */
export function useNamedThings(text: string): NamedThing[] {
  const isAsked = text.length > 1 && placeOf(text) === undefined;
  // Asked for as the palette opens, so that they are there when the text is.
  const models = useModelOverviews();
  const datasets = useDatasets();
  if (!isAsked) return [];
  const things: NamedThing[] = [
    ...(models.data ?? []).map(({ model_id: id }) => ({
      kind: 'model' as const,
      id,
      name: id,
      path: `/models/${encodeURIComponent(id)}`,
    })),
    ...(datasets.data ?? []).map(({ dataset_id: id, name }) => ({
      kind: 'dataset' as const,
      id,
      name,
      path: `/datasets/${encodeURIComponent(id)}`,
    })),
  ];
  return things
    .map((thing) => ({ thing, rank: Math.max(fit(thing.name, text), fit(thing.id, text)) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, shownNamed)
    .map(({ thing }) => thing);
}

/** Things opened lately in the open ledger, the last first. */
export function useRecentThings(): readonly RecentThing[] {
  const ledger = useLedgerName();
  const isOpen = useIsOpen();
  const things = useRecent((state) => state.things);
  return things
    .filter((thing) => thing.ledger === ledger && isOpen(thing.path))
    .slice(0, shownRecent);
}
