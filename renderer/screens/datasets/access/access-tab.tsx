/** Who used a dataset: each account with what it was given and what that earned, what happened, and the way to end it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetAccessReport } from '../../../../shared/contract/activity.ts';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useDatasetAccess } from '../../../api/activity.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useMe } from '../../../api/me.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { MoneyText } from '../../../ui/money/money-text.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { ActivityTimeline } from '../../../ui/sessions/activity-timeline.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { RevokeAccessDialog } from './revoke-access-dialog.tsx';

type Access = DatasetAccessReport['data'][number];

/** Accounts that are drawn, those that were used last. */
const drawnAccounts = 200;

export function AccessTab({ dataset: { dataset_id: id } }: { readonly dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const query = useDatasetAccess(id);
  const role = useMe().data?.role;
  const [revoked, setRevoked] = useState<Access>();
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <Section title={t(role === 'ai_lab' ? 'used.own' : 'used.title')}>
        <Loaded query={query} failed={t('used.failed')}>
          {(report) => <Accounts report={report} onRevoke={setRevoked} />}
        </Loaded>
      </Section>
      <ActivityTimeline subject={{ kind: 'dataset', id }} />
      <RevokeAccessDialog
        datasetId={id}
        accountId={revoked?.account_id}
        onClose={() => setRevoked(undefined)}
      />
    </div>
  );
}

function Accounts({
  report: { data },
  onRevoke,
}: {
  readonly report: DatasetAccessReport;
  readonly onRevoke: (access: Access) => void;
}) {
  const { t } = useTranslation('datasets');
  const mayRevoke = useMay()('revokeGrant');
  if (data.length === 0) {
    return (
      <EmptyState compact icon={<IconUsers size={20} stroke={1.6} />} title={t('used.empty')}>
        {t('used.emptyText')}
      </EmptyState>
    );
  }
  const shown = data.toSorted(byLastUse).slice(0, drawnAccounts);
  return (
    <>
      <PlainTable
        label={t('used.title')}
        isText={!mayRevoke}
        columns={[
          { label: t('used.account') },
          { label: t('used.grants'), align: 'end', about: t('used.grantsNote') },
          { label: t('column.sessions'), align: 'end' },
          { label: t('used.rows'), align: 'end', about: t('used.rowsNote') },
          { label: t('used.transformations'), align: 'end' },
          { label: t('used.earned'), align: 'end', about: t('used.earnedNote') },
          { label: t('used.last'), ofInstants: true },
          ...(mayRevoke ? [{ label: t('used.actions'), isSilent: true, fixed: true }] : []),
        ]}
      >
        {shown.map((access) => (
          <Account
            key={access.account_id}
            access={access}
            onRevoke={mayRevoke ? () => onRevoke(access) : undefined}
          />
        ))}
      </PlainTable>
      {data.length > shown.length && (
        <p className="pd-note">
          {t('used.newestOf', {
            shown: formatCount(shown.length),
            total: formatCount(data.length),
          })}
        </p>
      )}
    </>
  );
}

/** The last used first; those that never used it behind. */
function byLastUse(one: Access, other: Access): number {
  return (other.last_at ?? '').localeCompare(one.last_at ?? '');
}

function Account({
  access,
  onRevoke,
}: {
  readonly access: Access;
  readonly onRevoke: (() => void) | undefined;
}) {
  const { t } = useTranslation('datasets');
  const { account_id: id, name, grants, active_grants: active, last_at: last } = access;
  return (
    <tr>
      <th scope="row">
        <bdi title={showHidden(id)}>{showHidden(name === '' ? id : name)}</bdi>
      </th>
      <td data-align="end">
        {t('used.activeOf', { active: formatCount(active), all: formatCount(grants) })}
      </td>
      <td data-align="end">{formatCount(access.sessions)}</td>
      <td data-align="end">{formatCount(access.rows_delivered)}</td>
      <td data-align="end">{formatCount(access.transformations)}</td>
      <td data-align="end">
        <MoneyText value={access.earned} currency={access.currency} headline short />
      </td>
      <td>{last === null ? t('never') : <Instant at={last} precision="minute" />}</td>
      {onRevoke !== undefined && (
        <td>
          {active > 0 && (
            <Button size="compact-sm" onClick={onRevoke}>
              {t('used.revoke')}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
