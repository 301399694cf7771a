/** The loopback server of this machine: on or off, its port, a way in for a browser, what came in. */
import { useState } from 'react';
import { Anchor, Button, Switch, TextInput } from '@mantine/core';
import { IconCopy, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  changeServerSchema,
  type ChangeServer,
  type ServerLink,
  type ServerState,
} from '../../../shared/contract/server.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { toFailure } from '../../api/client.ts';
import { useAnsweredRequests } from '../../api/requests.ts';
import { useChangeServer, useCreateServerLink, useServer } from '../../api/server.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { notify } from '../../state/notices.ts';
import { developersAddress, settingsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import {
  callerName,
  statusText,
  statusTone,
  withoutVersion,
} from '../../ui/requests/request-words.ts';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { FormPage, type PageForm } from '../../ui/form/form-page.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { SettingsRow } from './settings-rows.tsx';
import classes from './settings.module.css';

export function ServerTab() {
  const { t } = useTranslation('connections');
  const query = useServer();
  const may = useMay();
  return (
    <div className={classes.tab}>
      <p className="pd-note pd-readable">{t('server.text')}</p>
      <Loaded query={query} failed={t('server.failed')}>
        {(server) => <ServerCard server={server} />}
      </Loaded>
      {query.data !== undefined && <HostOptions server={query.data} />}
      {may('listRequests') && query.data?.state === 'listening' && <LiveLog />}
    </div>
  );
}

/** With which options a headless host was started, and from where they came; none in the window. */
function HostOptions({ server: { options, readiness } }: { readonly server: ServerState }) {
  const { t } = useTranslation('connections');
  if (options.length === 0 || readiness === null) return null;
  return (
    <div className="pd-slim pd-grid pd-gap-8">
      <div className={classes.bar}>
        <div>
          <h2 className="pd-text-size pd-strong pd-below-8">{t('server.options')}</h2>
          <p className="pd-note pd-readable">{t('server.optionsText')}</p>
        </div>
        <StatusBadge tone={readiness === 'ok' ? 'ok' : 'warn'}>
          {t(`server.readiness.${readiness}`)}
        </StatusBadge>
      </div>
      <PlainTable
        label={t('server.options')}
        isText
        columns={[
          { label: t('server.option') },
          { label: t('server.optionValue') },
          { label: t('server.optionSource') },
        ]}
      >
        {options.map(({ name, value, source }) => (
          <tr key={name}>
            <td>
              <code>{`--${name}`}</code>
            </td>
            <td>{showHidden(value)}</td>
            <td>{t(`server.sources.${source}`)}</td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

const badges: Readonly<Record<ServerState['state'], readonly [StatusTone, StatusShape]>> = {
  off: ['mute', 'ring'],
  listening: ['info', 'dot'],
  failed: ['warn', 'triangle'],
};

const portIn = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN);
const portOf = ({ port }: { port: number }) => ({ port: String(port) });

function ServerCard({ server }: { server: ServerState }) {
  const { t } = useTranslation(['connections', 'common']);
  const may = useMay();
  const changing = useChangeServer();
  const [tone, shape] = badges[server.state];
  /** The switch was pressed here, and others were there before. */
  const [isAsked, setAsked] = useState(false);
  const meanwhile = useMeanwhile({
    current: { enabled: server.enabled, port: server.port },
    isPending: changing.isPending,
    lines: (state) => [
      { label: t('server.enable'), text: t(state.enabled ? 'yes' : 'no', { ns: 'common' }) },
      { label: t('server.port'), text: String(state.port) },
    ],
    onSeen: () => setAsked(false),
  });
  const canChange = server.managed && may('changeServer');
  const change = (body: ChangeServer) =>
    changing.mutateAsync({ ...body, if_previous: meanwhile.previous });
  const tell = ({ base_url: url, enabled, port }: ServerState) => {
    meanwhile.settle({ enabled, port });
    notify({ title: url === null ? t('server.changed.off') : t('server.changed.on', { url }) });
  };
  const turn = async (enabled: boolean, text: string, page: PageForm<{ port: string }>) => {
    if (!page.validate()) return;
    try {
      const changed = await change({ enabled, port: portIn(text) });
      page.begin(portOf(changed));
      tell(changed);
    } catch (error) {
      if (isOvertaken(error)) setAsked(true);
      else page.fail(error);
    }
  };
  return (
    <FormPage
      worksAway
      failed={t('server.changeFailed')}
      meanwhile={{ ...meanwhile, isAsked }}
      initial={portOf(server)}
      bodyOf={({ port }) => ({ enabled: server.enabled, port: portIn(port) })}
      schema={changeServerSchema}
      check={(_, found): FaultsByField =>
        found.length === 0 ? {} : { port: t('server.portWrong') }
      }
      send={change}
      saved={portOf}
      onDone={tell}
    >
      {(form, page) => (
        <div className="pd-sheet">
          <SettingsRow name={t('server.enable')} hint={serverHint(server)}>
            <StatusBadge tone={tone} shape={shape}>
              {t(`server.states.${server.state}`)}
            </StatusBadge>
            {canChange && (
              <Switch
                aria-label={t('server.enable')}
                checked={server.enabled}
                disabled={changing.isPending}
                onChange={(event) => void turn(event.currentTarget.checked, form.values.port, page)}
              />
            )}
          </SettingsRow>
          {server.base_url !== null && (
            <SettingsRow name={t('server.address')}>
              <CopiedValue value={server.base_url} what={t('server.addressWhat')} />
            </SettingsRow>
          )}
          {canChange && (
            <SettingsRow name={t('server.port')} hint={t('server.portHint')}>
              <TextInput
                size="xs"
                className={classes.amount ?? ''}
                inputMode="numeric"
                aria-label={t('server.port')}
                {...form.getInputProps('port')}
              />
              <Button
                type="submit"
                disabled={form.values.port.trim() === String(server.port)}
                loading={changing.isPending}
              >
                {t('server.setPort')}
              </Button>
            </SettingsRow>
          )}
          <SettingsRow name={t('server.keys')} hint={t('server.keysText')}>
            <Anchor component={PlaceWay} size="sm" href={settingsAddress('keys')}>
              {t('server.keysOpen')}
            </Anchor>
          </SettingsRow>
          {server.state === 'listening' && may('createServerLink') && <BrowserLink />}
        </div>
      )}
    </FormPage>
  );

  function serverHint({ managed, enabled, error }: ServerState): string {
    if (error !== null) return error;
    if (!managed) return t('server.unmanaged');
    return t(enabled ? 'server.on' : 'server.off');
  }
}

/** A link for one browser, shown until another is made or the tab is left. */
function BrowserLink() {
  const { t } = useTranslation('connections');
  const making = useCreateServerLink();
  const [link, setLink] = useState<ServerLink>();
  const failure = making.error === null ? undefined : toFailure(making.error);
  const make = () =>
    making.mutate(undefined, {
      onSuccess: (made) => {
        setLink(made);
        making.reset();
      },
    });
  return (
    <>
      <SettingsRow name={t('server.link')} hint={t('server.linkHint')}>
        <Button
          leftSection={<IconLink size={14} stroke={1.75} />}
          loading={making.isPending}
          onClick={make}
        >
          {t('server.makeLink')}
        </Button>
      </SettingsRow>
      {(link !== undefined || failure !== undefined) && (
        <div className={classes.linkRow}>
          <FormFailure failure={failure} title={t('server.linkFailed')} />
          {link !== undefined && (
            <>
              <span className={classes.hint} role="status">
                {t('server.linkMade', { seconds: formatCount(link.expires_in) })}
              </span>
              <Button
                size="compact-xs"
                leftSection={<IconCopy size={13} stroke={1.75} />}
                onClick={() => void copyText(link.url, t('server.linkWhat'))}
              >
                {t('server.linkWhat')}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

const shownRequests = 25;

/** What came in over the server, as it comes. */
function LiveLog() {
  const { t } = useTranslation('connections');
  const { t: requests } = useTranslation('requests');
  const query = useAnsweredRequests(true);
  return (
    <div className="pd-slim pd-grid pd-gap-8">
      <div className={classes.bar}>
        <div>
          <h2 className="pd-text-size pd-strong pd-below-8">{t('server.log')}</h2>
          <p className="pd-note pd-readable">{t('server.logText')}</p>
        </div>
        <Button component="a" href={developersAddress({ tab: 'calls', of: 'everyone' })}>
          {t('server.logAll')}
        </Button>
      </div>
      <Loaded query={query} failed={t('server.logFailed')}>
        {({ data }) => {
          const came = data.filter(({ mount }) => mount === 'loopback').slice(0, shownRequests);
          if (came.length === 0)
            return <p className="pd-note pd-readable">{t('server.logEmpty')}</p>;
          return (
            <PlainTable
              label={t('server.log')}
              isText
              columns={[
                { label: requests('column.at'), ofInstants: true },
                { label: requests('column.caller') },
                { label: requests('column.method') },
                { label: requests('column.path') },
                { label: requests('column.status') },
                { label: requests('column.duration'), align: 'end' },
              ]}
            >
              {came.map((each) => (
                <tr key={each.request_id}>
                  <td>
                    <Instant at={each.at} />
                  </td>
                  <td>
                    <bdi>{showHidden(callerName((key) => requests(key), each.caller))}</bdi>
                  </td>
                  <td>{each.method}</td>
                  <td className={classes.path}>
                    <code title={each.path}>{showHidden(withoutVersion(each.path))}</code>
                  </td>
                  <td>
                    <StatusBadge
                      tone={statusTone(each.status)}
                      shape={statusTone(each.status) === 'warn' ? 'triangle' : 'none'}
                    >
                      {statusText(requests, each.status)}
                    </StatusBadge>
                  </td>
                  <td data-align="end">{requests('ms', { formatted: formatCount(each.ms) })}</td>
                </tr>
              ))}
            </PlainTable>
          );
        }}
      </Loaded>
    </div>
  );
}
