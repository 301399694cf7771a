/** The artifact of a version: drop or choose it, follow its hashing, see both hashes and every check. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconFile, IconFolder, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type {
  ArtifactCheck,
  ArtifactCheckResult,
  ModelCard,
} from '../../../shared/contract/models.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useJob } from '../../api/jobs.ts';
import { useArtifactChecks } from '../../api/models.ts';
import { ExpectedActual } from '../../ui/diff/expected-actual.tsx';
import { formatBytes, formatCount, formatDuration, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { topDialog } from '../../ui/kept-focus.ts';
import { QueryError, RequestId } from '../../ui/states.tsx';
import { ProgressBar } from '../../ui/jobs/job-progress.tsx';
import { progressShare, remainingMs } from '../../ui/jobs/job-words.ts';
import { chosenFolder, droppedSource, fileSource, type ArtifactSource } from './artifact-files.ts';
import {
  cancelArtifactRun,
  dismissArtifactRun,
  startArtifactRun,
  useArtifactRun,
  type ArtifactRun,
} from './artifact-run.ts';
import { ArtifactBadge } from './artifact-status.tsx';
import { WithEnglish } from '../../ui/in-english.tsx';
import classes from './artifact.module.css';

const shownAtFirst = 3;

/** Takes what is dropped anywhere on the page; true while something is dragged over it. */
function useDrop(onSource: (source: ArtifactSource | undefined) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onSource);
  useEffect(() => {
    /** Enter and leave come once for every element under the pointer. */
    let depth = 0;
    const listening = new AbortController();
    const on = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) act(event);
        },
        { signal: listening.signal },
      );
    on('dragenter', () => {
      depth += 1;
      setOver(true);
    });
    on('dragover', (event) => {
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    });
    on('dragleave', () => {
      depth -= 1;
      if (depth <= 0) setOver(false);
    });
    on('drop', (event) => {
      depth = 0;
      setOver(false);
      event.preventDefault();
      if (event.dataTransfer !== null) void droppedSource(event.dataTransfer).then(take);
    });
    return () => listening.abort();
  }, []);
  return over;
}

function DropZone({
  over,
  onSource,
}: {
  over: boolean;
  onSource: (source: ArtifactSource | undefined) => void;
}) {
  const { t } = useTranslation('models');
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.zone} data-testid="artifact-zone" data-over={over || undefined}>
      <p className={classes.zoneText}>{t('artifact.drop')}</p>
      <div className="pd-flow pd-gap-6 pd-centre">
        <Button
          size="compact-sm"
          leftSection={<IconFile size={14} stroke={1.7} />}
          onClick={() => fileInput.current?.click()}
        >
          {t('artifact.chooseFile')}
        </Button>
        <Button
          size="compact-sm"
          leftSection={<IconFolder size={14} stroke={1.7} />}
          onClick={() => folderInput.current?.click()}
        >
          {t('artifact.chooseFolder')}
        </Button>
      </div>
      <input
        ref={fileInput}
        type="file"
        hidden
        data-testid="artifact-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) onSource(fileSource(file));
        }}
      />
      <input
        ref={(element) => {
          folderInput.current = element;
          // React does not know the attribute; the browser reads it as a property.
          if (element !== null) element.webkitdirectory = true;
        }}
        type="file"
        hidden
        data-testid="artifact-folder"
        onChange={(event) => {
          const source = chosenFolder(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          onSource(source);
        }}
      />
    </div>
  );
}

function Running({
  run,
  onCancel,
}: {
  run: ArtifactRun & { state: 'running' };
  onCancel: () => void;
}) {
  const { t } = useTranslation('models');
  const { data: job } = useJob(run.jobId);
  const done = job?.progress.done ?? 0;
  const rate = job?.progress.per_second ?? 0;
  const left = job === undefined ? undefined : remainingMs(job.progress);
  const words = [
    t('artifact.progress', { done: formatBytes(done), total: formatBytes(run.bytes) }),
    ...(rate > 0 ? [t('artifact.rate', { rate: formatBytes(rate) })] : []),
    ...(left === undefined || left < 1_000
      ? []
      : [t('artifact.left', { duration: formatDuration(left) })]),
  ];
  return (
    <div className="pd-grid pd-gap-6 pd-sheet pd-pad-10-12">
      <div className="pd-between pd-gap-8">
        <span className="pd-medium pd-clip">{t('artifact.hashing', { name: run.name })}</span>
        <Button size="compact-sm" onClick={onCancel}>
          {t('artifact.cancel')}
        </Button>
      </div>
      <ProgressBar
        share={job === undefined ? undefined : progressShare(job.progress)}
        label={t('artifact.hashing', { name: run.name })}
      />
      <span className="pd-flush pd-caption pd-anywhere pd-loose">{words.join(' · ')}</span>
    </div>
  );
}

