/** What was done with data, newest first: each access with its rows and its cost, sessions and grants with what became of them. */
import type { ReactNode } from 'react';
import { Anchor, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ActivityEvent } from '../../../shared/contract/activity.ts';
import type { SessionOpener } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useActivity, type ActivitySubject } from '../../api/activity.ts';
import { grantAddress, sessionAddress } from '../addresses.ts';
import { formatBytes, formatCount } from '../format.ts';
import { Instant } from '../instant.tsx';
import { MoneyText } from '../money/money-text.tsx';
import { Section } from '../page/detail-page.tsx';
import { PlaceLink } from '../places/place-link.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import { PlainTable } from '../table/plain-table.tsx';

export function ActivityTimeline({ subject }: { readonly subject: ActivitySubject }) {
  const { t } = useTranslation('sessions');
  const query = useActivity(subject);
  const { data, error } = query;
  return (
    <Section title={t('activity.title')} actions={<p className="pd-note">{t('activity.note')}</p>}>
      {data === undefined ? (
        <Waiting error={error} onRetry={() => void query.refetch()} />
      ) : (
        <Events events={data.pages.flatMap((page) => page.data)} kind={subject.kind} />
      )}
      {query.hasNextPage && (
        <div className="pd-wrapping pd-gap-8 pd-above-4">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('activity.older')}
          </Button>
          {query.isFetchNextPageError && <span role="alert">{t('activity.failed')}</span>}
        </div>
      )}
    </Section>
  );
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('sessions');
  if (error === null) {
    return (
      <p className="pd-note" role="status" aria-busy="true">
        {t('activity.loading')}
      </p>
    );
  }
  return <ErrorState compact error={error} title={t('activity.failed')} onRetry={onRetry} />;
}

function Events({
  events,
  kind,
}: {
  readonly events: readonly ActivityEvent[];
  readonly kind: ActivitySubject['kind'];
}) {
  const { t } = useTranslation('sessions');
  if (events.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconHistory size={20} stroke={1.6} />}
        title={t('activity.empty')}
      />
    );
  }
  const isOfDataset = kind === 'dataset';
  return (
    <PlainTable
      label={t('activity.title')}
      isText
      columns={[
        { label: t('activity.when'), ofInstants: true },
        { label: t('activity.what') },
        ...(isOfDataset ? [{ label: t('column.account') }] : []),
        { label: t('activity.rows'), align: 'end' },
        { label: t('column.bytes'), align: 'end' },
        { label: t('activity.cost'), align: 'end', about: t('activity.costNote') },
      ]}
    >
      {events.map((event) => (
        <Event key={keyOf(event)} event={event} isOfDataset={isOfDataset} />
      ))}
    </PlainTable>
  );
}

function keyOf(event: ActivityEvent): string {
  switch (event.type) {
    case 'access':
      return `${event.session_id} ${event.n}`;
    case 'grant':
      return `${event.grant_id} ${event.n}`;
    default:
      return `${event.session_id} ${event.type}`;
  }
}

function Event({
  event,
  isOfDataset,
}: {
  readonly event: ActivityEvent;
  readonly isOfDataset: boolean;
}) {
  const access = event.type === 'access' ? event : undefined;
  return (
    <tr>
      <td>
        <Instant at={event.at} />
      </td>
      <td>
        <What event={event} isOfDataset={isOfDataset} />
      </td>
      {isOfDataset && (
        <td>
          <bdi>{showHidden(event.account_id)}</bdi>
        </td>
      )}
      <td data-align="end">{access && formatCount(access.rows)}</td>
      <td data-align="end">{access && formatBytes(access.bytes)}</td>
      <td data-align="end">{access && <Cost cost={access.cost} currency={access.currency} />}</td>
    </tr>
  );
}

function Cost({ cost, currency }: { readonly cost: number | null; readonly currency: string }) {
  const { t } = useTranslation('sessions');
  if (cost === null) return <span title={t('activity.corrected')}>–</span>;
  return <MoneyText value={cost} currency={currency} headline short />;
}

/** What happened, with the way to the session, grant or evidence that it is about. */
function What({
  event,
  isOfDataset,
}: {
  readonly event: ActivityEvent;
  readonly isOfDataset: boolean;
}) {
  const { t } = useTranslation(['sessions', 'grants']);
  const words = eventWords(event, t);
  if (event.type === 'grant') {
    return <EventLink href={grantAddress(event.grant_id)}>{words}</EventLink>;
  }
  const { session_id: id } = event;
  return (
    <>
      {isOfDataset ? <EventLink href={sessionAddress(id)}>{words}</EventLink> : words}
      {event.type === 'opened' && (
        <span className="pd-dim">
          {' · '}
          {isOfDataset ? <bdi>{showHidden(event.purpose)}</bdi> : openerWords(event.by, t)}
        </span>
      )}
      {event.type === 'access' && event.evidence_id !== null && (
        <>
          {' · '}
          <EventLink href={sessionAddress(id, { tab: 'evidence', evidence: event.evidence_id })}>
            {t('evidence.one')}
          </EventLink>
        </>
      )}
    </>
  );
}

/** A link within a line of text is underlined: its colour alone would not tell it. */
function EventLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Anchor component={PlaceLink} inherit underline="always" href={href}>
      {children}
    </Anchor>
  );
}

type Translate = TFunction<['sessions', 'grants']>;

function eventWords(event: ActivityEvent, t: Translate): string {
  switch (event.type) {
    case 'access':
      return t(`activity.access.${event.kind}`);
    case 'opened':
      return t('activity.opened');
    case 'ended':
      return t(`activity.ended.${event.how}`);
    case 'grant':
      return t(`activity.grant.${event.action}`);
    default:
      return event satisfies never;
  }
}

/** Whoever opened a session, in words. */
export function openerWords(by: SessionOpener, t: TFunction<['sessions', 'grants']>): string {
  if (by.kind === 'operator') return t('openedAtWindow');
  return t('activity.byKey', { name: showHidden(by.name ?? by.key_id ?? '') });
}
