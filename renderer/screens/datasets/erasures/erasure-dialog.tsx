/** One erasure: why, on what basis, by whom, in which entries, and every account that had been given the rows. */
import { useTranslation } from 'react-i18next';
import type {
  DatasetErasure,
  ErasureRecipient,
} from '../../../../shared/contract/dataset-erasures.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { grantAddress } from '../../../ui/addresses.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { formatCount, formatList } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { NotSignedMark } from '../../../ui/signing/not-signed-mark.tsx';
import { useActorNames, useActorRoles } from '../../../ui/signing/person-words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { ViewDialog } from '../../../ui/view-dialog.tsx';

export function ErasureDialog({
  erasure,
  onClose,
}: {
  /** Undefined while none is looked at. */
  readonly erasure: DatasetErasure | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('erasures');
  return (
    <ViewDialog opened={erasure !== undefined} onClose={onClose} title={t('one')} size={680}>
      {erasure !== undefined && (
        <div className="pd-grid pd-gap-12">
          <Facts erasure={erasure} />
          <Recipients recipients={erasure.recipients} />
        </div>
      )}
    </ViewDialog>
  );
}

function Facts({ erasure }: { readonly erasure: DatasetErasure }) {
  const { t } = useTranslation('erasures');
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  const { scope, count, actor, signature, reason, seqs } = erasure;
  return (
    <dl className="pd-flush pd-grid pd-gap-12 pd-labelled pd-prose-value">
      <div>
        <dt>{t('what')}</dt>
        <dd>
          {t(`scope.${scope}`, { count, rows: formatCount(count) })},{' '}
          <Instant at={erasure.created_at} withZone />
        </dd>
      </div>
      <div>
        <dt>{t('basis')}</dt>
        <dd>{showHidden(erasure.legal_basis)}</dd>
      </div>
      <div>
        <dt>{t('reason')}</dt>
        <dd>{reason === null ? t('reasonErased') : showHidden(reason)}</dd>
      </div>
      <div>
        <dt>{t('who')}</dt>
        <dd>
          <bdi>{nameOf(actor.id)}</bdi>, {roleOf(actor.role)}{' '}
          {signature === null ? (
            <NotSignedMark />
          ) : (
            <StatusBadge tone="ok">{t('signed')}</StatusBadge>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('entries', { count: seqs.length })}</dt>
        <dd>
          {formatList(seqs.map(formatCount))}{' '}
          <CopiedValue value={erasure.erasure_id} what={t('id')} />
        </dd>
      </div>
    </dl>
  );
}

function Recipients({ recipients }: { readonly recipients: readonly ErasureRecipient[] }) {
  const { t } = useTranslation('erasures');
  if (recipients.length === 0) return <p className="pd-note">{t('nobodyText')}</p>;
  return (
    <>
      <p className="pd-note">{t('tell')}</p>
      <PlainTable
        label={t('recipients')}
        columns={[
          { label: t('account') },
          { label: t('grant') },
          { label: t('rowsGiven'), align: 'end', about: t('rowsGivenNote') },
          { label: t('last'), ofInstants: true },
        ]}
      >
        {recipients.map(({ account_id: account, grant_id: grant, rows, last_at: last }) => (
          <tr key={`${account} ${grant ?? ''}`}>
            <th scope="row">
              <bdi>{showHidden(account)}</bdi>
            </th>
            <td>
              {grant === null ? (
                '–'
              ) : (
                <PlaceLink href={grantAddress(grant)} title={grant}>
                  {t('toGrant')}
                </PlaceLink>
              )}
            </td>
            <td data-align="end">{formatCount(rows)}</td>
            <td>
              <Instant at={last} precision="minute" />
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}
