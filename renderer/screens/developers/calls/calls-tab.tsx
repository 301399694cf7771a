/** The last calls of this window, or of every caller, each as a command to repeat it. */
import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay, IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCalls, type Call } from '../../../api/calls.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useAnsweredRequests } from '../../../api/requests.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { SegmentedControl } from '../../../ui/form/choices.tsx';
import { formatCount } from '../../../ui/format.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import { wholeRows } from '../../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../../ui/list/use-list.ts';
import { useBaseUrl } from '../../../ui/requests/use-base-url.ts';
import { RequestPane, commandOf } from './request-pane.tsx';
import { everyonesList, requestsList } from './requests-list.tsx';
import { callsById, isConsoles, rowOfAnswered, rowOfCall, type RequestRow } from './rows.ts';
import { parseDevelopersSearch } from '../search.ts';

const views = ['window', 'everyone', 'programs'] as const;
type View = (typeof views)[number];
const answeredHere = { error: null, isPending: false, isPlaceholderData: false } as const;

export function CallsTab() {
  const { t } = useTranslation('requests');
  const address = useListAddress(parseDevelopersSearch);
  const { search } = address;
  const baseUrl = useBaseUrl();
  const canSeeAll = useMay()('listRequests');
  const of = canSeeAll ? (search.of ?? 'window') : 'window';
  const ofEveryone = of !== 'window';
  const { query, rows: current } = useRows(of);
  const [held, setHeld] = useState<readonly RequestRow[]>();
  const all = held ?? current;
  const newer = held === undefined ? 0 : countNewer(held, current);
  const isRead = query.data !== undefined;
  const source = wholeRows({ ...query, data: isRead ? all : undefined });
  const list = useList(ofEveryone ? everyonesList : requestsList, source, {
    t,
    ...address,
    stays: ['tab', 'request'],
  });
  const shown = all.find((each) => each.id === search.request);
  const close = () => list.change({ request: undefined });
  const toggleHold = () => setHeld(held === undefined ? current : undefined);
  const HoldIcon = held === undefined ? IconPlayerPause : IconPlayerPlay;
  useCommands([
    {
      id: 'request.curl',
      title: t('command.curl'),
      group: 'row',
      scope: 'global',
      icon: IconTerminal2,
      isEnabled: () => shown !== undefined,
      run: () => {
        if (shown !== undefined) void copyText(commandOf(shown, baseUrl), t('curl.what'));
      },
    },
    {
      id: 'requests.hold',
      title: t('command.hold'),
      group: 'view',
      scope: 'global',
      icon: HoldIcon,
      run: toggleHold,
    },
  ]);
  return (
    <ListScreen
      isTab
      list={list}
      icon={IconActivity}
      tools={
        canSeeAll && (
          <SegmentedControl
            size="xs"
            aria-label={t('of.label')}
            value={of}
            data={views.map((value) => ({ value, label: t(`of.${value}`) }))}
            onChange={(value) => {
              setHeld(undefined);
              list.change({ of: value === 'window' ? undefined : value, request: undefined });
            }}
          />
        )
      }
      actions={
        <Button
          leftSection={<HoldIcon size={14} stroke={1.75} />}
          title={t('holdHint')}
          aria-pressed={held !== undefined}
          onClick={toggleHold}
        >
          {t(held === undefined ? 'hold' : 'resume')}
        </Button>
      }
      notes={[t(`of.${of}`)]}
      empty={{ title: t('emptyTitle'), text: t(`empty.${of}`) }}
      noResult={{
        title: t('noResult.title'),
        text: t('noResult.text', { total: formatCount(all.length) }),
      }}
      above={
        held !== undefined && (
          <p className="pd-row pd-flush pd-fixed pd-gap-8 pd-grid-size pd-info pd-pad-4-12">
            {t('held', { count: newer, formatted: formatCount(newer) })}
          </p>
        )
      }
      foot={
        <p className="pd-flush pd-fixed pd-caption pd-line-above pd-pad-4-12">
          {t(ofEveryone ? 'restEveryone' : 'rest')}
        </p>
      }
      onOpen={({ id }) => list.change({ request: id })}
      beside={{
        id: shown?.id,
        label: t('pane'),
        pane: shown !== undefined && <RequestPane row={shown} baseUrl={baseUrl} onClose={close} />,
        onClose: close,
      }}
    />
  );
}

/** What this window sent, or what every caller asked; the query stands in for one where none is asked. */
function useRows(of: View) {
  const ofEveryone = of !== 'window';
  const calls = useCalls();
  const everyone = useAnsweredRequests(ofEveryone);
  const answered = everyone.data?.data;
  const rows = useMemo(() => {
    if (!ofEveryone) return calls.map(rowOfCall);
    const own: ReadonlyMap<string, Call> = callsById(calls);
    const everyones = (answered ?? []).map((each) => rowOfAnswered(each, own));
    return of === 'programs' ? everyones.filter((each) => !isConsoles(each)) : everyones;
  }, [of, ofEveryone, calls, answered]);
  const query = ofEveryone ? everyone : { ...answeredHere, data: calls, refetch: everyone.refetch };
  return { query, rows };
}

/** Rows that came after those that are held. */
function countNewer(held: readonly RequestRow[], current: readonly RequestRow[]): number {
  const newest = held[0];
  if (newest === undefined) return current.length;
  const place = current.findIndex((each) => each.id === newest.id);
  return place < 0 ? current.length : place;
}
