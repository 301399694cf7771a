/** What a session costs: four rates, each times its volume, and their sum. */
import { useTranslation } from 'react-i18next';
import type { SessionMetering } from '../../../shared/contract/billing.ts';
import { dimensions, type Dimension } from '../../../shared/billing/volume.ts';
import { useSessionMetering } from '../../api/billing.ts';
import { Section } from '../page/detail-page.tsx';
import { Instant } from '../instant.tsx';
import { formatVolume, placesOfAll } from './money.ts';
import { MoneyText } from './money-text.tsx';
import { PlainTable } from '../table/plain-table.tsx';
import { Loaded } from '../page/loaded.tsx';
import { sessionRateWords } from './price-words.ts';

/** Volumes in the units that rates are for. */
function volumesOf(metering: SessionMetering): Readonly<Record<Dimension, number>> {
  const { time_metrics: time, volume_metrics: volume, operation_metrics: operations } = metering;
  return {
    time: time.session_duration_hours,
    record: volume.records_accessed,
    data: volume.total_data_gb,
    operation: operations.total_operations,
  };
}

export function SessionCost({ id }: { id: string }) {
  const { t } = useTranslation('billing');
  const query = useSessionMetering(id);
  return (
    <Section title={t('used.whole')}>
      <Loaded query={query} failed={t('used.failed')}>
        {(metering) => {
          const { pricing, last_updated: updated } = metering;
          const { currency } = pricing;
          const volumes = volumesOf(metering);
          const places = placesOfAll([
            ...dimensions.map((each) => pricing[`${each}_cost`]),
            pricing.total_cost,
          ]);
          return (
            <>
              <PlainTable
                label={t('used.whole')}
                isText
                columns={[
                  { label: t('used.times') },
                  { label: t('used.volume'), align: 'end' },
                  { label: t('used.rate', { currency }), align: 'end' },
                  { label: t('used.cost', { currency }), align: 'end' },
                ]}
                foot={
                  <tr>
                    <th scope="row" colSpan={3}>
                      {t('usage.sum')}
                    </th>
                    <td data-align="end">
                      <MoneyText value={pricing.total_cost} places={places} />
                    </td>
                  </tr>
                }
              >
                {dimensions.map((dimension) => (
                  <tr key={dimension}>
                    <th scope="row">{t(`dimension.${dimension}`)}</th>
                    <td data-align="end">
                      {t(`price.volume.${dimension}`, {
                        count: volumes[dimension],
                        volume: formatVolume(volumes[dimension]),
                      })}
                    </td>
                    <td data-align="end">
                      × {sessionRateWords(pricing[`${dimension}_rate`], dimension, currency, t)}
                    </td>
                    <td data-align="end">
                      <MoneyText value={pricing[`${dimension}_cost`]} places={places} />
                    </td>
                  </tr>
                ))}
              </PlainTable>
              <p className="pd-note">
                {t('used.updated')} <Instant at={updated} withZone />
              </p>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
