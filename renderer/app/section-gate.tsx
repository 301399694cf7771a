/** A section that the open server lacks, or that the key may not see, is said to be so instead of failing. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/capabilities.ts';
import { useWorkspace } from '../api/workspace.ts';
import { EmptyState } from '../ui/states.tsx';
import { useWindowTitle } from '../ui/window-title.ts';
import { sections } from './sections.ts';

export function SectionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const may = useMay();
  const remote = useWorkspace().data?.remote ?? null;
  // Of what is drawn, not of the address: that changes first, and the next screen would be let in for a moment.
  const pathname = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const section = sections.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const isShut = section !== undefined && section.needs !== null && !may(section.needs);
  useWindowTitle('screen', isShut ? t(`nav.${section.name}`) : undefined);
  if (!isShut) return children;
  const other = sections.find(({ needs }) => needs === null || may(needs));
  const isLacking = remote?.operations?.includes(section.needs) === false;
  return (
    <EmptyState
      icon={<IconEyeOff size={20} stroke={1.6} />}
      title={t('unavailable.title', { name: t(`nav.${section.name}`) })}
      actions={
        other !== undefined && (
          <Button component="a" href={`#${other.to}`}>
            {t('unavailable.go', { name: t(`nav.${other.name}`) })}
          </Button>
        )
      }
    >
      {t(isLacking ? 'unavailable.server' : 'unavailable.key')}
    </EmptyState>
  );
}
