/** What the console tells by itself. */
import { useTranslation } from 'react-i18next';
import { prefer, usePreferences } from '../../../state/preferences.ts';
import { ChoiceRow, SettingsSection } from '../settings-rows.tsx';

export function NoticesSection() {
  const { t } = useTranslation('settings');
  const toasts = usePreferences((state) => state.toasts);
  return (
    <SettingsSection title={t('notices.title')}>
      <ChoiceRow
        name={t('notices.toasts')}
        hint={t('notices.toastsHint')}
        value={toasts}
        onChange={(value) => prefer({ toasts: value })}
        options={[
          { value: 'all', label: t('notices.all') },
          { value: 'failures', label: t('notices.failures') },
        ]}
      />
    </SettingsSection>
  );
}
