/** An instant in the chosen zone, with the zone named where asked and ISO 8601 on hover. */
import type { InstantText } from '../../shared/contract/common.ts';
import { usePreferences } from '../state/preferences.ts';
import { useNow } from './chain/use-now.ts';
import { formatAgo, formatInstant, formatInstantIn } from './format.ts';

/** How long ago it was, with the instant on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={at}>
      {formatAgo(at, now)}
    </time>
  );
}

/** `at` is a UTC instant (ISO 8601) or ms since the epoch. */
export function Instant({
  at,
  precision = 'second',
  withZone = false,
}: {
  at: InstantText | number;
  precision?: 'minute' | 'second' | 'millisecond';
  withZone?: boolean;
}) {
  const zone = usePreferences((preferences) => preferences.timeZone);
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const iso = Number.isNaN(ms) ? String(at) : new Date(ms).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {withZone ? formatInstantIn(at, zone, precision) : formatInstant(at, zone, precision)}
    </time>
  );
}
