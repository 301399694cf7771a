/** One evidence: where its rows came from, what was done, how it is sealed, and its check. */
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import {
  IconCertificate,
  IconClipboardCheck,
  IconDatabase,
  IconDownload,
  IconPlugConnected,
  IconShieldCheck,
  IconTransform,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type {
  Evidence,
  EvidenceSummary,
  EvidenceVerification,
} from '../../../shared/contract/evidence.ts';
import { transformationReportSchema } from '../../../shared/contract/transformations.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import {
  exportEvidence,
  useEvidence,
  useEvidenceCheck,
  type EvidenceFile,
} from '../../api/sessions.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { datasetAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { SnapshotDigest } from '../../ui/snapshot-digest.tsx';
import { useFileSaver } from '../../ui/use-file-saver.ts';
import { ErrorState, QueryError } from '../../ui/states.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { useActionWords } from './action-words.ts';
import { useEarlierTransformations } from './earlier-transformations.ts';
import { TransformationReportView } from './transformation-report.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './session.module.css';

export interface EvidenceDetailProps {
  readonly evidenceId: string;
  readonly sessionId: string;
  /** What else is listed of the session: where earlier transformations are looked for. */
  readonly others: readonly EvidenceSummary[];
  readonly onShow: (evidenceId: string) => void;
  readonly onClose: () => void;
}

