/** The last word before all grants of an account on a dataset are revoked: which they are, and that its sessions end. */
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useActiveGrants, useRevokeGrants } from '../../../api/grants.ts';
import { Instant } from '../../../ui/instant.tsx';
import layout from '../../../ui/form/form.module.css';
import { RevokeDialog } from '../../../ui/revoke-dialog.tsx';

export function RevokeAccessDialog({
  datasetId,
  accountId,
  onClose,
}: {
  readonly datasetId: string;
  /** Whose; undefined while nothing is asked. */
  readonly accountId: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['datasets', 'grants']);
  const grants = useActiveGrants({ datasetId, accountId }).data?.data ?? [];
  const revoking = useRevokeGrants();
  return (
    <RevokeDialog
      opened={accountId !== undefined}
      onClose={onClose}
      words={{
        title: t('used.revokeTitle', { account: showHidden(accountId ?? '') }),
        submit: t('used.revokeSubmit'),
        failed: t('used.revokeFailed'),
        done: t('used.revokeDone'),
        reason: t('grants:reason'),
        reasonHint: t('grants:revoke.reasonHint'),
        reasonMissing: t('grants:revoke.reasonMissing'),
        by: t('grants:revoke.by'),
        byHint: grants[0]?.holder_id ?? '',
      }}
      send={async (body) => {
        await revoking.mutateAsync({ ids: grants.map(({ grant_id: id }) => id), body });
        return { revoked_by: body.revoked_by };
      }}
    >
      <p className={layout.text}>{t('used.revokeText')}</p>
      <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
        {grants.map(({ grant_id: id, purpose, terms }) => (
          <li key={id}>
            <bdi>{showHidden(purpose === '' ? id : purpose)}</bdi>{' '}
            <span className="pd-dim">
              {t('used.until')} <Instant at={terms.ends_at} precision="minute" withZone />
            </span>
          </li>
        ))}
      </ul>
    </RevokeDialog>
  );
}
