/** One row beside the list: everything that was read of it. */
import { useMemo, useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconBraces, IconCopy, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { copyText } from '../clipboard.ts';
import { indexJson, type JsonIndex, type JsonNode } from '../json/json-index.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { recordIdOf } from './row-values.ts';
import classes from './rows.module.css';

export interface RowPaneProps {
  readonly row: JsonObject;
  /** Only chosen fields were read. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}

export function RowPane({ row, isPart, onClose }: RowPaneProps) {
  const { t } = useTranslation('datasets');
  const index = useMemo(() => indexJson(JSON.stringify(row)), [row]);
  const id = recordIdOf(row);
  return (
    <div className="pd-column pd-tall">
      <header className={classes.paneHead}>
        <h2 title={id}>{id}</h2>
        <ActionIcon
          aria-label={t('rows.copyRecordId')}
          onClick={() => void copyText(id, t('rows.recordId'))}
        >
          <IconCopy size={15} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('rows.copyJson')}
          onClick={() => void copyText(JSON.stringify(row, null, 2), t('rows.row'))}
        >
          <IconBraces size={15} stroke={1.7} />
        </ActionIcon>
        <ActionIcon aria-label={t('rows.command.close')} onClick={onClose}>
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </header>
      {isPart && (
        <p className="pd-flush pd-fixed pd-caption pd-line-below pd-pad-6-12">{t('rows.isPart')}</p>
      )}
      <div className={classes.paneTree}>
        {index !== undefined && <RowTree index={index} label={t('rows.content', { id })} />}
      </div>
    </div>
  );
}

function RowTree({ index, label }: { index: JsonIndex; label: string }) {
  const [selected, setSelected] = useState<{ index: JsonIndex; node: JsonNode }>();
  return (
    <JsonTree
      index={index}
      selected={selected?.index === index ? selected.node : undefined}
      onSelect={(node) => setSelected({ index, node })}
      label={label}
    />
  );
}
