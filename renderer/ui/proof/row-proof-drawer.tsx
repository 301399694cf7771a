/** The drawer Proof: who made and changed a row, entry by entry, and what vouches for it. */
import { useState, type ReactNode } from 'react';
import { Button, Drawer } from '@mantine/core';
import { IconDownload, IconFingerprint, IconPackageExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RowEntry, RowProof } from '../../../shared/contract/proof.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { FactTableName } from '../../../shared/ledger/columns.ts';
import { parseSubjectLine } from '../../../shared/ledger/subjects.ts';
import { useMay } from '../../api/capabilities.ts';
import { rowProofPageSize, useRowProof } from '../../api/row-proof.ts';
import { openDialog } from '../../state/dialogs.ts';
import { CopiedValue } from '../copied-value.tsx';
import { formatCount } from '../format.ts';
import { Instant } from '../instant.tsx';
import { formatMoney } from '../money/money.ts';
import { Loaded } from '../page/loaded.tsx';
import { saveFile } from '../save-file.ts';
import { EmptyState } from '../states.tsx';
import { StatusBadge } from '../status-badge.tsx';
import classes from './row-proof.module.css';

export interface ProvenRow {
  readonly table: FactTableName;
  /** The key of the row, of several columns their JSON array. */
  readonly id: string;
}

