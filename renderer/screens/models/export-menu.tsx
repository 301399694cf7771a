/** The card as a file of another format. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '../../../shared/contract/models.ts';
import { exportModel } from '../../api/models.ts';
import { useFileSaver } from '../../ui/use-file-saver.ts';

export const cardFormats = [
  'cyclonedx',
  'huggingface',
  'annex-iv',
  'pdf',
] as const satisfies readonly ExportFormat[];

/** Exports and saves; `busy` while the file is made. */
export function useCardExport(id: string, version: string | undefined) {
  const { t } = useTranslation('models');
  const { busy, save } = useFileSaver();
  const saved = (name: string) => t('export.done', { name });
  return {
    busy,
    save: (format: ExportFormat) => {
      if (version === undefined) return;
      const failed = t('export.failed', { format: t(`export.format.${format}`) });
      save(() => exportModel(id, version, format), saved, failed);
    },
  };
}

export function ExportMenu({
  busy,
  onExport,
}: {
  busy: boolean;
  onExport: (format: ExportFormat) => void;
}) {
  const { t } = useTranslation('models');
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={14} stroke={1.75} />}
          rightSection={<IconChevronDown size={12} />}
          loading={busy}
        >
          {t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cardFormats.map((format) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {t(`export.format.${format}`)}
            <span className="pd-caption pd-loose pd-block">{t(`export.note.${format}`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
