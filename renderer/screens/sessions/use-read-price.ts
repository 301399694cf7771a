/** The price of reading rows of a session, for the buttons that do it. */
import type { Session } from '../../../shared/contract/sessions.ts';
import { useSessionMetering } from '../../api/billing.ts';
import { useDataset } from '../../api/datasets.ts';
import { useGrant } from '../../api/grants.ts';
import { shortText } from '../../ui/money/nanos-text.ts';
import { meanRowBytes, readPrice } from './read-price.ts';

/** Words of an amount for so many rows in so many calls; undefined until the rates are here, null where they cannot be had. */
export type ReadPriceWords = (rows: number, reads?: number) => string | null | undefined;

export function useReadPrice({
  session_id: id,
  grant_id: grantId,
  dataset_id: datasetId,
}: Session): ReadPriceWords {
  const { data: metering, isError } = useSessionMetering(id);
  const grant = useGrant(grantId).data;
  const dataset = useDataset(datasetId).data;
  return (rows, reads = 1) => {
    if (metering === undefined) return isError ? null : undefined;
    const { pricing, volume_metrics: given } = metering;
    const bytesPerRow = meanRowBytes(given, grant?.estimate?.bytes_per_row, dataset);
    return shortText(readPrice(pricing, { rows, reads, bytesPerRow }), pricing.currency);
  };
}
