/** What waits for a person, by when it is due: taken, assigned, read beside the list and decided there. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReviewFilter } from '../../../shared/contract/reviews.ts';
import { useMay } from '../../api/capabilities.ts';
import {
  fetchFirstReview,
  reviewPageSize,
  useAssignReview,
  useReviewCounts,
  useReviews,
} from '../../api/reviews.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { formatCount } from '../../ui/format.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { useSigning } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { InterveneDialog } from '../interventions/intervene-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ByDue } from './by-due.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { dueList } from './due-list.tsx';
import { ReviewPane } from './review-pane.tsx';
import { parseDueSearch } from './search.ts';

/** From this on the form stands beside what there is to read; below it is a dialog. */
const wideQuery = '(min-width: 1200px)';

export function DueScreen() {
  const { t } = useTranslation('review', { keyPrefix: 'queue' });
  const address = useListAddress(parseDueSearch);
  const { reason, model_id, assignee, is_late: late, offset = 0, record } = address.search;
  const isLate = late === 'true' || undefined;
  const filter = { review: reason, model_id, assignee, is_late: isLate };
  const query = useReviews(filter, offset);
  const counts = useReviewCounts(model_id === undefined ? {} : { model_id });
  const source = {
    query,
    rows: query.data?.data,
    total: query.data?.total,
    whole: { source: { operation: 'listReviews', query: filter }, idPath: '/record_id' },
    page: { offset, size: reviewPageSize },
  } as const;
  const list = useList(dueList, source, { t, ...address, stays: ['record'] });
  const [deciding, setDeciding] = useState(false);
  const me = useMe();
  const assigning = useAssignReview();
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const canAct = !isReadOnly && may('createIntervention');
  /** Where none is open, it is the one that is due first. */
  const first = query.data?.data[0]?.record_id;
  const current = record ?? first;
  const open = (id: string | undefined) => list.change({ record: id });
  const next = async (except?: string) => open(await fetchFirstReview(me, except));
  const assignToMe = () => {
    if (current !== undefined) assigning.mutate({ id: current, assignee: me });
  };
  const has = () => canAct && current !== undefined;
  const decide = () => {
    if (record === undefined) open(first);
    setDeciding(true);
  };
  const [assigned, setAssigned] = useState<readonly string[]>();
  const command = (id: string, title: string, key: string, run: () => void) => ({
    id,
    title,
    keys: [key],
    group: 'row' as const,
    scope: 'grid' as const,
    isEnabled: has,
    run,
  });
  useCommands([
    command('review.decide', t('command.decide'), 'o', decide),
    command('review.assign', t('command.assign'), 'a', assignToMe),
  ]);
  const rows = query.data?.data ?? [];
  /** A proposal is seconded as it stands, or not at all. */
  const isProposed = rows.some((row) => row.record_id === record && row.reason === 'second_actor');
  const isWide = useMediaQuery(wideQuery, true, { getInitialValueInEffect: false });
  const decidesHere = isWide && canAct && !isProposed;
  const goOn = () => {
    setDeciding(false);
    const place = rows.findIndex((row) => row.record_id === record);
    open(rows[place + 1]?.record_id);
    // What was sent had the focus; the next key is for the queue.
    document.querySelector<HTMLElement>('#main [role="grid"]')?.focus();
  };
  return (
    <>
      <ListScreen
        list={list}
        icon={IconUserCheck}
        counts={{ reason: reasonsOf(counts.data) }}
        empty={{ title: t('empty.title'), text: t('empty.text') }}
        tools={<ByDue isDue />}
        foot={
          <LateOnly
            count={query.data?.late ?? 0}
            isOn={isLate === true}
            onChange={(isOn) => list.narrow({ is_late: isOn ? 'true' : undefined })}
          />
        }
        actions={canAct && <Button onClick={() => void next(record)}>{t('command.next')}</Button>}
        onOpen={({ record_id: id }) => open(id)}
        selectionAction={
          canAct
            ? {
                label: t('command.assignSelected'),
                icon: <IconUserPlus size={14} stroke={1.75} />,
                run: setAssigned,
              }
            : undefined
        }
        beside={{
          id: record,
          label: t('pane'),
          isWide: decidesHere,
          pane: record !== undefined && (
            <ReviewPane
              key={record}
              recordId={record}
              onAssign={canAct ? assignToMe : undefined}
              onDecide={canAct && !decidesHere ? () => setDeciding(true) : undefined}
              decidesHere={
                decidesHere
                  ? { takesFocus: deciding, onFocused: () => setDeciding(false), onDone: goOn }
                  : undefined
              }
              onClose={() => open(undefined)}
            />
          ),
          onClose: () => open(undefined),
        }}
      />
      <AssignDialog
        opened={assigned !== undefined}
        ids={assigned ?? []}
        me={me}
        onClose={() => setAssigned(undefined)}
      />
      <InterveneDialog
        opened={deciding && isProposed}
        recordId={record ?? ''}
        action="approve"
        supersedes={undefined}
        onClose={() => setDeciding(false)}
        onDone={goOn}
      />
      <DecideDialog
        opened={deciding && record !== undefined && !isProposed && !decidesHere}
        recordId={record ?? ''}
        onClose={() => setDeciding(false)}
        onDone={goOn}
      />
    </>
  );
}

/** How many are past due; pressed, it leaves nothing else. */
function LateOnly({
  count,
  isOn,
  onChange,
}: {
  readonly count: number;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { t } = useTranslation('review', { keyPrefix: 'queue' });
  if (count === 0 && !isOn) return null;
  return (
    <p className="pd-flush pd-fixed pd-caption pd-line-above pd-pad-6-12" role="status">
      <Button
        size="compact-xs"
        variant={isOn ? 'light' : 'subtle'}
        aria-pressed={isOn}
        title={t('lateOnly')}
        onClick={() => onChange(!isOn)}
      >
        {t('lateOf', { count, formatted: formatCount(count) })}
      </Button>
    </p>
  );
}

/** How many wait for each reason. */
function reasonsOf(counts: Readonly<Record<ReviewFilter, number>> | undefined) {
  if (counts === undefined) return undefined;
  const { waiting: _all, ...reasons } = counts;
  return reasons;
}

/** Who means to review what is assigned here: the person who signs in this window, or the machine’s own. */
function useMe(): string {
  const signing = useSigning({ among: isReviewer });
  return signing.actorOf(signing.initial)?.id ?? 'operator';
}
