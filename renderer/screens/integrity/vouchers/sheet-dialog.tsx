/** A checkpoint on paper: what is printed, and the ways to print it or to keep it as a text. */
import { Button } from '@mantine/core';
import { IconFileText, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import layout from '../../../ui/form/form.module.css';
import { formatCount } from '../../../ui/format.ts';
import { PrintedSheet } from '../../../ui/printed-sheet.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ViewDialog } from '../../../ui/view-dialog.tsx';
import { sheetOf, sheetText, type Sheet } from './paper.ts';
import classes from './vouchers.module.css';

export function SheetDialog({
  opened,
  onClose,
  note,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The newest checkpoint. */
  readonly note: string;
}) {
  const { t } = useTranslation('vouchers');
  const sheet = sheetOf(note);
  if (sheet === undefined) return null;
  const saveText = () => {
    const words = {
      ledger: t('sheet.ledger'),
      size: t('sheet.size'),
      root: t('sheet.root'),
      signature: t('sheet.signature'),
    };
    const content = new Blob([sheetText(sheet, words)], { type: 'text/plain' });
    saveFile({ name: `checkpoint-${sheet.size}.txt`, content });
  };
  return (
    <ViewDialog opened={opened} onClose={onClose} title={t('sheet.title')} size={560}>
      <div className={layout.form}>
        <p className={layout.text}>{t('sheet.text')}</p>
        <Facts sheet={sheet} />
        <div className={layout.actions}>
          <Button leftSection={<IconFileText size={14} stroke={1.75} />} onClick={saveText}>
            {t('sheet.save')}
          </Button>
          <Button
            variant="filled"
            data-autofocus
            leftSection={<IconPrinter size={14} stroke={1.75} />}
            onClick={() => globalThis.print()}
          >
            {t('sheet.print')}
          </Button>
        </div>
      </div>
      <PrintedSheet>
        <article className={classes.sheet}>
          <h1>{t('sheet.heading')}</h1>
          <Facts sheet={sheet} />
          <p>{t('sheet.howTo')}</p>
          <p className={classes.byHand}>
            <span>{t('sheet.day')}</span>
            <span>{t('sheet.keeper')}</span>
          </p>
        </article>
      </PrintedSheet>
    </ViewDialog>
  );
}

function Facts({ sheet }: { readonly sheet: Sheet }) {
  const { t } = useTranslation('vouchers');
  return (
    <dl className={classes.sheetFacts}>
      <div>
        <dt>{t('sheet.ledger')}</dt>
        <dd>
          <code className="pd-anywhere">{sheet.ledger}</code>
        </dd>
      </div>
      <div>
        <dt>{t('sheet.size')}</dt>
        <dd>{formatCount(sheet.size)}</dd>
      </div>
      <div>
        <dt>{t('sheet.root')}</dt>
        <dd>
          <Groups lines={sheet.root} />
        </dd>
      </div>
      <div>
        <dt>{t('sheet.signature')}</dt>
        <dd>
          <Groups lines={sheet.signature} />
        </dd>
      </div>
    </dl>
  );
}

/** Groups are read one after the other, so that none is left out. */
function Groups({ lines }: { readonly lines: readonly string[] }) {
  return <pre className="pd-flush pd-mono pd-as-written">{lines.join('\n')}</pre>;
}
