/** Cases: bundles that were handed over, with their verdicts; imported, and opened read-only. */
import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { IconBriefcase, IconFileImport } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ledgerVerdicts } from '../../../shared/contract/chain.ts';
import type { Case } from '../../../shared/contract/cases.ts';
import { isFinished } from '../../../shared/contract/jobs.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCases, useImportCase } from '../../api/cases.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useJob } from '../../api/jobs.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { defineTable, inFiles, type ListCells } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { verdictTones } from '../../ui/chain/standing-view.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { RemoveCaseDialog } from './remove-case-dialog.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './cases.module.css';

type Translate = TFunction<['cases', 'integrity', 'tables']>;

export const casesTable = defineTable<Case, Translate>()(
  {
    id: 'cases',
    columnsAt: 'columns',
    rowId: (row) => row.case_id,
    columns: {
      id: inFiles('/case_id', true),
      name: {
        path: '/name',
        className: classes.name,
        cell: ({ name, sha256 }) => <bdi title={sha256}>{showHidden(name)}</bdi>,
      },
      origin: { path: '/origin', cell: ({ origin }) => <bdi>{showHidden(origin)}</bdi> },
      verdict: {
        path: '/verdict',
        codes: ledgerVerdicts,
        wordsAt: 'integrity:verdicts',
        cell: VerdictCell,
      },
      findings: inFiles('/findings_total', 'verdict', 'count'),
      entries: {
        path: '/entries',
        form: 'count',
        side: 'end',
        cell: ({ entries, size }, { t }) =>
          t('of', { entries: formatCount(entries), size: formatCount(size) }),
      },
      size: inFiles('/size', 'entries', 'count'),
      root: inFiles('/root_hash', true),
      sha256: inFiles('/sha256', true),
      compared: { cell: (row) => <Compared case_={row} /> },
      imported: { path: '/imported_at', form: 'zoned' },
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

function VerdictCell(row: Case, { t }: ListCells<Translate>) {
  const { findings_total: count, verdict, withheld, verifier_known: known } = row;
  return (
    <>
      <StatusBadge tone={caseTone(row)}>{t(`integrity:verdicts.${verdict}`)}</StatusBadge>
      {count > 0 && (
        <span className={classes.found}>
          {t('findings', { count, amount: formatCount(count) })}
        </span>
      )}
      {!known && <span className={classes.found}>{t('otherVerifier')}</span>}
      {withheld > 0 && (
        <span className="pd-note">
          {t('withheld', { count: withheld, amount: formatCount(withheld) })}
        </span>
      )}
    </>
  );
}

export function CasesPanel() {
  const { t } = useTranslation(['cases', 'integrity', 'tables']);
  const { data: workspace } = useWorkspace();
  const [removed, setRemoved] = useState<Case>();
  const may = useMay();
  const canImport = may('createCase');
  const list = useCases();
  const importing = useImportCase();
  const [jobId, setJobId] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [over, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const start = (chosen: File | undefined) => {
    if (chosen === undefined || !canImport) return;
    setFailure(undefined);
    importing.mutate(chosen, {
      onSuccess: (job) => setJobId(job.job_id),
      onError: (error) => setFailure(toFailure(error)),
    });
  };
  const table = useTable(casesTable, wholeRows(list), t);
  const actions = (row: Case) => <CaseActions case_={row} onRemove={() => setRemoved(row)} />;
  return (
    <div
      className={classes.panel}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(canImport);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        start(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes.bar}>
        <p className="pd-note pd-readable">
          {t('text')} {canImport && t('importDrop')}
        </p>
        <TableActions {...menuOf(table, { title: t('list') })}>
          {canImport && (
            <Button
              leftSection={<IconFileImport size={14} stroke={1.75} />}
              loading={importing.isPending}
              onClick={() => file.current?.click()}
            >
              {t('import')}
            </Button>
          )}
        </TableActions>
        <input
          ref={file}
          type="file"
          accept=".zip,.pdbundle,application/zip"
          hidden
          aria-label={t('choose')}
          onChange={(event) => {
            start(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <FormFailure failure={failure} title={t('importFailed')} />
      {jobId !== undefined && <Progress jobId={jobId} />}
      <ListTable
        table={table}
        title={t('list')}
        failed={t('loadFailed')}
        empty={
          <EmptyState
            compact
            icon={<IconBriefcase size={20} stroke={1.6} />}
            title={t('emptyTitle')}
          >
            {t('empty')}
          </EmptyState>
        }
        isMarkable
        draw={{ actions }}
        openId={workspace?.case_id ?? undefined}
      />
      <RemoveCaseDialog removed={removed} onClose={() => setRemoved(undefined)} />
    </div>
  );
}

/** The import that was started here: how far it is, or why it ended without a case. */
function Progress({ jobId }: { jobId: string }) {
  const { t } = useTranslation('cases');
  const { data: job } = useJob(jobId);
  const jobTitle = useJobTitle();
  if (job === undefined || job.status === 'completed') return null;
  if (!isFinished(job.status)) {
    return (
      <div className="pd-grid pd-gap-6" role="status">
        <strong>{t('importing', { name: jobTitle(job) })}</strong>
        <JobProgress job={job} />
      </div>
    );
  }
  return (
    <p className="pd-flush pd-warn pd-rounded pd-pad-8-12" role="alert">
      <strong>{t('importFailed')}</strong> <InEnglish>{job.error?.message ?? ''}</InEnglish>
    </p>
  );
}

/** Green is for what verified, red for what did not; an unknown anchor is neither. */
export function caseTone({
  verdict,
  findings_total: found,
  other_keys: otherKeys,
}: Case): StatusTone {
  if (found > 0 || verdict === 'UNVERIFIABLE' || otherKeys.length > 0) return 'bad';
  return verdictTones[verdict];
}

function CaseActions({
  case_: { case_id: id, name },
  onRemove,
}: {
  case_: Case;
  onRemove: () => void;
}) {
  const { t } = useTranslation('cases');
  const { data: workspace } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  const may = useMay();
  if (workspace?.case_id === id) return <span className="pd-note pd-readable">{t('isOpen')}</span>;
  return (
    <>
      {workspace?.remote === null && (
        // A case of a server elsewhere is not on this machine.
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('openNamed', { name })}
          onClick={() => openWorkspace({ kind: 'case', case_id: id })}
        >
          {t('open')}
        </Button>
      )}
      {may('deleteCase') && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('removeNamed', { name })}
          onClick={onRemove}
        >
          {t('remove.submit')}
        </Button>
      )}
    </>
  );
}

/** The gravest of what checkpoints known before say of it. */
function Compared({ case_ }: { case_: Case }) {
  const { t } = useTranslation('cases');
  const { t: checkpoints } = useTranslation('checkpoints');
  const [worst] = case_.compared;
  if (case_.other_keys.length > 0) {
    return <StatusBadge tone="bad">{t('otherKey')}</StatusBadge>;
  }
  if (worst === undefined) {
    const { older_than: later, size } = case_;
    const words =
      later === null
        ? t('comparedNone')
        : t('olderThan', { size: formatCount(later), since: formatCount(size) });
    return <span className="pd-note pd-readable">{words}</span>;
  }
  const { source, size, verdict } = worst;
  const name = source === 'local' || source === 'demo' ? t(`source.${source}`) : source;
  return (
    <span
      title={t('compared', {
        source: name,
        size: formatCount(size),
        verdict: checkpoints(`verdict.${verdict}`),
      })}
    >
      <StatusBadge tone={verdictTones[verdict]}>{checkpoints(`verdict.${verdict}`)}</StatusBadge>{' '}
      <span className="pd-note pd-readable">{name}</span>
    </span>
  );
}
