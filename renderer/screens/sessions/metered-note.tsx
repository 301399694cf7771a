/** What an export of a session's rows counts and costs, said before it is asked for. */
import { useTranslation } from 'react-i18next';
import { exportBatchRows } from '../../../shared/contract/exports.ts';
import { useSessionMetering } from '../../api/billing.ts';
import form from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { emittedRateWords } from '../../ui/money/price-words.ts';
import { exportReads, rowsAndReadsCost } from './export-cost.ts';

export function MeteredNote({ sessionId, rows }: { sessionId: string; rows: number | null }) {
  const { t } = useTranslation('sessions');
  const { t: billing } = useTranslation('billing');
  const { data: metering } = useSessionMetering(sessionId);
  return (
    <div className="pd-grid pd-gap-4" role="note">
      <p className={form.text}>
        <strong>{t('rowsFile.metered')}</strong>{' '}
        {rows === null
          ? t('rowsFile.batches', { most: formatCount(exportBatchRows) })
          : t('rowsFile.reads', {
              count: exportReads(rows),
              reads: formatCount(exportReads(rows)),
              rows: formatCount(rows),
            })}{' '}
        {metering !== undefined && (
          <>
            {rows === null
              ? t('rowsFile.rates', {
                  record: emittedRateWords(
                    metering.pricing.record_rate,
                    'record',
                    metering.pricing.currency,
                    billing,
                  ),
                  operation: emittedRateWords(
                    metering.pricing.operation_rate,
                    'operation',
                    metering.pricing.currency,
                    billing,
                  ),
                })
              : t('rowsFile.cost', {
                  cost: formatMoney(
                    rowsAndReadsCost(rows, metering.pricing),
                    metering.pricing.currency,
                  ),
                })}{' '}
            {t('rowsFile.data', {
              rate: emittedRateWords(
                metering.pricing.data_rate,
                'data',
                metering.pricing.currency,
                billing,
              ),
            })}
          </>
        )}
      </p>
      <p className={form.text}>{t('rowsFile.stays')}</p>
    </div>
  );
}
