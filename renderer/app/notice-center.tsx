/** The history of notifications, and what a toast looks like. */
import { useState } from 'react';
import { ActionIcon, Anchor, Button, Popover, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconX } from '@tabler/icons-react';
import { t as translate } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  clearNotices,
  dismissNotice,
  markNoticesRead,
  setToastWriter,
  undoNotice,
  useNotices,
  type Notice,
} from '../state/notices.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatAgo } from '../ui/format.ts';
import { RequestId } from '../ui/states.tsx';
import { CountMark } from './count-mark.tsx';
import { InEnglish } from '../ui/in-english.tsx';
import { SegmentedControl } from '../ui/form/choices.tsx';
import classes from './shell.module.css';

function ToastBody({ notice }: { notice: Notice }) {
  const { t } = useTranslation('common');
  const { detail, reason, requestId, undo } = notice;
  if ([detail, reason, requestId, undo].every((each) => each === null)) return null;
  return (
    <span className={classes.toastBody}>
      {detail}
      {reason !== null && <InEnglish>{reason}</InEnglish>}
      {requestId !== null && <RequestId id={requestId} />}
      {undo !== null && <Button onClick={() => undoNotice(notice.id)}>{t('undo')}</Button>}
    </span>
  );
}

/** Gives toasts their words and buttons. Call once, before the first. */
export function startToasts(): void {
  setToastWriter((notice) => ({
    title: notice.title,
    message: <ToastBody notice={notice} />,
    label: translate('dismiss', { ns: 'common' }),
  }));
}

export function NoticeCenter() {
  const { t } = useTranslation('shell');
  const history = useNotices((state) => state.history);
  const [opened, setOpened] = useState(false);
  const unread = history.filter((notice) => !notice.read && notice.tone !== 'info').length;
  const label = unread === 0 ? t('notices.button') : t('notices.unread', { count: unread });
  return (
    <Popover
      opened={opened}
      onChange={(open) => {
        setOpened(open);
        if (!open) markNoticesRead();
      }}
      position="bottom-end"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon
            className="pd-holder"
            aria-label={label}
            onClick={() => {
              if (opened) markNoticesRead();
              setOpened(!opened);
            }}
          >
            <IconBell size={17} stroke={1.6} />
            <CountMark count={unread} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notices.title')}>
        <NoticeList history={history} />
      </Popover.Dropdown>
    </Popover>
  );
}

const filters = ['all', 'errors'] as const;

function NoticeList({ history }: { history: readonly Notice[] }) {
  const { t } = useTranslation(['shell', 'common', 'help']);
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const shown = filter === 'all' ? history : history.filter(({ tone }) => tone === 'bad');
  return (
    <div className={classes.tray}>
      <div className={classes.trayHead}>
        {t('notices.title')}
        <span className="pd-space" />
        <SegmentedControl
          size="xs"
          aria-label={t('notices.filter', { ns: 'help' })}
          value={filter}
          onChange={setFilter}
          data={filters.map((value) => ({ value, label: t(`notices.${value}`, { ns: 'help' }) }))}
        />
        <Button
          variant="subtle"
          color="gray"
          disabled={history.length === 0}
          onClick={clearNotices}
          data-autofocus
        >
          {t('notices.clear')}
        </Button>
      </div>
      <div className={classes.trayBody} tabIndex={-1}>
        {shown.length === 0 && (
          <div className={classes.trayEmpty}>
            {t(filter === 'all' ? 'notices.nothing' : 'notices.noErrors', { ns: 'help' })}
          </div>
        )}
        {shown.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </div>
    </div>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { t } = useTranslation(['shell', 'common', 'help']);
  const now = useNow();
  return (
    <div className={classes.trayItem}>
      <span className="pd-medium pd-clip" title={notice.title}>
        {notice.tone === 'bad' && (
          <IconAlertTriangle
            className={classes.trayMark}
            size={13}
            aria-label={t('notices.error', { ns: 'help' })}
          />
        )}
        {notice.href === null ? notice.title : <Anchor href={notice.href}>{notice.title}</Anchor>}
      </span>
      <span className="pd-row pd-gap-4 pd-caption">
        {notice.undo !== null && (
          <Button variant="subtle" onClick={() => undoNotice(notice.id)}>
            {t('undo', { ns: 'common' })}
          </Button>
        )}
        {formatAgo(notice.at, now)}
        <ActionIcon
          size="sm"
          aria-label={t('notices.dismiss', { ns: 'help', title: notice.title })}
          onClick={() => dismissNotice(notice.id)}
        >
          <IconX size={13} />
        </ActionIcon>
      </span>
      {notice.detail !== null && (
        <span className="pd-caption pd-anywhere pd-whole-line">{notice.detail}</span>
      )}
      {notice.reason !== null && (
        <span className="pd-caption pd-anywhere pd-whole-line">
          <InEnglish>{notice.reason}</InEnglish>
        </span>
      )}
      {notice.requestId !== null && (
        <span className="pd-caption pd-anywhere pd-whole-line">
          <RequestId id={notice.requestId} />
        </span>
      )}
    </div>
  );
}
