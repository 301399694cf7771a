/** The record's evidence, recomputed in this window: what stands by it, and what it does not prove. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordEvidence } from '../../../../shared/contract/checkpoints.ts';
import type { ErasureEntry } from '../../../../shared/ledger/entries.ts';
import { useRecordEvidence } from '../../../api/checkpoints.ts';
import type { RecordRow } from '../../../api/records.ts';
import { PlaceWay } from '../../../ui/places/place-link.tsx';
import { notify } from '../../../state/notices.ts';
import { usePreferences } from '../../../state/preferences.ts';
import { useActorNames, useActorRoles } from '../../../ui/signing/person-words.ts';
import { integrityAddress } from '../../../ui/addresses.ts';
import {
  checkEvidence,
  type CheckOutcome,
  type EvidenceCheck,
} from '../../../ui/chain/check-evidence.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { formatCount, formatInstantIn } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { QueryError } from '../../../ui/states.tsx';
import { StatusShapeMark } from '../../../ui/status-badge.tsx';
import { useMade } from '../../../ui/use-made.ts';
import { useFieldNames } from '../../interventions/field-names.ts';
import { takes, useErasures } from '../../interventions/use-erasures.ts';
import { EvidenceSkeleton } from './evidence-skeleton.tsx';
import classes from './inspector.module.css';

/** The worst of several outcomes; an erased value is in order. */
export function worstOf(outcomes: readonly CheckOutcome[]): 'holds' | 'fails' | 'unknown' {
  if (outcomes.includes('fails')) return 'fails';
  return outcomes.includes('unknown') ? 'unknown' : 'holds';
}

function outcomesOf(check: EvidenceCheck): CheckOutcome[] {
  return [
    check.checkpoint,
    check.signature,
    ...[check.record, ...check.related].flatMap((each) => [
      each.hash,
      each.inclusion,
      ...each.fields.map(({ outcome }) => outcome),
    ]),
  ];
}

