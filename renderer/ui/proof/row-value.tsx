/** What a fact says of a row, in words: names of columns, and values as the console has them elsewhere. */
import { useTranslation } from 'react-i18next';
import type { RowEntry } from '../../../shared/contract/proof.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { factTables, type FactTableName } from '../../../shared/ledger/columns.ts';
import { formatCount } from '../format.ts';
import { Instant } from '../instant.tsx';
import { formatMoney } from '../money/money.ts';
import { useActorNames, useActorRoles } from '../signing/person-words.ts';

/** A part of a row as an entry says it: a member of `set`, or a value that the entry commits to. */
export interface RowMember {
  readonly name: string;
  readonly value: unknown;
  /** Why there is no value, of one that is committed to; null where there is one. */
  readonly lacks: RowEntry['fields'][number] | null;
}

/** Members of an entry in the order of the table's columns. */
export function membersOf(entry: RowEntry, table: FactTableName): readonly RowMember[] {
  const { columns } = factTables[table];
  const order = Object.entries(columns).map(([name, column]) =>
    'member' in column ? column.member : name,
  );
  const place = ({ name }: RowMember) => {
    const found = order.indexOf(name);
    return found === -1 ? order.length : found;
  };
  const said = Object.entries(entry.set ?? {}).map(([name, value]) => ({
    name,
    value,
    lacks: null,
  }));
  const committed = entry.fields.map((field): RowMember => {
    const { field: name, state, value } = field;
    if (state === 'told' && value !== null) return { name, value: JSON.parse(value), lacks: null };
    return { name, value: null, lacks: field };
  });
  return [...said, ...committed].toSorted((one, other) => place(one) - place(other));
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Columns that name somebody. */
const actors: ReadonlySet<string> = new Set(['created_by', 'revoked_by', 'person_id']);

export function RowValue({
  table,
  member: { name, value },
  set,
}: {
  readonly table: FactTableName;
  readonly member: RowMember;
  readonly set: RowEntry['set'];
}) {
  const { t } = useTranslation(['proof', 'common', 'billing', 'payouts']);
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  if (typeof value === 'number') {
    const currency = set?.['currency'];
    const isMoney = name === 'amount' && typeof currency === 'string';
    return isMoney ? formatMoney(value / 100, currency) : formatCount(value);
  }
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
  if (value === null) return '–';
  if (typeof value === 'string') {
    if (instantPattern.test(value)) return <Instant at={value} withZone />;
    if (actors.has(name)) return nameOf(value);
    if (name === 'role') return roleOf(value);
    const known = { defaultValue: showHidden(value) };
    if (name === 'status' && table === 'invoices') return t(`billing:status.${value}`, known);
    if (name === 'status') return t(`payouts:status.${value}`, known);
    if (name === 'method') return t(`payouts:method.${value}`, known);
    return showHidden(value);
  }
  return <code className="pd-mono pd-anywhere">{showHidden(JSON.stringify(value))}</code>;
}
