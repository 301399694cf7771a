/** Offers to make a demo anew whose decisions have grown old. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayOf, daysBetween } from '../../../shared/billing/calendar.ts';
import type { Overview } from '../../../shared/contract/overview.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { openDialog } from '../../state/dialogs.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './overview.module.css';

/** Days that the newest decision of a demo may be old. */
const youngest = 7;

export function DemoAge({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('overview');
  const isDemo = useWorkspace().data?.kind === 'demo';
  const newest = overview.days?.at(-1)?.date;
  if (!isDemo || newest === undefined) return null;
  const age = daysBetween(newest, dayOf(overview.generated_at));
  if (age <= youngest) return null;
  return (
    <section className={classes.offer} aria-label={t('oldDemo.title')}>
      <p>{t('oldDemo.text', { count: age, amount: formatCount(age) })}</p>
      <Button onClick={() => openDialog({ kind: 'reset-demo' })}>{t('oldDemo.renew')}</Button>
    </section>
  );
}
