/** Diagnostics: where the data is, how much of it, how the program is, and a zip of that. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Diagnostics } from '../../../shared/contract/backups.ts';
import { useDiagnostics } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatBytes } from '../../ui/format.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import { useDiagnosticsExport } from '../../ui/use-diagnostics-export.ts';
import classes from './settings.module.css';

export function DiagnosticsTab() {
  const { t } = useTranslation('backups');
  const query = useDiagnostics();
  return (
    <div className={classes.tab}>
      <Loaded query={query} failed={t('diagnostics.failed')}>
        {(facts) => <Facts facts={facts} />}
      </Loaded>
    </div>
  );
}

const engineStates = ['starting', 'ready', 'recovering', 'switching', 'failed', 'closed'] as const;
const contents = ['program', 'engine', 'ledger', 'files', 'backups', 'log'] as const;

function Facts({ facts }: { facts: Diagnostics }) {
  const { t } = useTranslation('backups');
  const may = useMay();
  const size = (bytes: number | null) =>
    bytes === null ? t('diagnostics.unknown') : formatBytes(bytes);
  const isLow =
    facts.free_bytes !== null && facts.free_bytes < Math.max(10 * (facts.ledger_bytes ?? 0), 1e9);
  const state = engineStates.find((each) => each === facts.engine);
  const replaced = facts.replaced.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className={classes.stack}>
      <SettingsSection isTight title={t('diagnostics.place')}>
        <SettingsRow name={t('diagnostics.directory')}>
          <CopiedValue value={facts.data_directory} what={t('diagnostics.directory')} />
        </SettingsRow>
        <SettingsRow name={t('diagnostics.ledger')}>
          {t('diagnostics.ledgerSize', {
            size: size(facts.ledger_bytes),
            log: size(facts.log_bytes ?? 0),
          })}
        </SettingsRow>
        <SettingsRow
          name={t('diagnostics.free')}
          {...(isLow && { hint: t('diagnostics.freeLow') })}
        >
          {size(facts.free_bytes)}
        </SettingsRow>
        <SettingsRow name={t('diagnostics.backups')}>{size(facts.backups_bytes)}</SettingsRow>
        {facts.replaced.length > 0 && (
          <SettingsRow name={t('diagnostics.replaced')} hint={t('diagnostics.replacedHint')}>
            {size(replaced)}
          </SettingsRow>
        )}
        <SettingsRow name={t('diagnostics.jobs')}>{size(facts.jobs_bytes)}</SettingsRow>
      </SettingsSection>
      <SettingsSection isTight title={t('diagnostics.program')}>
        <SettingsRow name={t('diagnostics.version')}>{facts.version}</SettingsRow>
        <SettingsRow name={t('diagnostics.node')}>{facts.node}</SettingsRow>
        <SettingsRow name={t('diagnostics.platform')}>{facts.platform}</SettingsRow>
        <SettingsRow name={t('diagnostics.engine')}>
          {state === undefined ? facts.engine : t(`diagnostics.states.${state}`)}
        </SettingsRow>
      </SettingsSection>
      {may('exportDiagnostics') && <Export facts={facts} />}
    </div>
  );
}

function Export({ facts }: { facts: Diagnostics }) {
  const { t } = useTranslation('backups');
  return (
    <section className="pd-slim pd-grid pd-gap-8" aria-label={t('diagnostics.exportTitle')}>
      <div className={classes.bar}>
        <div>
          <h2 className="pd-text-size pd-strong pd-below-8">{t('diagnostics.exportTitle')}</h2>
          <p className="pd-note pd-readable">{t('diagnostics.exportText')}</p>
        </div>
        <ExportDiagnosticsButton />
      </div>
      <PlainTable
        isText
        label={t('diagnostics.holds')}
        columns={[{ label: t('diagnostics.file') }, { label: t('diagnostics.holds') }]}
      >
        {facts.files.map(({ name, holds }) => {
          const known = contents.find((each) => each === holds);
          return (
            <tr key={name}>
              <td>
                <code className="pd-mono">{name}</code>
              </td>
              <td>{known === undefined ? holds : t(`diagnostics.contents.${known}`)}</td>
            </tr>
          );
        })}
      </PlainTable>
    </section>
  );
}

/** Works while the ledger does not open, too. */
export function ExportDiagnosticsButton() {
  const { t } = useTranslation('backups');
  const { busy, download } = useDiagnosticsExport();
  return (
    <Button
      leftSection={<IconDownload size={14} stroke={1.75} />}
      loading={busy}
      onClick={download}
    >
      {t('diagnostics.export')}
    </Button>
  );
}
