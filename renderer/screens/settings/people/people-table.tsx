/** The columns of people who sign, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { personRoles } from '../../../../shared/contract/access.ts';
import type { Person } from '../../../../shared/contract/people.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { formatInstantIn } from '../../../ui/format.ts';
import { defineTable, inFiles, type ListCells } from '../../../ui/list/define-list.ts';
import { NotSignedMark } from '../../../ui/signing/not-signed-mark.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from '../settings.module.css';

type Translate = TFunction<['people', 'tables']>;

export const peopleTable = defineTable<Person, Translate>()(
  {
    id: 'people',
    rowId: (row) => row.person_id,
    columns: {
      id: inFiles('/person_id', true),
      name: { path: '/name', identity: true, className: classes.keyName, cell: NameCell },
      role: { path: '/role', codes: personRoles, cell: RoleCell },
      account: inFiles('/account_id', 'role'),
      holder: inFiles('/holder_id', 'role'),
      key: { path: '/key_id', mono: true },
      enrolled: { path: '/enrolled_at', form: 'instant' },
      status: {
        path: '/revoked_at',
        form: 'instant',
        titleInFiles: 'tables:file.revoked_at',
        cell: StatusCell,
      },
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

function NameCell({ name, person_id: id }: Person) {
  return <bdi title={id}>{showHidden(name)}</bdi>;
}

function RoleCell(
  { role, account_id: account, holder_id: holder }: Person,
  { t }: ListCells<Translate>,
) {
  const whose = [
    ...(holder === null ? [] : [t('holder', { id: holder })]),
    ...(account === null ? [] : [t('account', { id: account })]),
  ];
  return (
    <>
      {t(`role.${role}`)}
      {whose.length > 0 && <span className={classes.under}>{whose.join(', ')}</span>}
    </>
  );
}

function StatusCell(
  { revoked_at: at, reason, is_signed: isSigned }: Person,
  { t, zone }: ListCells<Translate>,
) {
  return (
    <>
      <span className="pd-wrapping pd-gap-4-8">
        <StatusBadge tone={at === null ? 'neutral' : 'mute'} shape={at === null ? 'dot' : 'ring'}>
          {t(at === null ? 'inForce' : 'revoked')}
        </StatusBadge>
        {!isSigned && <NotSignedMark text={t('notSigned')} />}
      </span>
      {at !== null && (
        <span className={classes.under}>
          {t('since', { at: formatInstantIn(at, zone, 'minute') })}
          {reason !== null && <bdi>{`: ${showHidden(reason)}`}</bdi>}
        </span>
      )}
    </>
  );
}
