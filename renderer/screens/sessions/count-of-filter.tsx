/** How many rows there are, and how many a filter selects: that is counted, and charged, when somebody presses for it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { toFailure } from '../../api/client.ts';
import { useRowCount } from '../../api/sessions.ts';
import { WithFault } from '../../ui/fault-text.tsx';
import { formatCount } from '../../ui/format.ts';
import type { ReadRowsOf } from './read-rows-of.ts';
import { useReadPrice } from './use-read-price.ts';
import classes from './data.module.css';

export function CountOfFilter({
  session: { session_id: id, snapshot },
  filter,
  kept: { counted },
  onCounted,
}: {
  readonly session: Session;
  /** Undefined for all rows. */
  readonly filter: JsonObject | undefined;
  readonly kept: ReadRowsOf;
  readonly onCounted: (count: number) => void;
}) {
  const { t } = useTranslation('sessions');
  const text = JSON.stringify(filter);
  const [isAsked, setAsked] = useState(counted.has(text));
  const query = useRowCount(id, isAsked ? filter : undefined);
  const matches = query.data?.count;
  const tell = useEffectEvent(onCounted);
  useEffect(() => {
    if (matches !== undefined) tell(matches);
  }, [matches]);
  const all = snapshot.record_count;
  const total = formatCount(all);
  if (filter === undefined) {
    return (
      <span className={classes.count} role="status">
        {t('data.all', { count: all, total })}
      </span>
    );
  }
  if (query.isError) {
    const failure = toFailure(query.error);
    return (
      <span className={classes.count} data-tone="warn" role="status">
        <WithFault
          titled
          fault={failure.fields[0] ?? failure}
          sentence={(message) => t('data.countFailed', { message })}
        />
      </span>
    );
  }
  if (matches !== undefined) {
    return (
      <span className={classes.count} role="status">
        {t('data.counted', { count: all, matches: formatCount(matches), total })}
      </span>
    );
  }
  return (
    <CountButton
      sessionId={id}
      isAsked={isAsked}
      onAsk={() => {
        counted.add(text);
        setAsked(true);
      }}
    />
  );
}

/** Counting is one call that gives out no row. */
function CountButton({
  sessionId,
  isAsked,
  onAsk,
}: {
  readonly sessionId: string;
  readonly isAsked: boolean;
  readonly onAsk: () => void;
}) {
  const { t } = useTranslation('sessions');
  const cost = useReadPrice(sessionId, { operation: 'filter', rows: 0 });
  return (
    <Button loading={isAsked} disabled={cost === undefined} title={cost?.exact} onClick={onAsk}>
      {cost ? t('data.countFor', { price: cost.price }) : t('data.countMatches')}
    </Button>
  );
}
