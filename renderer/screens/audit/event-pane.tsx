/** One audit event: who asked for what, how it ended, and the line that is hashed. */
import { useEffect, useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AuditEventDetails } from '../../../shared/contract/audit.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAuditEvent } from '../../api/audit.ts';
import { PaneFact, PaneFacts, PanePage, PanePart, PaneText } from '../../ui/page/pane-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { auditAddress, integrityAddress } from '../../ui/addresses.ts';
import { hashOf } from '../../ui/chain/check-entries.ts';
import { copyText } from '../../ui/clipboard.ts';
import { roleWord } from '../../ui/role-word.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { callerName } from '../../ui/requests/request-words.ts';
import { callerFilter, outcomeBadges } from './audit-words.ts';
import { objectAddress } from './object-address.ts';
import classes from './audit.module.css';

export function EventPane({ seq, onClose }: { seq: number; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const query = useAuditEvent(seq);
  const { data } = query;
  const title =
    data === undefined
      ? t('pane')
      : t('eventTitle', {
          action: t(`action.${data.action}`),
          operation: data.operation_id ?? t('noOperation'),
        });
  return (
    <PanePage title={title} onClose={onClose}>
      <Loaded query={query} failed={t('listFailed')}>
        {(event) => <EventBody event={event} />}
      </Loaded>
    </PanePage>
  );
}

function EventBody({ event }: { event: AuditEventDetails }) {
  const { t } = useTranslation('audit');
  const { t: requests } = useTranslation('requests');
  const { t: access } = useTranslation('access');
  const { caller, object_id: objectId, operation_id: operation, outcome } = event;
  const [tone, shape] = outcomeBadges[outcome];
  const address = objectId === null ? undefined : objectAddress(objectId);
  return (
    <div className="pd-slim pd-grid pd-gap-14">
      <PaneFacts>
        <PaneFact name={t('fact.outcome')}>
          <StatusBadge tone={tone} shape={shape}>
            {t('outcomeStatus', { outcome: t(`outcome.${outcome}`), status: event.status })}
          </StatusBadge>
        </PaneFact>
        <PaneFact name={t('fact.at')}>
          <Instant at={event.at} precision="millisecond" withZone />
        </PaneFact>
        <PaneFact name={t('fact.who')}>
          {callerName((key) => requests(key), caller)}
          {caller.role !== null && ` (${roleWord(caller.role, (key) => access(key))})`}{' '}
          <Anchor size="sm" underline="always" href={auditAddress({ caller: callerFilter(event) })}>
            {t('filterCaller')}
          </Anchor>
        </PaneFact>
        {caller.key_id !== null && (
          <PaneFact name={t('fact.key')}>
            <CopiedValue value={caller.key_id} what={t('fact.key')} />
          </PaneFact>
        )}
        <PaneFact name={t('fact.mount')}>{requests(`mount.${event.mount}`)}</PaneFact>
        <PaneFact name={t('fact.operation')}>
          {operation ?? t('noOperation')}{' '}
          {operation !== null && (
            <Anchor size="sm" underline="always" href={auditAddress({ operation })}>
              {t('filterBy')}
            </Anchor>
          )}
        </PaneFact>
        {objectId !== null && (
          <PaneFact name={t('fact.object')}>
            {address === undefined ? (
              <code>{showHidden(objectId)}</code>
            ) : (
              <Anchor
                component={PlaceLink}
                size="sm"
                underline="always"
                href={address}
                title={t('openObject', { id: objectId })}
              >
                <code>{showHidden(objectId)}</code>
              </Anchor>
            )}{' '}
            <Anchor size="sm" underline="always" href={auditAddress({ object: objectId })}>
              {t('filterObject')}
            </Anchor>
          </PaneFact>
        )}
        <PaneFact name={t('fact.path')}>
          <code>
            {event.method} {showHidden(event.path)}
          </code>
        </PaneFact>
        <PaneFact name={t('fact.duration')}>
          {requests('ms', { formatted: formatCount(event.ms) })}
        </PaneFact>
        <PaneFact name={t('fact.id')}>
          <CopiedValue value={event.request_id} what={t('fact.id')} />
        </PaneFact>
        {event.decisions !== undefined && (
          <PaneFact name={t('fact.decisions')}>
            {t('decisions', {
              created: formatCount(event.decisions.created),
              replayed: formatCount(event.decisions.replayed),
              refused: formatCount(event.decisions.refused),
            })}
          </PaneFact>
        )}
        {event.omitted > 0 && (
          <PaneFact name={t('fact.omitted')}>
            {t('omitted', { count: event.omitted, formatted: formatCount(event.omitted) })}
          </PaneFact>
        )}
      </PaneFacts>
      <PaneFacts>
        <PaneFact name={t('fact.seq')}>{formatCount(event.seq)}</PaneFact>
        <PaneFact name={t('fact.anchor')}>
          {event.anchored_by === null
            ? t('notAnchored')
            : t('anchoredBy', { entry: formatCount(event.anchored_by) })}
        </PaneFact>
        <PaneFact name={t('fact.hash')}>
          <CopiedValue value={event.hash} what={t('fact.hash')} />
        </PaneFact>
        <PaneFact name={t('fact.previous')}>
          <CopiedValue value={event.previous_hash} what={t('fact.previous')} />
        </PaneFact>
      </PaneFacts>
      <PanePart
        title={t('line')}
        actions={
          <Button
            size="compact-xs"
            leftSection={<IconCopy size={13} stroke={1.75} />}
            onClick={() => void copyText(event.line, t('lineWhat'))}
          >
            {t('copyLine')}
          </Button>
        }
      >
        <PaneText label={t('line')}>{showHidden(event.line)}</PaneText>
        <LineCheck line={event.line} hash={event.hash} />
      </PanePart>
    </div>
  );
}

/** The hash of the line, made anew in this window. */
function LineCheck({ line, hash }: { line: string; hash: string }) {
  const { t } = useTranslation('audit');
  const [made, setMade] = useState<{ readonly of: string; readonly hash: string }>();
  useEffect(() => {
    let current = true;
    const make = async () => {
      const found = await hashOf(line);
      if (current) setMade({ of: line, hash: found });
    };
    void make();
    return () => {
      current = false;
    };
  }, [line]);
  const found = made?.of === line ? made.hash : undefined;
  let verdict = <span>{t('check.working')}</span>;
  if (found === hash) verdict = <StatusBadge tone="ok">{t('check.holds')}</StatusBadge>;
  else if (found !== undefined) {
    verdict = <StatusBadge tone="bad">{t('check.broken', { hash: shortHash(found) })}</StatusBadge>;
  }
  return (
    <div className={classes.check}>
      <p role="status">{verdict}</p>
      <p className="pd-note">
        {t('check.scope')}{' '}
        <Anchor size="sm" underline="always" href={integrityAddress}>
          {t('check.verify')}
        </Anchor>
      </p>
    </div>
  );
}
