/** In which language the console speaks, how it writes numbers and times, and in which zone. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../../shared/languages.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { chooseTimeZone, isTimeZone, prefer, usePreferences } from '../../../state/preferences.ts';
import { formatDecimal, formatInstant, zoneName } from '../../../ui/format.ts';
import { SelectRow, SettingsRow, SettingsSection } from '../settings-rows.tsx';
import { Select } from '../../../ui/form/choices.tsx';
import classes from '../settings.module.css';

/** As many zones as are listed at once; the rest is found by typing. */
const zonesShown = 80;

/** A number whose thousands and decimals show how both are written. */
const sampleNumber = 1_234_567.89;

export function LanguageSection() {
  const { t } = useTranslation('settings');
  const { language, formats, timeZone } = usePreferences();
  const [now] = useState(() => Date.now());
  return (
    <SettingsSection title={t('language.title')}>
      <SelectRow
        name={t('language.language')}
        hint={t('language.languageHint')}
        value={language}
        onChange={(value) => prefer({ language: value })}
        options={[
          { value: 'system', label: t('language.system') },
          ...languages.map((code) => ({ value: code, label: languageNames[code], lang: code })),
        ]}
      />
      <SelectRow
        name={t('language.formats')}
        hint={t('language.formatsHint', {
          number: formatDecimal(sampleNumber),
          time: formatInstant(now, timeZone),
        })}
        value={formats}
        onChange={(value) => prefer({ formats: value })}
        options={[
          { value: 'language', label: t('language.formatsLanguage') },
          { value: 'iso', label: t('language.formatsIso') },
          { value: 'system', label: t('language.formatsSystem') },
        ]}
      />
      <ZoneRow />
    </SettingsSection>
  );
}

function ZoneRow() {
  const { t } = useTranslation(['settings', 'shell']);
  const timeZone = usePreferences((state) => state.timeZone);
  const data = useMemo(
    () => [
      { value: 'utc', label: zoneName('utc') },
      { value: 'local', label: t('appearance.local', { name: zoneName('local') }) },
      ...Intl.supportedValuesOf('timeZone')
        .filter(isTimeZone)
        .map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
    ],
    [t],
  );
  return (
    <SettingsRow name={t('appearance.zone')} hint={t('appearance.zoneHint')}>
      <Select
        className={classes.select ?? ''}
        aria-label={t('appearance.zone')}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        limit={zonesShown}
        nothingFoundMessage={t('language.noZone')}
        value={timeZone}
        onChange={(value) => {
          if (value === 'utc' || value === 'local') chooseTimeZone(value);
          else if (value !== null && isTimeZone(value)) chooseTimeZone(value);
        }}
        data={data}
      />
    </SettingsRow>
  );
}
