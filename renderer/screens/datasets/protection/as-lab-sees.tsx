/** The first rows as a lab would see them: fields that leave, in rows of their own grant. */
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '../../../../shared/contract/policies.ts';
import { previewedRows } from '../../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { valuesAtAddress } from '../../../../shared/policies/addresses.ts';
import { usePolicyPreview } from '../../../api/policies.ts';
import { formatCount } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { textAt } from './before-after.tsx';
import classes from './protection.module.css';

/** Columns that are drawn. */
const drawnFields = 60;

export function AsLabSees({
  datasetId,
  policy,
  addresses,
}: {
  readonly datasetId: string;
  readonly policy: Policy;
  readonly addresses: readonly string[];
}) {
  const { t } = useTranslation('protection');
  const query = usePolicyPreview(datasetId, { policy, limit: previewedRows });
  if (!policy.kinds.includes('rows')) {
    return (
      <EmptyState compact icon={<IconEyeOff size={20} stroke={1.6} />} title={t('seen.noRows')}>
        {t('seen.noRowsText')}
      </EmptyState>
    );
  }
  return (
    <Loaded query={query} failed={t('seen.failed')}>
      {({ after }) => {
        const seen = ['record_id', ...addresses].filter((address) =>
          after.some((row) => valuesAtAddress(row, address).length > 0),
        );
        return (
          <>
            <p className="pd-note">
              {t('seen.text', { count: after.length, rows: formatCount(after.length) })}
              {seen.length > drawnFields &&
                ` ${t('seen.more', { count: seen.length - drawnFields, fields: formatCount(seen.length - drawnFields) })}`}
            </p>
            <PlainTable
              label={t('view.seen')}
              isText
              columns={seen.slice(0, drawnFields).map((label) => ({ label: showHidden(label) }))}
            >
              {after.map((row, at) => (
                <tr key={textAt(row, 'record_id') || at}>
                  {seen.slice(0, drawnFields).map((address) => (
                    <td key={address} className={classes.value}>
                      <bdi>{showHidden(textAt(row, address))}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </PlainTable>
          </>
        );
      }}
    </Loaded>
  );
}
