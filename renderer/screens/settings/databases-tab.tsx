/** Databases and folders: the places of this machine that datasets may be made of. */
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeSourcePlacesSchema,
  type SourcePlaces,
} from '../../../shared/contract/source-places.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useChangeSourcePlaces, useSourcePlaces } from '../../api/sources.ts';
import { notify } from '../../state/notices.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { DatabasesList } from './databases-list.tsx';
import classes from './settings.module.css';

export function DatabasesTab() {
  const { t } = useTranslation('sources');
  const query = useSourcePlaces();
  return (
    <div className={classes.tab}>
      <DatabasesList />
      <section className="pd-slim pd-grid pd-gap-8" aria-label={t('settings.folders')}>
        <div>
          <h2 className={classes.heading}>{t('settings.folders')}</h2>
          <p className="pd-note pd-readable">{t('settings.foldersText')}</p>
        </div>
        <Loaded query={query} failed={t('settings.loadFailed')}>
          {(places) => <Folders key={JSON.stringify(places)} places={places} />}
        </Loaded>
      </section>
    </div>
  );
}

function Folders({ places }: { readonly places: SourcePlaces }) {
  const { t } = useTranslation('sources');
  const may = useMay();
  const canChange = places.managed && may('changeSourcePlaces');
  const shown = [
    ...places.given,
    ...places.given_servers,
    ...(canChange ? [] : [...places.folders, ...places.servers]),
  ];
  return (
    <>
      {shown.length > 0 && (
        <>
          <p className="pd-note pd-readable">{t('settings.serverText')}</p>
          <ul className={classes.points}>
            {shown.map((folder) => (
              <li key={folder}>
                <code className="pd-mono">{showHidden(folder)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {canChange ? (
        <PlacesForm places={places} />
      ) : (
        shown.length === 0 && <p className="pd-note">{t('settings.none')}</p>
      )}
    </>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function PlacesForm({ places: { folders, servers } }: { readonly places: SourcePlaces }) {
  const { t } = useTranslation('sources');
  const changing = useChangeSourcePlaces();
  const lines = { autosize: true, minRows: 2, maxRows: 10, spellCheck: false } as const;
  return (
    <FormPage
      className="pd-grid pd-gap-12 pd-readable"
      failed={t('settings.failed')}
      initial={{ folders: folders.join('\n'), servers: servers.join('\n') }}
      bodyOf={(typed) => ({ folders: linesOf(typed.folders), servers: linesOf(typed.servers) })}
      schema={changeSourcePlacesSchema}
      send={(body) =>
        changing.mutateAsync({
          ...body,
          if_previous: { folders: [...folders], servers: [...servers] },
        })
      }
      onDone={() => notify({ title: t('settings.done') })}
    >
      {(form, { isSending, isChanged }) => (
        <>
          <Textarea
            label={t('settings.paths')}
            description={t('settings.pathsHint')}
            {...lines}
            autoComplete="off"
            classNames={{ input: 'pd-mono' }}
            {...form.getInputProps('folders')}
          />
          <Textarea
            label={t('settings.servers')}
            description={t('settings.serversHint')}
            {...lines}
            autoComplete="off"
            classNames={{ input: 'pd-mono' }}
            {...form.getInputProps('servers')}
          />
          <div>
            <Button type="submit" variant="filled" loading={isSending} disabled={!isChanged}>
              {t('settings.keep')}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
