/** API keys: who may use this ledger from outside, by which role, until when, and how to end it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { apiKeyStatuses, type ApiKeyCard } from '../../../shared/contract/access.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { keyPageSize, useApiKeys, type ApiKeyStatus } from '../../api/access.ts';
import { useMay } from '../../api/capabilities.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { useMark, useMarkedPage } from '../../ui/marked.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { useCommands } from '../../ui/commands/commands.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { auditAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo, formatCount, formatInstantIn } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { scopesOfRole } from '../../../shared/role-scopes.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './settings.module.css';

type KeyColumn = 'name' | 'role' | 'scopes' | 'expires' | 'used' | 'status' | 'actions';

export function KeysTab({
  status,
  onStatus,
}: {
  status: ApiKeyStatus | undefined;
  onStatus: (status: ApiKeyStatus | undefined) => void;
}) {
  const { t } = useTranslation('access');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const may = useMay();
  const [offset, setOffset] = useState(0);
  const [creating, setCreating] = useState(false);
  const query = useApiKeys(status, offset);
  const columns = useTableColumns<KeyColumn>(
    'api-keys',
    [
      { id: 'name', label: t('keys.column.name'), files: ['name', 'hint'] },
      { id: 'role', label: t('keys.column.role'), files: ['role', 'account', 'holder'] },
      { id: 'scopes', label: t('keys.column.scopes') },
      { id: 'expires', label: t('keys.column.expires'), ofInstants: true },
      { id: 'used', label: t('keys.column.used') },
      { id: 'status', label: t('keys.column.status'), files: ['revoked', 'status'] },
      { id: 'actions', label: t('keys.column.actions'), isSilent: true, align: 'end', fixed: true },
    ],
    [
      fileColumn('id', field('key_id'), '/key_id'),
      fileColumn('name', t('keys.column.name'), '/name'),
      fileColumn('hint', field('hint'), '/hint'),
      codeColumn('role', t('keys.column.role'), '/role', t('role', { returnObjects: true })),
      fileColumn('account', field('account_id'), '/account_id'),
      fileColumn('holder', field('holder_id'), '/holder_id'),
      fileColumn('scopes', t('keys.column.scopes'), '/scopes', 'json'),
      fileColumn('created', field('created_at'), '/created_at', 'instant'),
      fileColumn('by', field('created_by'), '/created_by'),
      fileColumn('expires', t('keys.column.expires'), '/expires_at', 'instant'),
      fileColumn('used', t('keys.column.used'), '/last_used_at', 'instant'),
      fileColumn('revoked', field('revoked_at'), '/revoked_at', 'instant'),
      codeColumn(
        'status',
        t('keys.column.status'),
        '/status',
        t('keys.status', { returnObjects: true }),
      ),
    ],
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
        <p className={classes.note}>{t('keys.text')}</p>
        <TableActions
          tools={{
            id: 'api-keys',
            title: t('keys.list'),
            view: {
              search: { keys: status },
              open: (view) => {
                setOffset(0);
                onStatus(apiKeyStatuses.find((each) => each === view['keys']));
              },
            },
            source: { operation: 'listApiKeys', query: { status } },
            total: query.data?.pagination.total,
            notes: status === undefined ? [] : [t(`keys.status.${status}`)],
          }}
          columns={columns}
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
      <Loaded query={query} failed={t('keys.failed')}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState
              compact
              icon={<IconKey size={20} stroke={1.6} />}
              title={t(status === undefined ? 'keys.emptyTitle' : 'keys.noneTitle')}
            >
              {t(status === undefined ? 'keys.empty' : 'keys.none')}
            </EmptyState>
          ) : (
            <>
              <KeyTable keys={data} columns={columns} dimmed={query.isPlaceholderData} />
              <Pager
                offset={offset}
                size={keyPageSize}
                total={pagination.total}
                onOffset={setOffset}
              />
            </>
          )
        }
      </Loaded>
      <CreateKeyDialog opened={creating} onClose={() => setCreating(false)} />
    </div>
  );
}

function KeyTable({
  keys,
  columns,
  dimmed,
}: {
  keys: readonly ApiKeyCard[];
  columns: TableColumns<KeyColumn>;
  dimmed: boolean;
}) {
  const { t } = useTranslation('access');
  const [revoked, setRevoked] = useState<ApiKeyCard>();
  return (
    <>
      <PlainTable label={t('keys.list')} dimmed={dimmed} columns={columns.shown}>
        {keys.map((each) => (
          <KeyRow
            key={each.key_id}
            card={each}
            columns={columns}
            onRevoke={() => setRevoked(each)}
          />
        ))}
      </PlainTable>
      <RevokeKeyDialog card={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

const badges: Readonly<Record<ApiKeyStatus, readonly [StatusTone, StatusShape]>> = {
  active: ['neutral', 'dot'],
  expired: ['mute', 'ring'],
  revoked: ['mute', 'ring'],
};

function KeyRow({
  card,
  columns,
  onRevoke,
}: {
  card: ApiKeyCard;
  columns: TableColumns<KeyColumn>;
  onRevoke: () => void;
}) {
  const { t } = useTranslation('access');
  const may = useMay();
  const now = useNow();
  const zone = usePreferences((state) => state.timeZone);
  const mark = useMark<HTMLTableRowElement>(card.key_id);
  const { key_id: id, name, role, account_id: account, holder_id: holder, status } = card;
  const [tone, shape] = badges[status];
  const by = card.created_by === 'operator' ? t('keys.window') : card.created_by;
  const hasAll = card.scopes.length >= scopesOfRole(role).length;
  return (
    <tr {...mark}>
      {columns.cells({
        name: (
          <th scope="row" className={classes.keyName}>
            <bdi title={id}>{showHidden(name)}</bdi>
            <span
              className={classes.under}
              title={t('keys.created', {
                at: formatInstantIn(card.created_at, zone),
                by,
              })}
            >
              <code>{t('keys.begins', { hint: card.hint })}</code>
            </span>
          </th>
        ),
        role: (
          <td>
            {t(`role.${role}`)}
            {(account ?? holder) !== null && (
              <span className={classes.under}>
                {[
                  ...(holder === null ? [] : [t('keys.holder', { id: holder })]),
                  ...(account === null ? [] : [t('keys.account', { id: account })]),
                ].join(', ')}
              </span>
            )}
          </td>
        ),
        scopes: (
          <td title={card.scopes.join('\n')}>
            {hasAll
              ? t('keys.scopesAll')
              : t('keys.scopesSome', {
                  count: card.scopes.length,
                  formatted: formatCount(card.scopes.length),
                })}
            {card.rate_limits !== null && (
              <span className={classes.under}>{t('keys.ownLimits')}</span>
            )}
          </td>
        ),
        expires: (
          <td>
            {card.expires_at === null ? (
              <span className={classes.dim}>{t('keys.never')}</span>
            ) : (
              <Instant at={card.expires_at} precision="minute" />
            )}
          </td>
        ),
        used: (
          <td>
            {card.last_used_at === null ? (
              <span className={classes.dim}>{t('keys.notUsed')}</span>
            ) : (
              <time dateTime={card.last_used_at} title={card.last_used_at}>
                {formatAgo(card.last_used_at, now)}
              </time>
            )}
          </td>
        ),
        status: (
          <td>
            <StatusBadge tone={tone} shape={shape}>
              {t(`keys.status.${status}`)}
            </StatusBadge>
            {card.revoked_at !== null && (
              <span className={classes.under}>
                {t('keys.revokedAt', { at: formatInstantIn(card.revoked_at, zone, 'minute') })}
              </span>
            )}
          </td>
        ),
        actions: (
          <td data-align="end">
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
          </td>
        ),
      })}
    </tr>
  );
}
