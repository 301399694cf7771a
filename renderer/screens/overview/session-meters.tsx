/** Sessions that are open, each with how much was read through it beside the others, and what is left of its time. */
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useSessions } from '../../api/sessions.ts';
import { datasetAddress, sessionAddress, sessionsAddress } from '../../ui/addresses.ts';
import { MeasureBar } from '../../ui/charts/share-bar.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { Countdown } from '../../ui/sessions/countdown.tsx';
import { endOf } from '../../ui/sessions/session-end.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { AllOf } from './all-of.tsx';
import classes from './overview.module.css';

/** Rows of a part; the list has the others. */
const shown = 6;

export function SessionMeters() {
  const { t } = useTranslation('overview');
  const query = useSessions({ status: 'active' });
  return (
    <Section
      title={t('sessions.title')}
      actions={<AllOf href={`${sessionsAddress}?status=active`} count={query.data?.total} />}
    >
      <Loaded query={query} failed={t('sessions.failed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="pd-flush pd-dim">{t('sessions.none')}</p>
          ) : (
            <Meters sessions={data.slice(0, shown)} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Meters({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation('overview');
  const most = Math.max(1, ...sessions.map(({ usage }) => usage?.records_accessed ?? 0));
  return (
    <PlainTable
      label={t('sessions.title')}
      columns={[
        { label: t('sessions.purpose') },
        { label: t('sessions.dataset') },
        { label: t('sessions.records'), align: 'end' },
        { label: t('sessions.share') },
        { label: t('sessions.operations'), align: 'end' },
        { label: t('sessions.bytes'), align: 'end' },
        { label: t('sessions.left'), align: 'end' },
      ]}
    >
      {sessions.map((session) => {
        const { session_id: id, purpose, dataset_id: dataset, usage } = session;
        return (
          <tr key={id}>
            <th scope="row">
              <PlaceLink className="pd-text-link pd-underlined" href={sessionAddress(id)}>
                {showHidden(purpose)}
              </PlaceLink>
            </th>
            <td>
              <PlaceLink className="pd-text-link pd-underlined" href={datasetAddress(dataset)}>
                {showHidden(dataset)}
              </PlaceLink>
            </td>
            <td data-align="end">{formatCount(usage?.records_accessed ?? 0)}</td>
            <td className={classes.meter}>
              <MeasureBar value={usage?.records_accessed ?? 0} top={most} marks={[]} />
            </td>
            <td data-align="end">{formatCount(usage?.total_operations ?? 0)}</td>
            <td data-align="end">{formatBytes(usage?.total_data_bytes ?? 0)}</td>
            <td data-align="end">
              <Countdown until={endOf(session)} />
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}
