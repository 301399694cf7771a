/** How a program connects: the address, a key of its own, four programs with both, and the first decision that comes in. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CreatedApiKey } from '../../../shared/contract/access.ts';
import { useMay } from '../../api/capabilities.ts';
import { settingsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { PaneText } from '../../ui/page/pane-page.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { useBaseUrl } from '../../ui/requests/use-base-url.ts';
import { CreateKeyDialog, useMakesKeysOf } from '../settings/create-key-dialog.tsx';
import { FirstDecision } from './first-decision.tsx';
import { snippetOf, ways, type Way } from './snippets.ts';

export function ConnectTab() {
  const may = useMay();
  const baseUrl = useBaseUrl();
  /** Lives here alone: it is gone with the page. */
  const [made, setMade] = useState<CreatedApiKey>();
  return (
    <div className="pd-slim pd-grid pd-gap-14">
      <Address baseUrl={baseUrl} />
      <LoggerKey made={made} onMade={setMade} />
      <Snippets baseUrl={baseUrl} apiKey={made?.key ?? null} />
      {may('listRecords') && may('getChain') && <FirstDecision />}
    </div>
  );
}

function Address({ baseUrl }: { baseUrl: string | null }) {
  const { t } = useTranslation('developers');
  return (
    <Section title={t('connect.address')}>
      {baseUrl === null ? (
        <p className="pd-note pd-readable">
          {t('connect.noAddress')}{' '}
          <PlaceWay href={settingsAddress('server')}>{t('connect.toServer')}</PlaceWay>
        </p>
      ) : (
        <CopiedValue value={baseUrl} what={t('connect.baseUrl')} />
      )}
    </Section>
  );
}

function LoggerKey({
  made,
  onMade,
}: {
  made: CreatedApiKey | undefined;
  onMade: (made: CreatedApiKey) => void;
}) {
  const { t } = useTranslation('developers');
  const canMake = useMakesKeysOf('logger');
  const [making, setMaking] = useState(false);
  useCommands([
    {
      id: 'connect.newKey',
      title: `${t('connect.newKey')}…`,
      group: 'do',
      icon: IconKey,
      isEnabled: () => canMake,
      run: () => setMaking(true),
    },
  ]);
  const said = made === undefined ? 'connect.keyText' : 'connect.keyMade';
  return (
    <Section title={t('connect.key')}>
      <div className="pd-grid pd-gap-8">
        <p className="pd-note pd-readable" role="status">
          {canMake ? t(said, { name: made?.name ?? '' }) : t('connect.noKey')}
        </p>
        {canMake && (
          <div className="pd-row">
            <Button
              variant={made === undefined ? 'filled' : 'default'}
              leftSection={<IconKey size={14} stroke={1.75} />}
              onClick={() => setMaking(true)}
            >
              {t('connect.newKey')}
            </Button>
          </div>
        )}
      </div>
      <CreateKeyDialog
        opened={making}
        firstRole="logger"
        onMade={(created) => {
          // A repeated request is answered without the key.
          if (created.key !== null) onMade(created);
        }}
        onClose={() => setMaking(false)}
      />
    </Section>
  );
}

function Snippets({ baseUrl, apiKey }: { baseUrl: string | null; apiKey: string | null }) {
  const { t } = useTranslation('developers');
  const [way, setWay] = useState<Way>('curl');
  const text = snippetOf(way, { baseUrl, key: apiKey });
  return (
    <Section
      title={t('connect.snippet')}
      actions={
        <Button
          size="compact-xs"
          leftSection={<IconCopy size={13} stroke={1.75} />}
          onClick={() => void copyText(text, t('connect.what', { way: t(`connect.way.${way}`) }))}
        >
          {t('connect.copy')}
        </Button>
      }
    >
      <div className="pd-grid pd-gap-8">
        <div className="pd-row">
          <SegmentedControl
            size="xs"
            aria-label={t('connect.ways')}
            value={way}
            data={ways.map((value) => ({ value, label: t(`connect.way.${value}`) }))}
            onChange={(value) => setWay(value)}
          />
        </div>
        <PaneText label={t('connect.what', { way: t(`connect.way.${way}`) })}>{text}</PaneText>
        <p className="pd-note pd-readable">{t(`connect.wayText.${way}`)}</p>
      </div>
    </Section>
  );
}
