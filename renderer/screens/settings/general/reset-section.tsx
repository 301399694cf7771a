/** Back to how the console comes: the choices of this page, or the views and columns of its tables. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../state/notices.ts';
import { prefer, readPreferences, usePreferences } from '../../../state/preferences.ts';
import { SettingsRow, SettingsSection } from '../settings-rows.tsx';

/** The choices that this page offers, as they are in `from`. */
function choicesOf(from: ReturnType<typeof readPreferences>) {
  const { colorScheme, density, zoom, motion, inspectorPlace, inspectorShare } = from;
  const { language, formats, timeZone, otherTimeZone, toasts, navigation } = from;
  const seen = { colorScheme, density, zoom, motion, inspectorPlace, inspectorShare, navigation };
  return { ...seen, language, formats, timeZone, otherTimeZone, toasts };
}

export function ResetSection() {
  const { t } = useTranslation('settings');
  const resetChoices = () => {
    const before = choicesOf(usePreferences.getState());
    prefer(choicesOf(readPreferences(null)));
    notify({ title: t('reset.choicesDone'), undo: () => prefer(before) });
  };
  const resetViews = () => {
    const { columns, views } = usePreferences.getState();
    prefer({ columns: {}, views: {} });
    notify({ title: t('about.resetDone'), undo: () => prefer({ columns, views }) });
  };
  return (
    <SettingsSection title={t('reset.title')}>
      <SettingsRow name={t('reset.choices')} hint={t('reset.choicesHint')}>
        <Button onClick={resetChoices}>{t('reset.choicesButton')}</Button>
      </SettingsRow>
      <SettingsRow name={t('about.views')} hint={t('about.viewsHint')}>
        <Button onClick={resetViews}>{t('about.reset')}</Button>
      </SettingsRow>
    </SettingsSection>
  );
}
