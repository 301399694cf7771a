/** One record checked by a key, its outcome said in a toast. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordVerification } from '../../../shared/contract/chain.ts';
import { useRecordVerification } from '../../api/records.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';

/** A function that checks a record and says what came out; asked again, it checks again. */
export function useSpokenCheck(): (id: string) => void {
  const { t } = useTranslation(['decisions', 'integrity']);
  const [asked, setAsked] = useState<string | undefined>();
  const check = useRecordVerification(asked);

  const say = useEffectEvent((result: RecordVerification) => {
    if (result.record_id !== asked) return;
    const good = result.verdict === 'OK';
    const seq = formatCount(result.seq);
    notify({
      tone: good ? 'ok' : 'bad',
      title: good
        ? t('verifiedOne', { seq, count: result.fields.length })
        : t('failedOne', { seq, verdict: t(`integrity:entryVerdicts.${result.verdict}`) }),
      reason: good ? null : (result.findings[0]?.message ?? null),
    });
  });
  const { data } = check;
  useEffect(() => {
    if (data !== undefined) say(data);
  }, [data]);

  return (id) => {
    if (asked === id) void check.refetch();
    else setAsked(id);
  };
}
