/** The drawer Proof: who made and changed a row, entry by entry, and what vouches for it. */
import { useState, type ReactNode } from 'react';
import { Button, Drawer } from '@mantine/core';
import { IconDownload, IconEraser, IconFingerprint, IconPackageExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RowEntry, RowProof } from '../../../shared/contract/proof.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { FactTableName } from '../../../shared/ledger/columns.ts';
import { factType } from '../../../shared/ledger/facts.ts';
import { parseSubjectLine } from '../../../shared/ledger/subjects.ts';
import { useMay } from '../../api/capabilities.ts';
import { rowProofPageSize, useRowProof } from '../../api/row-proof.ts';
import { openDialog } from '../../state/dialogs.ts';
import { CopiedValue } from '../copied-value.tsx';
import { formatCount } from '../format.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { Instant } from '../instant.tsx';
import { Loaded } from '../page/loaded.tsx';
import { saveFile } from '../save-file.ts';
import { EmptyState } from '../states.tsx';
import { useActorNames, useActorRoles } from '../signing/person-words.ts';
import { StatusBadge } from '../status-badge.tsx';
import { useColumnName } from './column-name.ts';
import { EraseRowDialog } from './erase-row-dialog.tsx';
import type { ProvenRow } from './proven-row.ts';
import { membersOf, RowValue, type RowMember } from './row-value.tsx';
import classes from './row-proof.module.css';

export function RowProofDrawer({
  opened,
  row,
  onClose,
}: {
  readonly opened: boolean;
  readonly row: ProvenRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['proof', 'rows', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="34rem"
      title={t('title', { what: inSentence(t(`rows:nouns.${row.table}`)) })}
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
    <ol className="pd-listed pd-grid pd-gap-12" aria-label={t('entries')}>
      {proof.data.map((entry) => (
        <EntryItem key={entry.seq} entry={entry} row={row} />
      ))}
    </ol>
  );
}

function EntryItem({ entry, row }: { entry: RowEntry; row: ProvenRow }) {
  const { t } = useTranslation('proof');
  const who = useWho();
  const { signature, approval } = entry;
  return (
    <li className={classes.entry}>
      <h3 className="pd-flush pd-text-size pd-strong pd-anywhere">
        {entry.by === null
          ? t(`act.${entry.act}`)
          : t('actBy', { act: t(`act.${entry.act}`), who: who(entry.by) })}
      </h3>
      <p className="pd-note">
        <Instant at={entry.created_at} withZone /> · {t('entry', { seq: formatCount(entry.seq) })}
      </p>
      {signature !== null && (
        <p>
          <StatusBadge tone="ok">{t('signed')}</StatusBadge> <SignedBy signature={signature} />
        </p>
      )}
      {approval !== null && (
        <p>
          <StatusBadge tone="ok">{t('approved')}</StatusBadge> <SignedBy signature={approval} />
        </p>
      )}
      {signature === null && (signedTables.has(row.table) || entry.erased !== null) && (
        <p>
          <StatusBadge tone="mute">{t('unsigned')}</StatusBadge>
        </p>
      )}
      <dl className={classes.pairs}>
        {membersOf(entry, row.table).map((member) => (
          <Pair key={member.name} name={member.name}>
            {member.lacks === null ? (
              <RowValue table={row.table} member={member} set={entry.set} />
            ) : (
              <Lacking lacks={member.lacks} />
            )}
          </Pair>
        ))}
        {entry.erased !== null && <Erased erased={entry.erased} />}
      </dl>
      <CopiedValue value={entry.hash} what={t('hash')} />
    </li>
  );
}

function SignedBy({ signature: { by, key } }: { signature: NonNullable<RowEntry['signature']> }) {
  const { t } = useTranslation('proof');
  const nameOf = useActorNames();
  return <bdi title={by}>{t('signedBy', { who: nameOf(by), keyId: key })}</bdi>;
}

/** Why a committed value is not told. */
function Lacking({ lacks: { state, erased_by: by } }: { lacks: NonNullable<RowMember['lacks']> }) {
  const { t } = useTranslation('proof');
  if (state === 'missing') return <StatusBadge tone="bad">{t('state.missing')}</StatusBadge>;
  return (
    <span className="pd-dim">
      {state === 'erased' ? t('state.erased', { seq: formatCount(by ?? 0) }) : t('state.withheld')}
    </span>
  );
}

/** What an erasure took, and on what basis. */
function Erased({ erased }: { erased: NonNullable<RowEntry['erased']> }) {
  const { t } = useTranslation('proof');
  const nameOf = useColumnName();
  return (
    <>
      <div>
        <dt>{t('erasedFields')}</dt>
        <dd>{erased.fields.map(nameOf).join(', ')}</dd>
      </div>
      <div>
        <dt>{t('basis')}</dt>
        <dd className="pd-anywhere">
          <bdi>{showHidden(erased.legal_basis)}</bdi>
        </dd>
      </div>
    </>
  );
}

/** Tables whose facts people sign. */
const signedTables: ReadonlySet<FactTableName> = new Set(['people', 'profiles']);

/** Who acted, in words: a person, an API key, or the product by itself. */
function useWho(): (by: { readonly id: string; readonly role: string }) => string {
  const { t } = useTranslation('proof');
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  return ({ id, role }) => {
    if (id === 'operator' || id === 'clock' || id === 'setup') return t(`who.${id}`);
    if (id.startsWith('usr_')) return t('who.person', { name: nameOf(id), role: roleOf(role) });
    return t('who.key', { id: showHidden(id) });
  };
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  const nameOf = useColumnName();
  return (
    <div>
      <dt>{nameOf(name)}</dt>
      <dd className="pd-anywhere">{children}</dd>
    </div>
  );
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

/** Values of facts that are there and told. */
function erasableOf({ data }: RowProof): readonly string[] {
  const there = data.flatMap(({ type, fields }) =>
    type === factType ? fields.filter(({ state }) => state === 'told') : [],
  );
  return [...new Set(there.map(({ field }) => field))];
}

function Actions({ proof, row }: { proof: RowProof; row: ProvenRow }) {
  const { t } = useTranslation('proof');
  const { t: bundles } = useTranslation('bundles');
  const may = useMay();
  const [isErasing, setErasing] = useState(false);
  const erasable = erasableOf(proof);
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
      {may('createRowErasure') && erasable.length > 0 && (
        <>
          <Button
            leftSection={<IconEraser size={14} stroke={1.75} />}
            onClick={() => setErasing(true)}
          >
            {t('erase.action')}
          </Button>
          <EraseRowDialog
            opened={isErasing}
            row={row}
            fields={erasable}
            onClose={() => setErasing(false)}
          />
        </>
      )}
    </div>
  );
}
