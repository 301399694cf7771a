/** Databases and folders: the places of this machine that datasets may be made of. */
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeSourcePlacesSchema,
  type ChangeSourcePlaces,
  type SourcePlaces,
} from '../../../shared/contract/source-places.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useChangeSourcePlaces, useSourcePlaces } from '../../api/sources.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { notify } from '../../state/notices.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { linesOf } from '../../ui/lines-of.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { DatabasesList } from './databases-list.tsx';
import classes from './settings.module.css';

export function DatabasesTab() {
  // A server elsewhere reads places of its own machine.
  const isElsewhere = useWorkspace().data?.kind === 'remote';
  return (
    <div className={classes.tab}>
      <DatabasesList />
      {!isElsewhere && <Places />}
    </div>
  );
}

function Places() {
  const { t } = useTranslation('sources');
  const query = useSourcePlaces();
  return (
    <section className="pd-slim pd-grid pd-gap-8" aria-label={t('settings.folders')}>
      <div>
        <h2 className="pd-text-size pd-strong pd-below-8">{t('settings.folders')}</h2>
        <p className="pd-note pd-readable">{t('settings.foldersText')}</p>
      </div>
      <Loaded query={query} failed={t('settings.loadFailed')}>
        {(places) => <Folders places={places} />}
      </Loaded>
    </section>
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
          <ul className="pd-flush pd-grid pd-gap-4 pd-grid-size pd-pretty pd-indented">
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

/** Those of the places that are chosen here. */
function chosenOf({ folders, servers }: SourcePlaces): ChangeSourcePlaces {
  return { folders, servers };
}

function textsOf({ folders, servers }: SourcePlaces) {
  return { folders: folders.join('\n'), servers: servers.join('\n') };
}

function PlacesForm({ places }: { readonly places: SourcePlaces }) {
  const { t } = useTranslation(['sources', 'common']);
  const changing = useChangeSourcePlaces();
  const listed = (each: readonly string[]) =>
    each.length === 0 ? t('meanwhile.none', { ns: 'common' }) : showHidden(each.join(', '));
  const meanwhile = useMeanwhile({
    current: chosenOf(places),
    isPending: changing.isPending,
    lines: ({ folders, servers }) => [
      { label: t('settings.paths'), text: listed(folders) },
      { label: t('settings.servers'), text: listed(servers) },
    ],
  });
  const lines = { autosize: true, minRows: 2, maxRows: 10, spellCheck: false } as const;
  return (
    <FormPage
      className="pd-grid pd-gap-12 pd-readable"
      failed={t('settings.failed')}
      meanwhile={meanwhile}
      initial={textsOf(places)}
      bodyOf={(typed) => ({ folders: linesOf(typed.folders), servers: linesOf(typed.servers) })}
      schema={changeSourcePlacesSchema}
      send={(body) => changing.mutateAsync({ ...body, if_previous: meanwhile.previous })}
      saved={textsOf}
      onDone={(saved) => {
        meanwhile.settle(chosenOf(saved));
        notify({ title: t('settings.done') });
      }}
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
