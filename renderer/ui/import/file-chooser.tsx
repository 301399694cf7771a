/** Where a file is dropped or chosen: of decisions, unless it says otherwise. */
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

/** Words for the file, where it holds no decisions. */
export interface FileWords {
  readonly label: string;
  readonly title: string;
  readonly text: string;
}

export function FileChooser({
  words,
  onFile,
}: {
  words?: FileWords;
  onFile: (file: File) => void;
}) {
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
      inputProps={{ 'aria-label': words?.label ?? t('drop.label') }}
      classNames={{ root: classes.drop ?? '', inner: classes.dropInner ?? '' }}
    >
      <span className={classes.dropIcon}>
        <IconFileImport size={26} stroke={1.4} />
      </span>
      <h3>{words?.title ?? t('drop.title')}</h3>
      <p>{many ? t('drop.one') : (words?.text ?? t('drop.text'))}</p>
      <Button variant="filled" data-autofocus onClick={() => openPicker.current?.()}>
        {t('drop.choose')}
      </Button>
    </Dropzone>
  );
}
