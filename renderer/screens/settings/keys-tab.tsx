/** API keys: who may use this ledger from outside, by which role, until when, and how to end it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { apiKeyStatuses, type ApiKeyCard } from '../../../shared/contract/access.ts';
import { keyPageSize, useApiKeys, type ApiKeyStatus } from '../../api/access.ts';
import { useMay } from '../../api/capabilities.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { ProofSign } from '../../ui/proof/proof-sign.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useMarkedPage } from '../../ui/marked.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { auditAddress } from '../../ui/addresses.ts';
import { EmptyState } from '../../ui/states.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keysTable } from './keys-table.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './settings.module.css';

export function KeysTab({
  status,
  onStatus,
}: {
  status: ApiKeyStatus | undefined;
  onStatus: (status: ApiKeyStatus | undefined) => void;
}) {
  const { t } = useTranslation(['access', 'tables']);
  const may = useMay();
  const [offset, setOffset] = useState(0);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKeyCard>();
  const query = useApiKeys(status, offset);
  const table = useTable(
    keysTable,
    pagedRows(
      query,
      { offset, size: keyPageSize },
      { source: { operation: 'listApiKeys', query: { status } }, idPath: '/key_id' },
    ),
    t,
  );
  const nameOf = useActorNames();
  const person = ({ person_id: id }: ApiKeyCard) =>
    id === null ? (
      <span className="pd-dim">{t('keys.nobody')}</span>
    ) : (
      <bdi title={id}>{nameOf(id)}</bdi>
    );
  const actions = (card: ApiKeyCard) => (
    <KeyActions card={card} onRevoke={() => setRevoked(card)} />
  );
  useMarkedPage({
    ids: query.isPlaceholderData ? undefined : query.data?.data.map((each) => each.key_id),
    offset,
    size: keyPageSize,
    total: query.data?.pagination.total ?? 0,
    onOffset: setOffset,
  });
  const canCreate = may('createApiKey');
  useCommands([
    {
      id: 'keys.new',
      title: `${t('keys.new')}…`,
      group: 'do',
      scope: 'global',
      icon: IconPlus,
      isEnabled: () => canCreate,
      run: () => setCreating(true),
    },
  ]);
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <p className="pd-note pd-readable">{t('keys.text')}</p>
        <TableActions
          {...menuOf(table, {
            title: t('keys.list'),
            view: {
              search: { keys: status },
              open: (view) => {
                setOffset(0);
                onStatus(apiKeyStatuses.find((each) => each === view['keys']));
              },
            },
            notes: status === undefined ? [] : [t(`keys.status.${status}`)],
          })}
        >
          {canCreate && (
            <Button
              variant="filled"
              leftSection={<IconPlus size={14} stroke={2} />}
              onClick={() => setCreating(true)}
            >
              {t('keys.new')}
            </Button>
          )}
        </TableActions>
      </div>
      <SegmentedControl
        size="xs"
        className={classes.segments ?? ''}
        aria-label={t('keys.segments')}
        value={status ?? 'all'}
        data={[
          { value: 'all', label: t('keys.all') },
          ...apiKeyStatuses.map((value) => ({ value, label: t(`keys.status.${value}`) })),
        ]}
        onChange={(value) => {
          setOffset(0);
          onStatus(apiKeyStatuses.find((each) => each === value));
        }}
      />
      <ListTable
        table={table}
        title={t('keys.list')}
        failed={t('keys.failed')}
        empty={
          <EmptyState
            compact
            icon={<IconKey size={20} stroke={1.6} />}
            title={t(status === undefined ? 'keys.emptyTitle' : 'keys.noneTitle')}
          >
            {t(status === undefined ? 'keys.empty' : 'keys.none')}
          </EmptyState>
        }
        isMarkable
        draw={{ person, actions }}
        onOffset={setOffset}
      />
      <RevokeKeyDialog card={revoked} onClose={() => setRevoked(undefined)} />
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}

function KeyActions({ card, onRevoke }: { card: ApiKeyCard; onRevoke: () => void }) {
  const { t } = useTranslation('access');
  const may = useMay();
  const { key_id: id, name, status } = card;
  return (
    <>
      <ProofSign row={{ table: 'api_keys', id }} name={name} />
      {may('listAuditEvents') && (
        <Button
          size="compact-xs"
          variant="subtle"
          component={PlaceWay}
          href={auditAddress({ caller: id })}
          aria-label={t('keys.showAudit', { name })}
        >
          {t('keys.audit')}
        </Button>
      )}
      {status === 'active' && may('revokeApiKey') && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('keys.revokeNamed', { name })}
          onClick={onRevoke}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </>
  );
}
