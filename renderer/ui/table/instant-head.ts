/** How a column of instants is headed: with the zone that they are shown in. */
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { zoneName, zonePlace } from '../format.ts';

/** `Opened (Los Angeles)` in the header, with the zone's whole name on hover; `about` says more there than `name`. */
export function instantHead(
  name: string,
  zone: TimeZoneChoice,
  about = name,
): { readonly title: string; readonly header: string } {
  return { title: `${about} (${zoneName(zone)})`, header: `${name} (${zonePlace(zone)})` };
}
