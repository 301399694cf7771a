/** The frame of one thing: the way back, its name, badges and actions, facts, a banner, tabs. */
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Anchor, Button, Skeleton, Tabs } from '@mantine/core';
import { IconArrowLeft, type Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { showHidden } from '../../../shared/hidden-text.ts';
import { toFailure } from '../../api/client.ts';
import type { RecentThing } from '../../state/recent.ts';
import { formatCount } from '../format.ts';
import { EmptyState, ErrorState } from '../states.tsx';
import { focusScreen } from '../focus-screen.ts';
import { useOpenedThing } from '../places/use-recent-things.ts';
import { useWindowTitle } from '../window-title.ts';
import classes from './page.module.css';

export interface WayBack {
  readonly href: string;
  readonly label: string;
}

/**
 * `section` names the kind of thing in the window's title. The heading takes the focus: whoever came by
 * keyboard goes on from here, and a reader hears what this is.
 */
export function DetailPage({
  back,
  name,
  section,
  badges,
  actions,
  children,
}: {
  back: WayBack;
  name: string;
  section: string;
  badges?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useWindowTitle('thing', showHidden(name));
  useWindowTitle('screen', section);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusScreen(heading.current), []);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Anchor className={classes.back ?? ''} href={back.href} aria-label={back.label}>
          <IconArrowLeft size={16} stroke={1.75} />
        </Anchor>
        <h1 ref={heading} tabIndex={-1} className={classes.name} title={showHidden(name)}>
          <bdi>{showHidden(name)}</bdi>
        </h1>
        {badges}
        <span className={classes.space} />
        {actions}
      </header>
      {children}
    </div>
  );
}

/** While the thing is not there: the wait, a failure, or `missing` where there is none of that name. */
export function DetailState({
  query,
  loading,
  failed,
  missing,
}: {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  loading: string;
  failed: string;
  missing: ReactNode;
}) {
  const isMissing = query.error !== null && toFailure(query.error).code === 'not_found';
  const state = query.error === null ? loading : failed;
  useWindowTitle('screen', isMissing ? undefined : state);
  if (query.error === null) {
    return (
      <div className="pd-loading" role="status" aria-busy="true" aria-label={loading}>
        <Skeleton height={48} radius="md" />
        <Skeleton height={240} radius="md" />
      </div>
    );
  }
  if (isMissing) return missing;
  return <ErrorState error={query.error} title={failed} onRetry={() => void query.refetch()} />;
}

/** There is nothing of that name; the way back to the list. */
export function MissingState({
  icon,
  title,
  text,
  back,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  back: WayBack;
  action?: ReactNode;
}) {
  useWindowTitle('screen', title);
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        <>
          {action}
          <Button component="a" href={back.href}>
            {back.label}
          </Button>
        </>
      }
    >
      {text}
    </EmptyState>
  );
}

interface Missing {
  readonly title: string;
  readonly text: string;
  /** Words of the way back; those of the frame unless told. */
  readonly back?: string;
}

/** One thing by its id: what `children` make of it once it is there; until then why it is not. */
export function ThingPage<Thing>({
  kind,
  id,
  query,
  icon: Icon,
  back,
  section,
  loading,
  failed,
  missing,
  children,
}: {
  kind: RecentThing['kind'];
  id: string;
  query: UseQueryResult<Thing>;
  icon: Icon;
  back: WayBack;
  section: string;
  loading: string;
  failed: string;
  missing: Missing;
  children: (thing: Thing) => ReactNode;
}) {
  useOpenedThing(kind, id, query);
  if (query.data !== undefined) return <Fragment key={id}>{children(query.data)}</Fragment>;
  return (
    <DetailPage back={back} name={id} section={section}>
      <DetailState
        query={query}
        loading={loading}
        failed={failed}
        missing={
          <MissingState
            icon={<Icon size={20} stroke={1.6} />}
            title={missing.title}
            text={missing.text}
            back={{ href: back.href, label: missing.back ?? back.label }}
          />
        }
      />
    </DetailPage>
  );
}

/** The line of facts under the name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Notice that changes how all of the page is to be read: withdrawn, ended. */
export function Banner({
  icon,
  tone = 'mute',
  children,
}: {
  icon: ReactNode;
  tone?: 'mute' | 'warn';
  children: ReactNode;
}) {
  return (
    <div className={classes.banner} data-tone={tone} role="note">
      {icon}
      <p>{children}</p>
    </div>
  );
}

export interface PageTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Shown when there are any. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
  /** Takes the room without a scrollbar of its own, as a grid does. */
  readonly fills?: boolean;
  /** Has nothing to focus, so it is scrolled by the keyboard itself. */
  readonly isText?: boolean;
}

/** Tabs below the header; only the chosen one is mounted. */
export function PageTabs<Id extends string>({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly PageTab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
}) {
  useWindowTitle('tab', tabs.find(({ id }) => id === value)?.label);
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const next = tabs.find((each) => each.id === chosen);
        if (next !== undefined) onChange(next.id);
      }}
      keepMounted={false}
      className="pd-column pd-fill"
    >
      <Tabs.List className={classes.tabList ?? ''}>
        {tabs.map(({ id, label, count = 0 }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
            {count > 0 && <span className={classes.tabCount}>{formatCount(count)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content, fills = false, isText = false }) => (
        <Tabs.Panel
          key={id}
          value={id}
          className={classes.panel ?? ''}
          data-fill={fills || undefined}
          tabIndex={isText ? 0 : undefined}
        >
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A titled part of a tab; `actions` stand at its head. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="pd-section" aria-label={title}>
      <div className="pd-wrapping pd-gap-4-12 pd-below-8">
        <h2 className="pd-heading">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