export function RowProofDrawer({
  opened,
  row,
  onClose,
}: {
  readonly opened: boolean;
  readonly row: ProvenRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['proof', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="34rem"
      title={t('title', { what: t(`table.${row.table}`) })}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {/* Another row begins at its first entry. */}
      <Opened key={`${row.table}/${row.id}`} row={row} isOpen={opened} />
    </Drawer>
  );
}

function Opened({ row, isOpen }: { row: ProvenRow; isOpen: boolean }) {
  const { t } = useTranslation('proof');
  const [offset, setOffset] = useState(0);
  const query = useRowProof(row, offset, isOpen);
  return (
    <div className="pd-grid pd-gap-12">
      <CopiedValue value={row.id} what={t('id')} />
      <Loaded query={query} failed={t('failed')}>
        {(proof) => (
          <>
            {proof.data.length === 0 ? <Nothing /> : <Entries proof={proof} row={row} />}
            <Pages pagination={proof.pagination} onOffset={setOffset} />
            <Vouched proof={proof} />
            <Actions proof={proof} row={row} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** A row that the schema makes. */
function Nothing() {
  const { t } = useTranslation('proof');
  return (
    <EmptyState compact icon={<IconFingerprint size={20} stroke={1.6} />} title={t('none')}>
      {t('noneText')}
    </EmptyState>
  );
}

function Entries({ proof, row }: { proof: RowProof; row: ProvenRow }) {
  const { t } = useTranslation('proof');
  return (
    <ol className={classes.entries} aria-label={t('entries')}>
      {proof.data.map((entry) => (
        <EntryItem key={entry.seq} entry={entry} row={row} />
      ))}
    </ol>
  );
}

function EntryItem({ entry, row }: { entry: RowEntry; row: ProvenRow }) {
  const { t } = useTranslation('proof');
  const { signature, approval } = entry;
  return (
    <li className={classes.entry}>
      <h3 className={classes.heading}>
        {entry.by === null
          ? t(`act.${entry.act}`)
          : t('actBy', { act: t(`act.${entry.act}`), who: whoWords(entry.by, t) })}
      </h3>
      <p className="pd-note">
        <Instant at={entry.created_at} withZone /> · {t('entry', { seq: formatCount(entry.seq) })}
      </p>
      {signature !== null && (
        <p>
          <StatusBadge tone="ok">{t('signed')}</StatusBadge>{' '}
          {t('signedBy', { who: signature.by, keyId: signature.key })}
        </p>
      )}
      {approval !== null && (
        <p>
          <StatusBadge tone="ok">{t('approved')}</StatusBadge>{' '}
          {t('signedBy', { who: approval.by, keyId: approval.key })}
        </p>
      )}
      {signature === null && signedTables.has(row.table) && (
        <p>
          <StatusBadge tone="mute">{t('unsigned')}</StatusBadge>
        </p>
      )}
      <dl className={classes.pairs}>
        {Object.entries(entry.set ?? {}).map(([name, value]) => (
          <Pair key={name} name={name}>
            <Value value={value} money={moneyOf(row, name, entry.set)} />
          </Pair>
        ))}
        {entry.fields.map(({ field, state, value }) => (
          <Pair key={field} name={field}>
            {state === 'told' && value !== null ? (
              <Value value={JSON.parse(value)} />
            ) : (
              <span className="pd-dim">
                {t(`state.${state === 'withheld' ? 'withheld' : 'gone'}`)}
              </span>
            )}
          </Pair>
        ))}
      </dl>
      <CopiedValue value={entry.hash} what={t('hash')} />
    </li>
  );
}

/** Tables whose facts people sign. */
const signedTables: ReadonlySet<FactTableName> = new Set(['people', 'review_policies']);

type Words = ReturnType<typeof useTranslation<'proof'>>['t'];

/** Who acted, in words: a person, an API key, or the product by itself. */
function whoWords({ id, role }: { readonly id: string; readonly role: string }, t: Words): string {
  if (id === 'operator' || id === 'clock' || id === 'setup') return t(`who.${id}`);
  if (id.startsWith('usr_')) return t('who.person', { id: showHidden(id), role: showHidden(role) });
  return t('who.key', { id: showHidden(id) });
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('proof');
  return (
    <div>
      <dt>{t(`column.${name}`, { defaultValue: showHidden(name) })}</dt>
      <dd className="pd-anywhere">{children}</dd>
    </div>
  );
}

/** The currency of an amount in cents; undefined for any other member. */
function moneyOf({ table }: ProvenRow, name: string, set: RowEntry['set']): string | undefined {
  const currency = set?.['currency'];
  const isPaid = table === 'payouts' || table === 'payments';
  return isPaid && name === 'amount' && typeof currency === 'string' ? currency : undefined;
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function Value({ value, money }: { value: unknown; money?: string | undefined }) {
  const { t } = useTranslation('common');
  if (typeof value === 'number') {
    return money === undefined ? formatCount(value) : formatMoney(value / 100, money);
  }
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (value === null) return '–';
  if (typeof value === 'string') {
    return instantPattern.test(value) ? <Instant at={value} withZone /> : showHidden(value);
  }
  return <code className={classes.json}>{showHidden(JSON.stringify(value))}</code>;
}

function Pages({
  pagination: { total, offset, has_more: hasMore },
  onOffset,
}: {
  pagination: RowProof['pagination'];
  onOffset: (offset: number) => void;
}) {
  const { t } = useTranslation('proof');
  if (total <= rowProofPageSize) return null;
  return (
    <div className="pd-row pd-gap-8">
      <Button
        size="compact-xs"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - rowProofPageSize))}
      >
        {t('earlier')}
      </Button>
      <span className="pd-dim" role="status">
        {t('page', {
          from: formatCount(offset + 1),
          to: formatCount(Math.min(total, offset + rowProofPageSize)),
          total: formatCount(total),
        })}
      </span>
      <Button
        size="compact-xs"
        disabled={!hasMore}
        onClick={() => onOffset(offset + rowProofPageSize)}
      >
        {t('later')}
      </Button>
    </div>
  );
}

/** What the ledger has that vouches for the entries. */
function Vouched({ proof: { checkpoint, subject } }: { proof: RowProof }) {
  const { t } = useTranslation('proof');
  const leaf = subject?.leaf ?? null;
  const count = leaf === null ? 0 : (parseSubjectLine(leaf.line)?.count ?? 0);
  return (
    <section className={classes.vouched} aria-label={t('vouched')}>
      <p className="pd-note">{t('checkpoint', { size: formatCount(checkpoint.size) })}</p>
      <p className="pd-note">
        {subject === null
          ? t('noIndex')
          : t('index', { count, facts: formatCount(count), seq: formatCount(subject.seq) })}
      </p>
    </section>
  );
}

function Actions({ proof, row }: { proof: RowProof; row: ProvenRow }) {
  const { t } = useTranslation('proof');
  const { t: bundles } = useTranslation('bundles');
  const may = useMay();
  const save = () =>
    saveFile({
      name: `proof-${row.table}.json`,
      content: new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
    });
  return (
    <div className="pd-wrapping pd-gap-8">
      <Button leftSection={<IconDownload size={14} stroke={1.75} />} onClick={save}>
        {t('save')}
      </Button>
      {row.table === 'payouts' && may('createBundle') && (
        <Button
          leftSection={<IconPackageExport size={14} stroke={1.75} />}
          onClick={() =>
            openDialog({ kind: 'export-bundle', filter: null, recordIds: [], payoutId: row.id })
          }
        >
          {bundles('action')}
        </Button>
      )}
    </div>
  );
}