export function EvidenceTab({ record }: { record: RecordRow }) {
  const { t } = useTranslation('evidence');
  const query = useRecordEvidence(record.id);
  const check = useMade(query.data, checkEvidence);
  const erasures = useErasures(query.data);
  if (query.isError && query.data === undefined) {
    return <QueryError query={query} title={t('loadFailed')} />;
  }
  const { data: evidence } = query;
  if (evidence === undefined) return <EvidenceSkeleton label={t('loading')} />;
  return (
    <div className="pd-pane-body">
      <Verdict evidence={evidence} check={check} />
      {check !== undefined && <Steps evidence={evidence} check={check} />}
      <Values evidence={evidence} erasures={erasures} check={check} />
      <Facts evidence={evidence} />
      <section className="pd-slim">
        <h3 className={classes.caption}>{t('limits.title')}</h3>
        <ul className="pd-flush pd-grid pd-gap-4 pd-aside pd-indented">
          {(['anchor', 'truth', 'time'] as const).map((each) => (
            <li key={each}>{t(`limits.${each}`)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Verdict({
  evidence,
  check,
}: {
  evidence: RecordEvidence;
  check: EvidenceCheck | undefined;
}) {
  const { t } = useTranslation('evidence');
  const worst = check === undefined ? undefined : worstOf(outcomesOf(check));
  let tone: 'ok' | 'bad' | 'mute' = 'mute';
  let title: string = t('verdict.checking');
  if (worst === 'fails') {
    tone = 'bad';
    title = t('verdict.fails');
  } else if (worst !== undefined) {
    tone = worst === 'holds' ? 'ok' : 'mute';
    title = t(worst === 'holds' ? 'verdict.holds' : 'verdict.partly');
  }
  const shape = { ok: 'dot', bad: 'diamond', mute: 'ring' } as const;
  const text = JSON.stringify(evidence, null, 2);
  return (
    <div className={classes.verdict} data-tone={tone}>
      <StatusShapeMark shape={shape[tone]} className={classes.verdictMark ?? ''} />
      <div className={classes.verdictWords} aria-live="polite">
        <strong>{title}</strong>{' '}
        {worst !== undefined &&
          t(worst === 'fails' ? 'words.fails' : 'words.holds', {
            steps: formatCount(evidence.record.inclusion.length),
            size: formatCount(evidence.checkpoint.size),
          })}
      </div>
      <div className={classes.verdictActions}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDownload size={13} />}
          title={t('secret')}
          onClick={() => {
            const name = `${evidence.record_id}-evidence.json`;
            saveFile({ name, content: new Blob([text], { type: 'application/json' }) });
            notify({ title: t('saved', { name }), detail: t('secret') });
          }}
        >
          {t('save')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconCopy size={13} />}
          title={t('secret')}
          onClick={() => void copyText(text, t('copied'))}
        >
          {t('copy')}
        </Button>
      </div>
    </div>
  );
}

function Step({
  outcome,
  name,
  children,
}: {
  outcome: 'holds' | 'fails' | 'unknown';
  name: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('evidence');
  const tone = { holds: 'ok', fails: 'bad', unknown: 'mute' } as const;
  const shape = { holds: 'dot', fails: 'diamond', unknown: 'ring' } as const;
  return (
    <li data-bad={outcome === 'fails' || undefined}>
      <div className={classes.field}>
        <span className={classes.fieldMark} data-tone={tone[outcome]}>
          <StatusShapeMark shape={shape[outcome]} />
        </span>
        <span className="pd-space">
          {name}
          {children !== undefined && <span className="pd-dim"> {children}</span>}
        </span>
        <span className="pd-dim">{t(`outcome.${outcome}`)}</span>
      </div>
    </li>
  );
}

function Steps({ evidence, check }: { evidence: RecordEvidence; check: EvidenceCheck }) {
  const { t } = useTranslation('evidence');
  const { record, related } = check;
  const gone = record.fields.filter(({ outcome }) => outcome === 'gone').length;
  return (
    <ul className={classes.fields}>
      <Step outcome={worstOf([record.hash])} name={t('steps.hash')} />
      <Step outcome={worstOf(record.fields.map((each) => each.outcome))} name={t('steps.fields')}>
        {gone > 0 &&
          t('steps.fieldsGone', {
            gone: formatCount(gone),
            total: formatCount(record.fields.length),
          })}
      </Step>
      <Step outcome={worstOf([record.inclusion])} name={t('steps.inclusion')}>
        {t('steps.inclusionText', {
          seq: formatCount(evidence.record.seq),
          size: formatCount(evidence.checkpoint.size),
          steps: formatCount(evidence.record.inclusion.length),
        })}
      </Step>
      <Step outcome={worstOf([check.checkpoint])} name={t('steps.checkpoint')} />
      <Step outcome={worstOf([check.signature])} name={t('steps.signature')} />
      {related.length > 0 && (
        <Step
          outcome={worstOf(
            related.flatMap((each) => [
              each.hash,
              each.inclusion,
              ...each.fields.map(({ outcome }) => outcome),
            ]),
          )}
          name={t('steps.related')}
        >
          {t('steps.relatedText', { count: related.length })}
        </Step>
      )}
    </ul>
  );
}

/** Each committed value: there, or gone with who took it away and why. */
function Values({
  evidence,
  erasures,
  check,
}: {
  evidence: RecordEvidence;
  erasures: readonly ErasureEntry[];
  check: EvidenceCheck | undefined;
}) {
  const { t } = useTranslation('evidence');
  const names = useFieldNames();
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  const zone = usePreferences((state) => state.timeZone);
  return (
    <section className="pd-slim">
      <h3 className={classes.caption}>{t('fields.title')}</h3>
      <ul className={classes.fields}>
        {evidence.record.fields.map(({ field, commitment, value }) => {
          const erasure = erasures.find((each) => takes(each, evidence.record_id, field));
          const isBad =
            (value === null && erasure === undefined) ||
            check?.record.fields.find((each) => each.field === field)?.outcome === 'fails';
          return (
            <li key={field} data-bad={isBad || undefined}>
              <div className={classes.field}>
                <span className="pd-space">{names([field])}</span>
                <span className="pd-dim">{t(value === null ? 'fields.gone' : 'fields.there')}</span>
              </div>
              <div className={classes.commitmentLine}>
                <CopiedValue value={commitment} what={names([field])} />
              </div>
              {value === null && (
                <p className={classes.erasedLine}>
                  {erasure === undefined ? (
                    t('fields.undeclared')
                  ) : (
                    <bdi>
                      {t('fields.erased', {
                        who: nameOf(erasure.actor.id),
                        role: roleOf(erasure.actor.role),
                        at: formatInstantIn(erasure.createdAt, zone),
                        basis: erasure.legalBasis,
                      })}
                    </bdi>
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Facts({ evidence }: { evidence: RecordEvidence }) {
  const { t } = useTranslation('evidence');
  const { record, checkpoint, vkey } = evidence;
  const copied = [
    ['hash', record.hash],
    ['leaf', record.leaf_hash],
    ['root', checkpoint.root_hash],
    ['key', vkey],
    ['note', checkpoint.note],
    ['bytes', record.entry],
    ['path', record.inclusion.join('\n')],
  ] as const;
  return (
    <section className="pd-slim">
      <h3 className={classes.caption}>
        {t('facts.title')} #{formatCount(record.seq)}
        <PlaceWay className={classes.link} href={`${integrityAddress}?tab=checkpoints`}>
          {t('checkpoint')}
        </PlaceWay>
      </h3>
      <dl className="pd-flush">
        <div className={classes.fact}>
          <dt>{t('facts.size')}</dt>
          <dd>
            {t('facts.sizeText', { count: checkpoint.size, size: formatCount(checkpoint.size) })}
          </dd>
        </div>
        {copied.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{t(`facts.${name}`)}</dt>
            <dd>
              <CopiedValue value={value} what={t(`facts.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