function Manifest({ result }: { result: ArtifactCheckResult }) {
  const { t } = useTranslation('models');
  const [open, setOpen] = useState(false);
  if (result.manifest.length === 0) return null;
  return (
    <>
      <UnstyledButton className={classes.link} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open
          ? t('artifact.hideFiles')
          : t('artifact.showFiles', { count: result.files, amount: formatCount(result.files) })}
      </UnstyledButton>
      {open && (
        <div className={classes.files}>
          <ul aria-label={t('artifact.files')}>
            {result.manifest.map((file) => (
              <li key={file.path}>
                <bdi className="pd-clip" title={file.path}>
                  {showHidden(file.path)}
                </bdi>
                <code title={file.sha256}>{shortHash(file.sha256)}</code>
                <span>{formatBytes(file.bytes)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The verdict on an artifact with the hashes behind it. */
function Verdict({ check }: { check: ArtifactCheck }) {
  const { t } = useTranslation('models');
  return (
    <div className="pd-grid pd-gap-8" data-outcome={check.outcome}>
      <div className={classes.verdictHead}>
        <ArtifactBadge state={check.outcome} />
        <strong>{t(`artifact.outcome.${check.outcome}`)}</strong>
      </div>
      {check.outcome === 'mismatch' ? (
        <ExpectedActual expected={check.expected} actual={check.actual} />
      ) : (
        <code className="pd-anywhere">{check.actual}</code>
      )}
      <p className="pd-flush pd-caption pd-anywhere pd-loose">
        <bdi>{showHidden(check.name)}</bdi>
        {` · ${formatBytes(check.bytes)}`}
        {check.method === 'openssf-model-signing' &&
          ` · ${t('artifact.filesCount', { count: check.files, amount: formatCount(check.files) })}`}
        {` · ${t(`artifact.method.${check.method}`)} · `}
        <Instant at={check.created_at} withZone />
        {` · ${t('artifact.entry', { seq: formatCount(check.seq) })}`}
      </p>
    </div>
  );
}

function History({ checks }: { checks: readonly ArtifactCheck[] }) {
  const { t } = useTranslation('models');
  const [whole, setWhole] = useState(false);
  const shown = whole ? checks : checks.slice(0, shownAtFirst);
  if (checks.length === 0) return null;
  return (
    <>
      <h3 className={classes.caption}>{t('artifact.earlier')}</h3>
      <ul className={classes.history}>
        {shown.map((check) => (
          <li key={check.evidence_id}>
            <ArtifactBadge state={check.outcome} />
            <bdi className="pd-clip" title={showHidden(check.name)}>
              {showHidden(check.name)}
            </bdi>
            <code title={check.actual}>{shortHash(check.actual, 8)}</code>
            <span className="pd-flush pd-caption pd-anywhere pd-loose">
              <Instant at={check.created_at} precision="minute" withZone />
            </span>
          </li>
        ))}
      </ul>
      {checks.length > shownAtFirst && (
        <UnstyledButton
          className={classes.link}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t('artifact.fewer') : t('artifact.all', { amount: formatCount(checks.length) })}
        </UnstyledButton>
      )}
    </>
  );
}

function Ended({ run, onDismiss }: { run: ArtifactRun; onDismiss: () => void }) {
  const { t } = useTranslation('models');
  if (run.state !== 'canceled' && run.state !== 'failed') return null;
  return (
    <div className={classes.ended} role={run.state === 'failed' ? 'alert' : 'status'}>
      <div>
        {run.state === 'canceled' ? (
          t('artifact.canceled', { name: run.name })
        ) : (
          <WithEnglish sentence={(message) => t('artifact.failed', { name: run.name, message })}>
            {run.failure.message}
          </WithEnglish>
        )}
        {run.state === 'failed' && run.failure.requestId !== null && (
          <div>
            <RequestId id={run.failure.requestId} />
          </div>
        )}
      </div>
      <ActionIcon size="sm" aria-label={t('dismiss')} onClick={onDismiss}>
        <IconX size={13} />
      </ActionIcon>
    </div>
  );
}

export function ArtifactPanel({ card }: { card: ModelCard }) {
  const { t } = useTranslation('models');
  const { model_id: id, version } = card;
  const run = useArtifactRun(id, version);
  const may = useMay();
  const checks = useArtifactChecks(id, version);
  const [empty, setEmpty] = useState(false);
  const known = checks.data?.data ?? [];
  const [newest, ...older] = known;
  const result = run?.state === 'done' ? run.result : undefined;
  // The answer to what was just dropped is there before the list is asked again.
  const shown =
    result !== undefined && known.every((each) => each.seq < result.seq) ? result : newest;
  const rest = shown === newest ? older : known;
  const start = (source: ArtifactSource | undefined) => {
    setEmpty(source === undefined);
    if (source !== undefined) void startArtifactRun(id, version, source);
  };
  const over = useDrop((source) => {
    // A dialog over the page has the person's attention; what is let go on it is not for the card.
    const covered = topDialog() !== undefined;
    if (!covered && may('checkArtifactFile') && run?.state !== 'running') start(source);
  });
  return (
    <div className="pd-grid pd-gap-10">
      {card.model_hash === undefined && <p className="pd-note">{t('artifact.noHash')}</p>}
      <div className={classes.live} aria-live="polite">
        {shown !== undefined && run?.state !== 'running' && <Verdict check={shown} />}
        {result !== undefined && <Manifest result={result} />}
      </div>
      {run?.state === 'running' ? (
        <Running run={run} onCancel={() => cancelArtifactRun(id, version)} />
      ) : (
        may('checkArtifactFile') && <DropZone over={over} onSource={start} />
      )}
      {run !== undefined && <Ended run={run} onDismiss={() => dismissArtifactRun(id, version)} />}
      {empty && <p className="pd-note">{t('artifact.emptyFolder')}</p>}
      {checks.isError ? <QueryError query={checks} /> : <History checks={rest} />}
    </div>
  );
}