export function EvidenceDetail(props: EvidenceDetailProps) {
  const { t } = useTranslation(['sessions', 'common']);
  const query = useEvidence(props.evidenceId);
  const words = useActionWords();
  const { data } = query;
  return (
    <section className={classes.detail} aria-label={t('evidence.one')}>
      <div className="pd-row pd-gap-8">
        <h2 className="pd-space pd-flush pd-text-size pd-strong pd-cut">
          {data === undefined
            ? t('evidence.one')
            : words(data.kind, data.action.name, data.action.method)}
        </h2>
        <ActionIcon aria-label={t('close', { ns: 'common' })} onClick={props.onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {query.isError && data === undefined && (
        <QueryError query={query} title={t('evidence.oneFailed')} />
      )}
      {query.isPending && <Skeleton height={220} />}
      {data !== undefined && <EvidenceBody {...props} evidence={data} />}
    </section>
  );
}

function EvidenceBody(props: EvidenceDetailProps & { readonly evidence: Evidence }) {
  const { evidence } = props;
  const may = useMay();
  const { t } = useTranslation(['sessions', 'sources']);
  const copied = [
    ['key', evidence.action.key_id ?? undefined],
    ['id', evidence.evidence_id],
    ['inputs', evidence.inputs.merkle_root],
    ['outputs', evidence.outputs?.merkle_root],
    ['hash', evidence.hash],
    ['previous', evidence.previous_hash],
  ] as const;
  const report = transformationReportSchema.safeParse(evidence.report);
  return (
    <>
      <Provenance {...props} />
      {may('verifyEvidence') && <CheckPanel evidenceId={evidence.evidence_id} />}
      <dl className={classes.pairs}>
        <Pair label={t('evidence.field.at')}>
          <Instant at={evidence.created_at} withZone />
        </Pair>
        <Pair label={t('evidence.field.actor')}>
          {evidence.actor.id === evidence.actor.role
            ? evidence.actor.role
            : t('evidence.actor', {
                id: evidence.actor.id,
                role: evidence.actor.role,
              })}
        </Pair>
        <Pair label={t('column.purpose')}>
          {evidence.purpose === null ? t('evidence.erased') : showHidden(evidence.purpose)}
        </Pair>
        <Pair label={t('evidence.field.counts')}>
          {evidence.counts.withheld === undefined
            ? t('evidence.counts', {
                changed: formatCount(evidence.counts.changed),
                skipped: formatCount(evidence.counts.skipped),
              })
            : t('evidence.withheld', {
                count: evidence.counts.withheld,
                groups: formatCount(evidence.counts.withheld),
              })}
        </Pair>
        {evidence.source !== undefined && (
          <Pair label={t('line.title', { ns: 'sources' })}>
            {t(`line.kind.${evidence.source.kind}`, { ns: 'sources' })}{' '}
            <SnapshotDigest
              sha256={evidence.source.snapshot_sha256}
              what={t('line.snapshot', { ns: 'sources' })}
            />
          </Pair>
        )}
        {copied.map(
          ([name, value]) =>
            value !== undefined && (
              <Pair key={name} label={t(`evidence.field.${name}`)}>
                <CopiedValue value={value} what={t(`evidence.field.${name}`)} />
              </Pair>
            ),
        )}
      </dl>
      {report.success && <TransformationReportView report={report.data} />}
      <CodeBlock title={t('evidence.parameters')} value={evidence.action.parameters} />
      <CodeBlock title={t('evidence.metadata')} value={evidence.metadata} />
      <Exports evidenceId={evidence.evidence_id} />
    </>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CodeBlock({ title, value }: { title: string; value: Evidence['metadata'] }) {
  const { t } = useTranslation('sessions');
  if (value !== null && Object.keys(value).length === 0) return null;
  return (
    <div>
      <h3 className="pd-heading">{title}</h3>
      {value === null ? (
        <p className="pd-note">{t('evidence.erased')}</p>
      ) : (
        <pre className={classes.code} tabIndex={0} role="region" aria-label={title}>
          {JSON.stringify(value, null, 2).split('\n').map(showHidden).join('\n')}
        </pre>
      )}
    </div>
  );
}

/** Record → transformation → operation → evidence, as far as this evidence reaches. */
function Provenance({
  evidence,
  others,
  onShow,
}: EvidenceDetailProps & { readonly evidence: Evidence }) {
  const { t } = useTranslation('sessions');
  const words = useActionWords();
  const earlier = useEarlierTransformations(evidence, others);
  const { inputs, outputs, action, kind } = evidence;
  const ActionIconOf = kind === 'operation' ? IconClipboardCheck : IconTransform;
  return (
    <ol className={classes.line} aria-label={t('provenance.label')}>
      <Step icon={<IconDatabase size={14} stroke={1.75} />} name={t('provenance.records')}>
        {kind !== 'aggregation' &&
          `${t('provenance.rowsOf', { count: inputs.count, rows: formatCount(inputs.count) })} `}
        <PlaceLink className={classes.link} href={datasetAddress(evidence.dataset_id)}>
          {showHidden(evidence.dataset_id)}
        </PlaceLink>
      </Step>
      <Step icon={<IconPlugConnected size={14} stroke={1.75} />} name={t('provenance.session')}>
        {evidence.purpose === null ? evidence.session_id : showHidden(evidence.purpose)}
      </Step>
      {earlier.map((each) => (
        <Step
          key={each.evidence.evidence_id}
          icon={<IconTransform size={14} stroke={1.75} />}
          name={t('provenance.transformed')}
        >
          <button
            type="button"
            className={classes.rowButton}
            onClick={() => onShow(each.evidence.evidence_id)}
          >
            {words('transformation', each.evidence.action.name, each.evidence.action.method)}
          </button>{' '}
          {t('provenance.shared', {
            shared: formatCount(each.shared),
            total: formatCount(inputs.count),
          })}
        </Step>
      ))}
      <Step icon={<ActionIconOf size={14} stroke={1.75} />} name={t(`provenance.${kind}`)}>
        {words(kind, action.name, action.method)}
        {outputs !== null &&
          ` · ${t('provenance.out', { count: outputs.count, rows: formatCount(outputs.count) })}`}
      </Step>
      <Step icon={<IconCertificate size={14} stroke={1.75} />} name={t('provenance.evidence')}>
        {t('provenance.entry', { sequence: formatCount(evidence.sequence) })}
      </Step>
    </ol>
  );
}

function Step({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.stepMark} aria-hidden="true">
        {icon}
      </span>
      <div>
        <div className="pd-caption pd-line-20">{name}</div>
        <div className="pd-anywhere pd-line-20">{children}</div>
      </div>
    </li>
  );
}

const outcomeTones = {
  ok: 'ok',
  failed: 'bad',
  not_checked: 'mute',
} as const satisfies Record<EvidenceVerification['checks'][number]['outcome'], StatusTone>;

function CheckPanel({ evidenceId }: { evidenceId: string }) {
  const { t } = useTranslation('sessions');
  const check = useEvidenceCheck();
  const { data: result } = check;
  return (
    <div className="pd-stack pd-slim pd-gap-12" aria-live="polite">
      <div className="pd-wrapping pd-gap-8">
        <Button
          leftSection={<IconShieldCheck size={14} stroke={1.75} />}
          loading={check.isPending}
          onClick={() => check.mutate(evidenceId)}
        >
          {t(result === undefined ? 'check.run' : 'check.again')}
        </Button>
        {result === undefined && !check.isPending && (
          <StatusBadge tone="mute">{t('check.none')}</StatusBadge>
        )}
        {result !== undefined && (
          <>
            <StatusBadge tone={result.verdict === 'VALID' ? 'ok' : 'bad'}>
              {t(`check.verdict.${result.verdict}`)}
            </StatusBadge>
            <span className="pd-dim">
              <Instant at={result.checked_at} withZone />
            </span>
          </>
        )}
      </div>
      {check.isError && (
        <ErrorState
          compact
          error={check.error}
          title={t('check.failed')}
          onRetry={() => check.mutate(evidenceId)}
        />
      )}
      {result !== undefined && (
        <>
          <ul className="pd-listed pd-grid pd-gap-6" aria-label={t('check.list')}>
            {result.checks.map((each) => (
              <li key={each.name} className={classes.check}>
                <StatusBadge tone={outcomeTones[each.outcome]}>
                  {t(`check.name.${each.name}`)}
                </StatusBadge>
                <p>
                  <span className="pd-hidden">{`${t(`check.outcome.${each.outcome}`)}: `}</span>
                  <InEnglish>{each.message}</InEnglish>
                </p>
              </li>
            ))}
          </ul>
          <p className="pd-note">{t('check.limits')}</p>
        </>
      )}
    </div>
  );
}

const files = [
  ['envelope', 'exportEvidence'],
  ['lineage', 'exportLineage'],
] as const satisfies readonly (readonly [EvidenceFile, OperationId])[];

function Exports({ evidenceId }: { evidenceId: string }) {
  const may = useMay();
  return (
    <div className="pd-wrapping pd-gap-8">
      {files.map(
        ([kind, operation]) =>
          may(operation) && <Export key={kind} evidenceId={evidenceId} kind={kind} />,
      )}
    </div>
  );
}

function Export({ evidenceId, kind }: { evidenceId: string; kind: EvidenceFile }) {
  const { t } = useTranslation('sessions');
  const { busy, save } = useFileSaver();
  return (
    <Button
      leftSection={<IconDownload size={14} stroke={1.75} />}
      loading={busy}
      title={t(`export.note.${kind}`)}
      onClick={() =>
        save(
          () => exportEvidence(evidenceId, kind),
          (name) => t('export.done', { name }),
          t('export.failed'),
        )
      }
    >
      {t(`export.${kind}`)}
    </Button>
  );
}
