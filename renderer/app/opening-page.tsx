/** In place of every section while a ledger that was asked for is opened or made: which, and how far that is. */
import { useEffect, useEffectEvent, useState } from 'react';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filling } from '../../shared/contract/recovery.ts';
import type { Opening } from '../api/opening.ts';
import { ProgressBar } from '../ui/jobs/job-progress.tsx';
import { formatCount } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';
import classes from './shell.module.css';

export function OpeningPage({ opening: { to, filling } }: { opening: Opening }) {
  const { t } = useTranslation('shell');
  const words = useFillingWords(filling, 'filled');
  const title = filling === null ? t(`workspace.switching.${to}`) : t('workspace.making');
  const said = useSaidSeldom(words === undefined ? title : `${title}: ${words}`);
  return (
    <>
      <EmptyState icon={<Loader size={20} color="currentColor" />} title={title}>
        {filling !== null && (
          <>
            <p>{words}</p>
            <FillingBar filling={filling} />
          </>
        )}
      </EmptyState>
      <span className="pd-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** A demo ledger of many records is being made: how far that is. */
export function FillingBanner({ filling }: { filling: Filling }) {
  const words = useFillingWords(filling, 'filling') ?? '';
  const said = useSaidSeldom(words);
  return (
    <div className={classes.banner} data-tone="info">
      <Loader size={14} color="currentColor" />
      <span>{words}</span>
      <FillingBar filling={filling} />
      <span className="pd-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

function FillingBar({ filling: { done, total } }: { filling: Filling }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.bannerProgress}>
      <ProgressBar share={total === 0 ? undefined : done / total} label={t('workspace.making')} />
    </div>
  );
}

/** How many decisions there are, then what comes after them; undefined while nothing is told. */
function useFillingWords(filling: Filling | null, form: 'filled' | 'filling'): string | undefined {
  const { t } = useTranslation('shell');
  if (filling === null) return undefined;
  const { done, total } = filling;
  if (form === 'filled' && done === total) return t('workspace.finishing');
  return t(`workspace.${form}`, { done: formatCount(done), total: formatCount(total) });
}

/** How often figures that change all the time are spoken; milliseconds. */
const saidEvery = 5_000;

/** The newest text, seldom enough to be listened to. */
function useSaidSeldom(text: string): string {
  const [said, setSaid] = useState(text);
  const say = useEffectEvent(() => setSaid(text));
  useEffect(() => {
    const timer = setInterval(() => say(), saidEvery);
    return () => clearInterval(timer);
  }, []);
  return said;
}
