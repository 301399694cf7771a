/** Whose work is in this program, under which licence; and the bill of materials as a file. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { requestBill, useThirdParty, type ThirdPartyPackage } from '../../api/third-party.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ViewDialog } from '../../ui/view-dialog.tsx';
import classes from './licences.module.css';

export function LicencesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('licences');
  const query = useThirdParty(opened);
  const [text, setText] = useState('');
  return (
    <ViewDialog opened={opened} onClose={onClose} title={t('title')} size={720}>
      <p className="pd-aside pd-below-8">{t('text')}</p>
      <div className={classes.tools}>
        <TextInput
          data-autofocus
          className="pd-space"
          aria-label={t('find')}
          placeholder={t('find')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.75} />}
          onClick={() => void saveBill(t('billFailed'))}
        >
          {t('bill')}
        </Button>
      </div>
      <Loaded query={query} failed={t('failed')}>
        {(packages) => <Packages packages={packages.filter((each) => matches(each, text))} />}
      </Loaded>
    </ViewDialog>
  );
}

function Packages({ packages }: { packages: readonly ThirdPartyPackage[] }) {
  const { t } = useTranslation('licences');
  return (
    <>
      <p className="pd-aside pd-below-8" role="status">
        {packages.length === 0
          ? t('none')
          : t('packages', { packages: formatCount(packages.length) })}
      </p>
      {packages.map(({ name, version, license, text }) => (
        <details key={`${name}@${version}`} className="pd-line-above">
          <summary className={classes.summary}>
            <span className="pd-medium">{name}</span>
            <span className="pd-space pd-dim">{version}</span>
            <span className="pd-grid-size">{license ?? t('inText')}</span>
          </summary>
          <div
            className={classes.text}
            {...{ role: 'region', 'aria-label': t('textOf', { name }), tabIndex: 0 }}
          >
            {text === null ? (
              t('noText', { licence: license ?? '' })
            ) : (
              <span lang="en">{text}</span>
            )}
          </div>
        </details>
      ))}
    </>
  );
}

function matches({ name, license }: ThirdPartyPackage, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return `${name} ${license ?? ''}`.toLowerCase().includes(wanted);
}

async function saveBill(failed: string): Promise<void> {
  try {
    saveFile({ name: 'proofdesk.sbom.cdx.json', content: await requestBill() });
  } catch (error) {
    notify({ tone: 'bad', title: failed, reason: toFailure(error).message });
  }
}
