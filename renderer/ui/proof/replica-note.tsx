/** Says how long replicas of the ledger go on holding what is erased from it; nothing where none are kept. */
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/workspace.ts';
import { formatCount, formatDay } from '../format.ts';
import { useNow } from '../chain/use-now.ts';

const day = 86_400_000;

/** @param erasedAt instant of an erasure that was made: until which day, and nothing once that is over */
export function ReplicaNote({ erasedAt }: { readonly erasedAt?: string }) {
  const { t } = useTranslation('interventions');
  const now = useNow();
  const days = useWorkspace().data?.replica_days ?? null;
  if (days === null) return null;
  if (erasedAt === undefined) {
    return <> {t('replicas.will', { count: days, formatted: formatCount(days) })}</>;
  }
  const until = Date.parse(erasedAt) + days * day;
  if (until <= now) return null;
  return <> {t('replicas.until', { day: formatDay(new Date(until).toISOString()) })}</>;
}
