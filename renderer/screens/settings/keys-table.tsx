/** The columns of API keys, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { apiKeyStatuses, roles, type ApiKeyCard } from '../../../shared/contract/access.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { scopesOfRole } from '../../../shared/role-scopes.ts';
import type { ApiKeyStatus } from '../../api/access.ts';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { defineTable, inFiles, type ListCells } from '../../ui/list/define-list.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import classes from './settings.module.css';

type Translate = TFunction<['access', 'tables']>;

export const keysTable = defineTable<ApiKeyCard, Translate>()(
  {
    id: 'api-keys',
    columnsAt: 'keys.column',
    rowId: (row) => row.key_id,
    columns: {
      id: inFiles('/key_id', true),
      name: { path: '/name', identity: true, className: classes.keyName, cell: NameCell },
      hint: inFiles('/hint', 'name'),
      role: { path: '/role', codes: roles, cell: RoleCell },
      account: inFiles('/account_id', 'role'),
      holder: inFiles('/holder_id', 'role'),
      person: { path: '/person_id', titleInFiles: 'tables:file.person_id', none: 'keys.nobody' },
      scopes: {
        path: '/scopes',
        form: 'json',
        cell: ScopesCell,
        text: ({ scopes }) => scopes.join('\n'),
      },
      created: inFiles('/created_at', true, 'instant'),
      by: inFiles('/created_by', true),
      expires: { path: '/expires_at', form: 'instant', none: 'keys.never' },
      used: { path: '/last_used_at', form: 'ago', none: 'keys.notUsed' },
      revoked: inFiles('/revoked_at', 'status', 'instant'),
      status: { path: '/status', codes: apiKeyStatuses, wordsAt: 'keys.status', cell: StatusCell },
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

function NameCell(card: ApiKeyCard, { t, zone }: ListCells<Translate>) {
  const by = card.created_by === 'operator' ? t('keys.window') : card.created_by;
  const made = t('keys.created', { at: formatInstantIn(card.created_at, zone), by });
  return (
    <>
      <bdi title={card.key_id}>{showHidden(card.name)}</bdi>
      <span className={classes.under} title={made}>
        <code>{t('keys.begins', { hint: card.hint })}</code>
      </span>
    </>
  );
}

function RoleCell(
  { role, account_id: account, holder_id: holder }: ApiKeyCard,
  { t }: ListCells<Translate>,
) {
  const whose = [
    ...(holder === null ? [] : [t('keys.holder', { id: holder })]),
    ...(account === null ? [] : [t('keys.account', { id: account })]),
  ];
  return (
    <>
      {t(`role.${role}`)}
      {whose.length > 0 && <span className={classes.under}>{whose.join(', ')}</span>}
    </>
  );
}

function ScopesCell({ role, scopes, rate_limits: own }: ApiKeyCard, { t }: ListCells<Translate>) {
  const count = scopes.length;
  const words = { count, formatted: formatCount(count) };
  return (
    <>
      {count >= scopesOfRole(role).length ? t('keys.scopesAll') : t('keys.scopesSome', words)}
      {own !== null && <span className={classes.under}>{t('keys.ownLimits')}</span>}
    </>
  );
}

const badges: Readonly<Record<ApiKeyStatus, readonly [StatusTone, StatusShape]>> = {
  active: ['neutral', 'dot'],
  expired: ['mute', 'ring'],
  revoked: ['mute', 'ring'],
};

function StatusCell({ status, revoked_at: at }: ApiKeyCard, { t, zone }: ListCells<Translate>) {
  const [tone, shape] = badges[status];
  return (
    <>
      <StatusBadge tone={tone} shape={shape}>
        {t(`keys.status.${status}`)}
      </StatusBadge>
      {at !== null && (
        <span className={classes.under}>
          {t('keys.revokedAt', { at: formatInstantIn(at, zone, 'minute') })}
        </span>
      )}
    </>
  );
}
