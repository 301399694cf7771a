/** What stands about a policy while it is decided, and what can be done with all of it. */
import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetPolicy } from '../../../../shared/contract/policy-routes.ts';
import { formatCount } from '../../../ui/format.ts';
import { MarkedWord } from '../../../ui/figures/marked-word.tsx';
import { Instant } from '../../../ui/instant.tsx';
import type { PolicyDrafting } from './use-policy-draft.ts';

export interface EditorHeadProps {
  readonly drafting: PolicyDrafting;
  /** Undefined for a draft. */
  readonly published: DatasetPolicy | undefined;
  /** Fields that nobody decided about. */
  readonly undecided: number;
  /** Takes what is proposed of all that nobody decided about; undefined where there is nothing. */
  readonly onTakeAll: (() => void) | undefined;
  readonly onPublish: () => void;
  readonly onWithdraw: () => void;
}

export function EditorHead({ onWithdraw, ...props }: EditorHeadProps) {
  const { t } = useTranslation('protection');
  const { drafting, published, undecided, onTakeAll, onPublish } = props;
  const { draft, isChanged, isOutOfDate, giveUp } = drafting;
  return (
    <>
      {isOutOfDate && (
        <p className="pd-warn pd-rounded pd-flush pd-pad-8-12" role="note">
          {t('outOfDate')}
        </p>
      )}
      <Announced published={published} onWithdraw={onWithdraw} />
      <div className="pd-wrapping pd-split pd-gap-8-16">
        <div className="pd-wrapping pd-grid-size pd-dim pd-gap-4-16" role="status">
          <span>
            <Standing published={published} isChanged={isChanged} />
          </span>
          {undecided > 0 && (
            <MarkedWord standing="warn">
              {t(`undecided.${draft.policy.unlisted}`, {
                count: undecided,
                fields: formatCount(undecided),
              })}
            </MarkedWord>
          )}
        </div>
        <div className="pd-wrapping pd-gap-8">
          {onTakeAll !== undefined && <Button onClick={onTakeAll}>{t('takeAll')}</Button>}
          {isChanged && <Button onClick={giveUp}>{t('giveUp')}</Button>}
          <Button
            variant="filled"
            disabled={published !== undefined && !isChanged}
            onClick={onPublish}
          >
            {t('publish.action')}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Which version holds, and whether what stands here is another. */
function Standing({
  published,
  isChanged,
}: {
  readonly published: DatasetPolicy | undefined;
  readonly isChanged: boolean;
}) {
  const { t } = useTranslation(['protection', 'datasets']);
  if (published === undefined) return t('nothingPublished');
  const { in_force: held } = published;
  return (
    <>
      {t('datasets:policy.version', { version: formatCount(held.version) })}{' '}
      <Instant at={held.effective_at} withZone />
      {isChanged && ` · ${t('notPublished')}`}
    </>
  );
}

/** What will hold, with the way to withdraw it. */
function Announced({
  published,
  onWithdraw,
}: {
  readonly published: DatasetPolicy | undefined;
  readonly onWithdraw: () => void;
}) {
  const { t } = useTranslation(['protection', 'datasets']);
  const announced = published?.announced ?? null;
  if (announced === null) return null;
  return (
    <div className="pd-wrapping pd-info pd-rounded pd-gap-8 pd-pad-6-12" role="note">
      <IconClock size={16} stroke={1.7} aria-hidden="true" />
      <span>
        {t('datasets:policy.announced', { version: formatCount(announced.version) })}{' '}
        <Instant at={announced.effective_at} withZone />
      </span>
      <Button size="compact-sm" onClick={onWithdraw}>
        {t('withdraw.action')}
      </Button>
    </div>
  );
}
