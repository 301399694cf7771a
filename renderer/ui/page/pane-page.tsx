/** Parts of the pane beside a list: its title, facts, text. */
import type { ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

/** Content of the pane: its title, its close button, its parts below each other. */
export function PanePage({
  title,
  onClose,
  children,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.pane}>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{title}</h2>
        <ActionIcon aria-label={t('close')} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {children}
    </div>
  );
}

/** Names and values below each other. */
export function PaneFacts({ children }: { children: ReactNode }) {
  return <dl className="pd-flush pd-grid pd-gap-4">{children}</dl>;
}

/** One of them; nothing where there is no value. */
export function PaneFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.paneFact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A titled part of the pane, with its buttons. */
export function PanePart({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="pd-stack pd-slim pd-gap-6" aria-label={title}>
      <div className={classes.panePartHead}>
        <h3 className="pd-heading">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Scrolls by itself, so the keyboard has to reach it. */
const scrolled = { role: 'region', tabIndex: 0 } as const;

/** Text as it is: a command, a line. */
export function PaneText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <pre className={classes.code} aria-label={label} {...scrolled}>
      {children}
    </pre>
  );
}
