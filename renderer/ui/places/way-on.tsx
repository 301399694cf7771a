/** The way on from a page that holds nothing: to the first section that is to be had here. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { firstSection } from './sections.ts';

export function WayOn() {
  const { t } = useTranslation('shell');
  const { name, to } = firstSection(useMay());
  return (
    <Button component="a" href={`#${to}`}>
      {t('unavailable.go', { name: t(`nav.${name}`) })}
    </Button>
  );
}
