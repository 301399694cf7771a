/** Says which characters of a form's texts papers cannot print, before they are saved. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUnprintable } from '../../api/billing-parties.ts';
import layout from '../form/form.module.css';

/** How long nothing is typed before it is asked; milliseconds. */
const settleMs = 300;
/** Letters that every machine prints: nobody is asked about them. */
const alwaysPrinted = /^[\u0020-\u024F\n]*$/;

export function Unprintable({ texts }: { readonly texts: readonly string[] }) {
  const { t } = useTranslation('billing');
  const asked = texts.filter((each) => !alwaysPrinted.test(each));
  const [settled] = useDebouncedValue(asked.join('\n'), settleMs);
  const { data } = useUnprintable(asked.length === 0 ? '' : settled);
  if (asked.length === 0 || data === undefined || data.characters.length === 0) return null;
  return (
    <div className={layout.failure} role="status">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <div>
        <strong>{t('unprintable.characters', { characters: data.characters.join(' ') })}</strong>
        <p>{t('unprintable.shown')}</p>
        {data.fonts.length > 0 && <p>{t('unprintable.fonts', { fonts: data.fonts.join(', ') })}</p>}
      </div>
    </div>
  );
}

/** The texts of a form's values, whatever their depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
