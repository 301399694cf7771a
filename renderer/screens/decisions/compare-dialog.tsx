/** Two records side by side, member by member. */
import { useState } from 'react';
import { Skeleton, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useRecord, type RecordRow } from '../../api/records.ts';
import { formatCount, journalNumber } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { compareRecords, type ComparedMember } from '../../ui/json/compare.ts';
import { ViewDialog } from '../../ui/view-dialog.tsx';
import classes from './compare-dialog.module.css';

export interface CompareDialogProps {
  readonly opened: boolean;
  readonly ids: readonly [string, string];
  readonly onClose: () => void;
}

export function CompareDialog({ opened, ids, onClose }: CompareDialogProps) {
  const { t } = useTranslation('decisions');
  return (
    <ViewDialog opened={opened} onClose={onClose} title={t('compare.title')} size={960} padding={0}>
      <Comparison ids={ids} />
    </ViewDialog>
  );
}

function Comparison({ ids }: { ids: readonly [string, string] }) {
  const { t } = useTranslation('decisions');
  const one = useRecord(ids[0]);
  const other = useRecord(ids[1]);
  const [all, setAll] = useState(false);
  const error = one.error ?? other.error;
  if (error !== null) {
    const retry = () => {
      void one.refetch();
      void other.refetch();
    };
    return <ErrorState compact error={error} title={t('compare.gone')} onRetry={retry} />;
  }
  if (one.data === undefined || other.data === undefined) return <Skeleton height={240} />;
  const members = compareRecords(one.data, other.data);
  const differing = members.filter((member) => !member.same);
  const shown = all ? members : differing;
  return (
    <>
      <div className="pd-between pd-gap-16 pd-pane-ground pd-line-below pd-pad-8-12">
        <span>
          {t('compare.count', {
            count: differing.length,
            formatted: formatCount(differing.length),
            total: formatCount(members.length),
          })}
        </span>
        <Switch
          size="xs"
          label={t('compare.all')}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
          data-autofocus
        />
      </div>
      <div
        className={classes.table}
        role="table"
        aria-label={t('compare.title')}
        tabIndex={0}
        data-scrolls="true"
      >
        <div className={classes.heads} role="row">
          <div className="pd-slim pd-label pd-cut pd-pad-8-12" role="columnheader">
            {t('compare.member')}
          </div>
          <RecordHead record={one.data} />
          <RecordHead record={other.data} />
        </div>
        {shown.map((member) => (
          <Line key={member.path} member={member} />
        ))}
      </div>
    </>
  );
}

function RecordHead({ record }: { record: RecordRow }) {
  return (
    <div className="pd-slim pd-label pd-cut pd-pad-8-12" role="columnheader">
      {journalNumber(record.seq)} · {showHidden(record.model_id)}
      <span className="pd-mono pd-plain pd-medium pd-cut pd-block">{record.id}</span>
    </div>
  );
}

function Line({ member }: { member: ComparedMember }) {
  return (
    <div className={classes.line} role="row" data-differs={!member.same || undefined}>
      <div className={classes.path} role="rowheader">
        {showHidden(member.path)}
      </div>
      <Value text={member.one} />
      <Value text={member.other} />
    </div>
  );
}

function Value({ text }: { text: string | null }) {
  const { t } = useTranslation('decisions');
  return (
    <div className={classes.value} role="cell">
      {text === null ? (
        <span className={classes.absent}>{t('compare.absent')}</span>
      ) : (
        <code>{showHidden(text)}</code>
      )}
    </div>
  );
}
