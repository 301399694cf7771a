/** What this program is, its API and whose work is in it. */
import { useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { apiUrl } from '../../../api/client.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LicencesDialog } from '../licences-dialog.tsx';
import { SettingsRow, SettingsSection } from '../settings-rows.tsx';

export function AboutSection() {
  const { t } = useTranslation('settings');
  const { data: workspace } = useWorkspace();
  const [showsLicences, setShowsLicences] = useState(false);
  return (
    <SettingsSection title={t('about.title')}>
      <SettingsRow name="Proofdesk" hint={t('about.text')}>
        {workspace !== undefined && t('about.version')} {workspace?.version}
      </SettingsRow>
      <SettingsRow name={t('about.api')}>
        <Anchor href={apiUrl('/openapi.json')} target="_blank" rel="noreferrer" size="sm">
          /v1/openapi.json
        </Anchor>
      </SettingsRow>
      <SettingsRow name={t('about.licences')}>
        <Button onClick={() => setShowsLicences(true)}>{t('about.showLicences')}</Button>
        <LicencesDialog opened={showsLicences} onClose={() => setShowsLicences(false)} />
      </SettingsRow>
    </SettingsSection>
  );
}
