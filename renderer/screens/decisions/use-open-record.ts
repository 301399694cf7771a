/** The open record and the cursor follow each other; keys act on the one that is meant. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { recordPositionQuery, useRecord, type ListedRecord } from '../../api/records.ts';
import { useOpenedElsewhere } from '../../ui/list/use-opened-elsewhere.ts';
import type { ShownView } from './use-decision-list.ts';

/** `into` moves the focus to the inspector, `peek` leaves it, `follow` keeps the history entry. */
export type OpenHow = 'into' | 'peek' | 'follow';

/** The inspector follows the cursor once it rests this long. */
const followMs = 110;

export interface OpenRecord {
  /**
   * What keys and menus act on. With a record open it is that one, as the address says, whether it is
   * in the list or not; else, and while the inspector has yet to follow the cursor, the cursor's row.
   */
  readonly targetId: string | undefined;
  /** The same, once it is read. */
  readonly target: ListedRecord | undefined;
  readonly open: (id: string, how: OpenHow) => void;
  /** The cursor was moved by hand: what is open follows once it rests. */
  readonly lead: () => void;
}

export function useOpenRecord({
  shown,
  openId,
  current,
  currentRow,
  onOpen,
  onLocated,
}: {
  readonly shown: ShownView;
  readonly openId: string | undefined;
  readonly current: number;
  readonly currentRow: ListedRecord | undefined;
  readonly onOpen: (id: string, how: OpenHow) => void;
  /** Takes the cursor to the place of what was opened elsewhere. */
  readonly onLocated: (index: number) => void;
}): OpenRecord {
  const queryClient = useQueryClient();
  const { view } = shown;
  const currentId = currentRow?.id;
  /** The view in which the cursor was moved and what is open has not followed; null when it has. */
  const [leadIn, setLeadIn] = useState<string | null>(null);
  const own = useOpenedElsewhere(openId, () => setLeadIn(null));
  if (leadIn !== null && openId !== undefined && openId === currentId) setLeadIn(null);
  const leads = leadIn !== null && leadIn === view?.key;

  const isApart = openId !== undefined && openId !== currentId;
  const elsewhereId = isApart && !leads ? openId : undefined;
  // The same question as that of the inspector.
  const elsewhere = useRecord(elsewhereId).data;
  const target = elsewhereId === undefined ? currentRow : elsewhere;

  const open = (id: string, how: OpenHow) => {
    own.expect(id);
    onOpen(id, how);
  };

  const followingId = isApart && leads ? currentId : undefined;
  const follow = useEffectEvent((id: string) => {
    if (id !== own.awaited) open(id, 'follow');
  });
  useEffect(() => {
    if (followingId === undefined) return undefined;
    const timer = setTimeout(() => follow(followingId), followMs);
    return () => clearTimeout(timer);
  }, [followingId]);

  const arrive = useEffectEvent((index: number) => {
    if (index !== current) onLocated(index);
  });
  const locate = useEffectEvent(async (id: string, key: string, isStale: () => boolean) => {
    if (view?.key !== key || id === currentId || leads) return;
    try {
      const { offset } = await queryClient.fetchQuery(
        recordPositionQuery(id, view.filter, view.order),
      );
      if (offset !== null && !isStale()) arrive(offset);
    } catch {
      // A record that does not exist is the inspector's to explain.
    }
  });
  const shownKey = shown.pending ? undefined : view?.key;
  useEffect(() => {
    if (openId === undefined || shownKey === undefined) return undefined;
    let stale = false;
    void locate(openId, shownKey, () => stale);
    return () => {
      stale = true;
    };
  }, [openId, shownKey]);

  return {
    targetId: elsewhereId ?? currentId,
    target,
    open,
    lead: () => setLeadIn(view?.key ?? null),
  };
}
