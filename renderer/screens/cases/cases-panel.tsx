/** Cases: bundles that were handed over, with their verdicts; imported, and opened read-only. */
import { useRef, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconBriefcase, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Case } from '../../../shared/contract/cases.ts';
import { isFinished } from '../../../shared/contract/jobs.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCases, useImportCase } from '../../api/cases.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useJob } from '../../api/jobs.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { useMark } from '../../ui/marked.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { verdictTones } from '../../ui/chain/standing-view.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { RemoveCaseDialog } from './remove-case-dialog.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './cases.module.css';

type CaseColumn = 'name' | 'origin' | 'verdict' | 'entries' | 'compared' | 'imported' | 'actions';

export function CasesPanel() {
  const { t } = useTranslation('cases');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const { t: integrity } = useTranslation('integrity');
  const columns = useTableColumns<CaseColumn>(
    'cases',
    [
      { id: 'name', label: t('columns.name') },
      { id: 'origin', label: t('columns.origin') },
      { id: 'verdict', label: t('columns.verdict'), files: ['verdict', 'findings'] },
      { id: 'entries', label: t('columns.entries'), align: 'end', files: ['entries', 'size'] },
      { id: 'compared', label: t('columns.compared') },
      { id: 'imported', label: t('columns.imported') },
      { id: 'actions', label: t('columns.actions'), isSilent: true, align: 'end', fixed: true },
    ],
    [
      fileColumn('id', field('case_id'), '/case_id'),
      fileColumn('name', t('columns.name'), '/name'),
      fileColumn('origin', t('columns.origin'), '/origin'),
      codeColumn(
        'verdict',
        t('columns.verdict'),
        '/verdict',
        integrity('verdicts', { returnObjects: true }),
      ),
      fileColumn('findings', field('findings_total'), '/findings_total', 'number'),
      fileColumn('entries', t('columns.entries'), '/entries', 'number'),
      fileColumn('size', field('size'), '/size', 'number'),
      fileColumn('root', field('root_hash'), '/root_hash'),
      fileColumn('sha256', field('sha256'), '/sha256'),
      fileColumn('imported', t('columns.imported'), '/imported_at', 'instant'),
    ],
  );
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
  const cases = list.data ?? [];
  let body = (
    <div role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={96} radius="md" />
    </div>
  );
  if (list.isError && list.data === undefined) {
    body = (
      <ErrorState
        compact
        error={list.error}
        title={t('loadFailed')}
        onRetry={() => void list.refetch()}
      />
    );
  } else if (list.data !== undefined && cases.length === 0) {
    body = (
      <EmptyState compact icon={<IconBriefcase size={20} stroke={1.6} />} title={t('emptyTitle')}>
        {t('empty')}
      </EmptyState>
    );
  } else if (list.data !== undefined) {
    body = <CaseTable cases={cases} columns={columns} />;
  }
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
        <p className={classes.note}>
          {t('text')} {canImport && t('importDrop')}
        </p>
        <TableActions
          tools={{
            id: 'cases',
            title: t('list'),
            source: { rows: cases },
            total: list.data?.length,
            notes: [],
          }}
          columns={columns}
        >
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
      {body}
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
      <div className={classes.progress} role="status">
        <strong>{t('importing', { name: jobTitle(job) })}</strong>
        <JobProgress job={job} />
      </div>
    );
  }
  return (
    <p className={classes.failed} role="alert">
      <strong>{t('importFailed')}</strong> <InEnglish>{job.error?.message ?? ''}</InEnglish>
    </p>
  );
}

/** Green is for what verified, red for what did not; an unknown anchor is neither. */
export function caseTone({ verdict, findings_total: found }: Case): StatusTone {
  if (found > 0 || verdict === 'UNVERIFIABLE') return 'bad';
  return verdictTones[verdict];
}

function CaseTable({
  cases,
  columns,
}: {
  cases: readonly Case[];
  columns: TableColumns<CaseColumn>;
}) {
  const { t } = useTranslation('cases');
  const [removed, setRemoved] = useState<Case>();
  return (
    <>
      <PlainTable label={t('list')} columns={columns.shown}>
        {cases.map((each) => (
          <CaseRow
            key={each.case_id}
            case_={each}
            columns={columns}
            onRemove={() => setRemoved(each)}
          />
        ))}
      </PlainTable>
      <RemoveCaseDialog removed={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

function CaseRow({
  case_,
  columns,
  onRemove,
}: {
  case_: Case;
  columns: TableColumns<CaseColumn>;
  onRemove: () => void;
}) {
  const { t } = useTranslation('cases');
  const { t: integrity } = useTranslation('integrity');
  const { data: workspace } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  const { case_id: id, name, findings_total: found } = case_;
  const may = useMay();
  const isOpen = workspace?.case_id === id;
  // A case of a server elsewhere is not on this machine.
  const isHere = workspace?.remote === null;
  const mark = useMark<HTMLTableRowElement>(id);
  return (
    <tr data-shown={isOpen || undefined} {...mark}>
      {columns.cells({
        name: (
          <td className={classes.name}>
            <bdi title={case_.sha256}>{showHidden(name)}</bdi>
          </td>
        ),
        origin: (
          <td>
            <bdi>{showHidden(case_.origin)}</bdi>
          </td>
        ),
        verdict: (
          <td>
            <StatusBadge tone={caseTone(case_)}>
              {integrity(`verdicts.${case_.verdict}`)}
            </StatusBadge>
            {found > 0 && (
              <span className={classes.found}>
                {t('findings', { count: found, amount: formatCount(found) })}
              </span>
            )}
          </td>
        ),
        entries: (
          <td data-align="end">
            {t('of', { entries: formatCount(case_.entries), size: formatCount(case_.size) })}
          </td>
        ),
        compared: (
          <td>
            <Compared case_={case_} />
          </td>
        ),
        imported: (
          <td>
            <Instant at={case_.imported_at} withZone />
          </td>
        ),
        actions: (
          <td data-align="end">
            {isOpen ? (
              <span className={classes.note}>{t('isOpen')}</span>
            ) : (
              <>
                {isHere && (
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
            )}
          </td>
        ),
      })}
    </tr>
  );
}

/** The gravest of what checkpoints known before say of it. */
function Compared({ case_ }: { case_: Case }) {
  const { t } = useTranslation('cases');
  const { t: checkpoints } = useTranslation('checkpoints');
  const [worst] = case_.compared;
  if (worst === undefined) return <span className={classes.note}>{t('comparedNone')}</span>;
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
      <span className={classes.note}>{name}</span>
    </span>
  );
}
