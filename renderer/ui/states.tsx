/** What a screen shows instead of its content: nothing there yet, nothing found, or a failure. */
import type { ReactNode } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../api/client.ts';
import { copyText } from './clipboard.ts';
import { faultText } from './fault-text.tsx';
import { InEnglish } from './in-english.tsx';
import classes from './states.module.css';

/** Says what is missing and offers what can be done about it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  compact = false,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  compact?: boolean;
}) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      <div className={classes.icon}>{icon}</div>
      <h2 className="pd-flush pd-title pd-anywhere pd-loose">{title}</h2>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** A failed request: what happened, the request id to copy, another attempt. */
export function ErrorState({
  error,
  title,
  onRetry,
  compact = false,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  compact?: boolean;
}) {
  const { t } = useTranslation('common');
  const failure = toFailure(error);
  const unreachable = failure.code === 'engine_unreachable';
  const { requestId } = failure;
  return (
    <div className={classes.state} data-compact={compact || undefined} role="alert">
      <div className={classes.icon} data-tone="bad">
        <IconAlertTriangle size={20} stroke={1.6} />
      </div>
      <h2 className="pd-flush pd-title pd-anywhere pd-loose">{title ?? t('error.title')}</h2>
      <p className={classes.text}>
        {unreachable ? t('error.unreachable') : <InEnglish>{failure.message}</InEnglish>}
      </p>
      {failure.fields.length > 0 && (
        <ul className="pd-listed pd-grid-size">
          {failure.fields.map((each) => (
            <li key={each.field}>
              <code>{each.field}</code> {faultText(each)}
            </li>
          ))}
        </ul>
      )}
      <div className="pd-wrapping pd-caption pd-typed pd-centre pd-gap-4-12">
        <span>{t('error.code', { code: failure.code })}</span>
        {requestId !== null && <RequestId id={requestId} />}
      </div>
      {onRetry !== undefined && (
        <div className={classes.actions}>
          <Button leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The failure of a query in a part of a screen, with another attempt. */
export function QueryError({
  query,
  ...words
}: {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  title?: string;
}) {
  return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} {...words} />;
}

/** A request id with a button that copies it. */
export function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('common');
  return (
    <span className="pd-inline pd-gap-4">
      {t('requestId', { id })}
      <ActionIcon
        size="sm"
        aria-label={t('copyRequestId')}
        onClick={() => void copyText(id, t('requestId', { id: '' }).trim())}
      >
        <IconCopy size={13} />
      </ActionIcon>
    </span>
  );
}
