/** How the console looks: theme, density, size, motion, where a record opens. */
import { useTranslation } from 'react-i18next';
import { desktopBridge } from '../../../ui/desktop-bridge.ts';
import { prefer, usePreferences, zoomSteps } from '../../../state/preferences.ts';
import { formatPercent } from '../../../ui/format.ts';
import { rowHeights } from '../../../ui/list/row-heights.ts';
import { ChoiceRow, SelectRow, SettingsRow, SettingsSection } from '../settings-rows.tsx';

export function AppearanceSection() {
  const { t } = useTranslation(['settings', 'shell']);
  const { colorScheme, density, inspectorPlace, motion } = usePreferences();
  return (
    <SettingsSection title={t('appearance.title')}>
      <ChoiceRow
        name={t('appearance.theme')}
        hint={t('appearance.themeHint')}
        value={colorScheme}
        onChange={(value) => prefer({ colorScheme: value })}
        options={[
          { value: 'system', label: t('appearance.system') },
          { value: 'light', label: t('appearance.light') },
          { value: 'dark', label: t('appearance.dark') },
        ]}
      />
      <ChoiceRow
        name={t('appearance.density')}
        hint={t('appearance.densityHint', { height: rowHeights[density] })}
        value={density}
        onChange={(value) => prefer({ density: value })}
        options={[
          { value: 'compact', label: t('density.compact', { ns: 'shell' }) },
          { value: 'normal', label: t('density.normal', { ns: 'shell' }) },
          { value: 'roomy', label: t('density.roomy', { ns: 'shell' }) },
        ]}
      />
      <ZoomRow />
      <ChoiceRow
        name={t('appearance.motion')}
        hint={t('appearance.motionHint')}
        value={motion}
        onChange={(value) => prefer({ motion: value })}
        options={[
          { value: 'system', label: t('appearance.system') },
          { value: 'reduced', label: t('appearance.motionReduced') },
        ]}
      />
      <ChoiceRow
        name={t('appearance.inspector')}
        hint={t('appearance.inspectorHint')}
        value={inspectorPlace}
        onChange={(value) => prefer({ inspectorPlace: value })}
        options={[
          { value: 'right', label: t('appearance.right') },
          { value: 'bottom', label: t('appearance.bottom') },
        ]}
      />
    </SettingsSection>
  );
}

/** The window's size of everything; a browser has its own, with keys that people know. */
function ZoomRow() {
  const { t } = useTranslation('settings');
  const zoom = usePreferences((state) => state.zoom);
  if (desktopBridge()?.zoom === undefined) {
    return (
      <SettingsRow name={t('appearance.zoom')} hint={t('appearance.zoomBrowserHint')}>
        <span className="pd-dim">{t('appearance.zoomBrowser')}</span>
      </SettingsRow>
    );
  }
  return (
    <SelectRow
      name={t('appearance.zoom')}
      hint={t('appearance.zoomHint')}
      value={String(zoom)}
      onChange={(value) => prefer({ zoom: Number(value) })}
      options={zoomSteps.map((step) => ({ value: String(step), label: formatPercent(step / 100) }))}
    />
  );
}
