/** Files that rows are read from: their place is typed, then they are looked at. */
import { Radio, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { filesSourceSchema } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { usePreviewSource, useSourcePlaces } from '../../../api/sources.ts';
import { FormPart } from '../../../ui/form/form-part.tsx';
import layout from '../../../ui/form/form.module.css';
import { PlaceWay } from '../../../ui/places/place-link.tsx';
import { settingsAddress } from '../../../ui/addresses.ts';
import { placeOf, type FoundFiles, type PlaceForm } from '../dataset-form.ts';

const plain = { spellCheck: false, autoComplete: 'off', classNames: { input: 'pd-mono' } } as const;

export function FilesPlace({
  initial,
  onFound,
}: {
  readonly initial: PlaceForm;
  readonly onFound: (found: FoundFiles) => void;
}) {
  const { t } = useTranslation('sources');
  const looking = usePreviewSource();
  const places = useSourcePlaces().data;
  const folders = [...(places?.given ?? []), ...(places?.folders ?? [])];
  return (
    <FormPart
      label={t('place.title')}
      submit={t('place.look')}
      failed={t('place.failed')}
      initial={initial}
      bodyOf={placeOf}
      schema={filesSourceSchema}
      send={async (place) => ({ place, preview: await looking.mutateAsync(place) })}
      onDone={onFound}
      stop={{ words: t('place.stop'), onStop: looking.stop }}
    >
      {(form) => (
        <>
          {places !== undefined && folders.length === 0 && <NoFolders isManaged={places.managed} />}
          <Radio.Group label={t('place.which')} {...form.getInputProps('which')}>
            <div className={layout.checks}>
              <Radio size="xs" value="folder" label={t('place.ofFolder')} />
              <Radio size="xs" value="paths" label={t('place.some')} />
            </div>
          </Radio.Group>
          {form.values.which === 'folder' ? (
            <div className={layout.row}>
              <TextInput
                label={t('place.folder')}
                description={t('place.folderHint')}
                required
                data-autofocus
                list="source-folders"
                {...plain}
                {...form.getInputProps('folder')}
              />
              <datalist id="source-folders">
                {folders.map((folder) => (
                  <option key={folder} value={folder}>
                    {showHidden(folder)}
                  </option>
                ))}
              </datalist>
              <TextInput
                label={t('place.pattern')}
                description={t('place.patternHint')}
                {...plain}
                {...form.getInputProps('pattern')}
              />
            </div>
          ) : (
            <Textarea
              label={t('place.paths')}
              description={t('place.pathsHint')}
              required
              autosize
              minRows={2}
              maxRows={6}
              {...plain}
              {...form.getInputProps('paths')}
            />
          )}
          <p className={layout.hint}>{t('place.note')}</p>
        </>
      )}
    </FormPart>
  );
}

/** Nothing can be looked at: no folder is allowed on this machine. */
function NoFolders({ isManaged }: { readonly isManaged: boolean }) {
  const { t } = useTranslation('sources');
  return (
    <p className={layout.hint}>
      {t(isManaged ? 'place.noneHere' : 'place.noneGiven')}{' '}
      {isManaged && <PlaceWay href={settingsAddress('databases')}>{t('place.choose')}</PlaceWay>}
    </p>
  );
}
