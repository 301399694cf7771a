/** Where a file of decisions is dropped or chosen. */
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

export function FileChooser({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('imports');
  const openPicker = useRef<() => void>(null);
  const [many, setMany] = useState(false);
  return (
    <Dropzone
      openRef={openPicker}
      multiple={false}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      onDrop={(files) => {
        const [file] = files;
        if (file !== undefined) onFile(file);
      }}
      onReject={() => setMany(true)}
      inputProps={{ 'aria-label': t('drop.label') }}
      classNames={{ root: classes.drop ?? '', inner: classes.dropInner ?? '' }}
    >
      <span className={classes.dropIcon}>
        <IconFileImport size={26} stroke={1.4} />
      </span>
      <h3>{t('drop.title')}</h3>
      <p>{many ? t('drop.one') : t('drop.text')}</p>
      <Button variant="filled" data-autofocus onClick={() => openPicker.current?.()}>
        {t('drop.choose')}
      </Button>
    </Dropzone>
  );
}
