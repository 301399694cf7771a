/** A section that the open server lacks, or that the key may not see, is said to be so instead of failing. */
import type { ReactNode } from 'react';
import { IconEyeOff } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useKnowsRights, useMay } from '../api/capabilities.ts';
import { EmptyState } from '../ui/states.tsx';
import { useWindowTitle } from '../ui/window-title.ts';
import { useWhyShut } from '../ui/page/not-here.tsx';
import { needsOfScreen, sectionAt } from '../ui/places/places.ts';
import { WayOn } from '../ui/places/way-on.tsx';

/** Draws no screen before it is known what may be asked for: a screen asks as soon as it is drawn. */
export function SectionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const may = useMay();
  const isKnown = useKnowsRights();
  const whyShut = useWhyShut();
  // Of what is drawn, not of the address: that changes first, and the next screen would be let in for a moment.
  const pathname = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const section = sectionAt(pathname);
  const lacking = needsOfScreen(pathname).find((each) => !may(each));
  const isShut = isKnown && section !== undefined && lacking !== undefined;
  useWindowTitle('screen', isShut ? t(`nav.${section.name}`) : undefined);
  if (!isKnown) return null;
  if (!isShut) return children;
  return (
    <EmptyState
      icon={<IconEyeOff size={20} stroke={1.6} />}
      title={t('unavailable.title', { name: t(`nav.${section.name}`) })}
      actions={<WayOn />}
    >
      {whyShut(lacking)}
    </EmptyState>
  );
}
