/** A screen that threw, and an address that leads nowhere: the shell around them stays usable. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCompass, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useLocation, type ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { copyText } from '../ui/clipboard.ts';
import { EmptyState } from '../ui/states.tsx';
import { useWindowTitle } from '../ui/window-title.ts';
import { WayOn } from '../ui/places/way-on.tsx';

/** Shown in place of a screen whose code failed. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('common');
  useWindowTitle('screen', t('error.screenTitle'));
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <EmptyState
      icon={<IconAlertTriangle size={20} stroke={1.6} />}
      title={t('error.screenTitle')}
      actions={
        <>
          <Button leftSection={<IconRefresh size={14} />} onClick={reset}>
            {t('retry')}
          </Button>
          <Button
            leftSection={<IconCopy size={14} />}
            onClick={() => void copyText(details, t('error.copyDetails'))}
          >
            {t('error.copyDetails')}
          </Button>
        </>
      }
    >
      {t('error.screenDetail')}
    </EmptyState>
  );
}

/** Shown for an unknown address. */
export function NotFound() {
  const { t } = useTranslation('shell');
  useWindowTitle('screen', t('notFound.title'));
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <EmptyState
      icon={<IconCompass size={20} stroke={1.6} />}
      title={t('notFound.title')}
      actions={<WayOn />}
    >
      {t('notFound.text', { path })}
    </EmptyState>
  );
}
