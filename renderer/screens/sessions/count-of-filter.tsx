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
import type { ReadPriceWords } from './use-read-price.ts';
import classes from './data.module.css';

export function CountOfFilter({
  session: { session_id: id, snapshot },
  filter,
  kept: { counted },
  price,
  onCounted,
}: {
  readonly session: Session;
  /** Undefined for all rows. */
  readonly filter: JsonObject | undefined;
  readonly kept: ReadRowsOf;
  readonly price: ReadPriceWords;
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
  const cost = price(0);
  return (
    <Button
      loading={isAsked}
      disabled={cost === undefined}
      onClick={() => {
        counted.add(text);
        setAsked(true);
      }}
    >
      {cost ? t('data.countFor', { price: cost }) : t('data.countMatches')}
    </Button>
  );
}
