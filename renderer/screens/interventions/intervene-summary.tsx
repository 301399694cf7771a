/** What is about to be appended, in words and values; the last look before it stands for good. */
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { proposalMeaning, type InterventionList } from '../../../shared/contract/interventions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { RecordRow } from '../../api/records.ts';
import { useActorNames, useActorRoles } from '../../ui/signing/person-words.ts';
import { SignsAs } from '../../ui/signing/signer-fields.tsx';
import type { SigningState } from '../../ui/signing/use-signing.ts';
import { linesOf } from '../../ui/lines-of.ts';
import { EffectComparison } from './effect-comparison.tsx';
import { secondWay, type DraftContext, type InterveneText } from './intervene-draft.ts';
import { Original } from './original.tsx';
import { outcomeOf } from './shown-act.ts';
import { wordOfAct } from './standing.ts';
import classes from './interventions.module.css';

export interface InterveneSummaryProps {
  readonly record: RecordRow;
  readonly draft: InterveneText;
  readonly context: DraftContext;
  /** The intervention that this takes back, replaces or completes. */
  readonly supersededId: string | undefined;
  readonly list: InterventionList;
  readonly signing: SigningState;
}

export function InterveneSummary(props: InterveneSummaryProps) {
  const { record, draft, context, supersededId, list, signing } = props;
  const { t } = useTranslation('interventions');
  const { action, proposal } = context;
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  const outcome = useMemo(() => outcomeOf(draft, context), [draft, context]);
  const second = secondWay(draft, context);
  const replaced = list.data.find(({ id }) => id === supersededId);
  const viewed = linesOf(draft.evidence_viewed);
  return (
    <>
      <dl className={classes.summary} aria-label={t('act.summary')}>
        <Row label={t('act.what')}>
          <strong>
            {t(wordOfAct(second === 'later' ? { action, meaning: proposalMeaning } : { action }))}
          </strong>
        </Row>
        <Row label={t('act.record')}>
          <code className="pd-code">{record.id}</code>{' '}
          <bdi className="pd-dim">{showHidden(record.model_id)}</bdi>
        </Row>
        {replaced !== undefined && (
          <Row label={t('act.replaces')}>
            {t('waits.replaces', {
              n: replaced.n ?? 1,
              what: t(wordOfAct(replaced)).toLowerCase(),
              who: nameOf(replaced.actor.id),
            })}
          </Row>
        )}
        <Row label={t('act.who')}>
          <SignsAs signing={signing} text={draft.signer} />
        </Row>
        {proposal !== undefined && (
          <Row label={t('act.proposedBy')}>
            <bdi>{`${nameOf(proposal.actor.id)}, ${roleOf(proposal.actor.role)}`}</bdi>
          </Row>
        )}
        <Row label={t('act.reason')}>
          {draft.reason.trim() === '' ? (
            <span className="pd-dim">{t('act.noReason')}</span>
          ) : (
            <bdi className={classes.prose}>{showHidden(draft.reason.trim())}</bdi>
          )}
        </Row>
        {proposal === undefined && draft.reason_code !== '' && (
          <Row label={t('act.reasonCode')}>
            <bdi>{showHidden(nameOfCode(context.codes, draft.reason_code))}</bdi>
          </Row>
        )}
        {draft.meaning.trim() !== '' && (
          <Row label={t('act.meaning')}>
            <bdi>{showHidden(draft.meaning.trim())}</bdi>
          </Row>
        )}
        {viewed.length > 0 && (
          <Row label={t('act.viewed')}>
            <bdi>{showHidden(viewed.join(', '))}</bdi>
          </Row>
        )}
      </dl>
      {outcome === undefined ? (
        <Original record={record} isShort />
      ) : (
        <EffectComparison
          original={record.output}
          now={outcome}
          as={second === 'later' ? 'proposed' : 'fromNow'}
        />
      )}
      <p className="pd-dim pd-pretty pd-flush">
        {second === 'later' && `${t('act.laterNote')} `}
        {t('act.summaryNote')}
      </p>
    </>
  );
}

/** A reason by its code and what it is called. */
function nameOfCode(codes: DraftContext['codes'], code: string): string {
  const known = codes.find((each) => each.code === code);
  return known === undefined ? code : `${code} · ${known.label}`;
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
