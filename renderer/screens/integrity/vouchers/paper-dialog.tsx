/** Compares a checkpoint on paper with the ledger: its size and the beginning of its root. Nothing is kept. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rootAt } from '../../../api/vouchers.ts';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField } from '../../../ui/form/use-api-form.ts';
import { isRootOnPaper, leastCharacters, typedRoot } from './paper.ts';
import { numberIn } from '../../../ui/number-in.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface Values {
  readonly from: string;
  readonly root: string;
}
const initial: Values = { from: '', root: '' };

export function PaperDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation(['vouchers', 'common']);
  const [isSame, setIsSame] = useState<boolean>();
  const close = () => {
    setIsSame(undefined);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('paper.title')}
      size={560}
      submit={t('paper.submit')}
      failed={t('paper.failed')}
      initial={initial}
      bodyOf={(values: Values) => values}
      check={({ from, root }): FaultsByField => ({
        ...(!(Number.isInteger(numberIn(from)) && numberIn(from) >= 1) && {
          from: t('paper.sizeMissing'),
        }),
        ...(typedRoot(root).length < leastCharacters && {
          root: t('paper.rootShort', { count: leastCharacters }),
        }),
      })}
      send={async ({ from, root }) => isRootOnPaper(await rootAt(numberIn(from)), root)}
      onDone={setIsSame}
      instead={
        isSame === undefined
          ? undefined
          : {
              children: (
                <>
                  <StatusBadge tone={isSame ? 'ok' : 'bad'}>
                    {t(isSame ? 'paper.same' : 'paper.other')}
                  </StatusBadge>
                  <p className={layout.text}>{t(isSame ? 'paper.sameText' : 'paper.otherText')}</p>
                  <div className={layout.actions}>
                    <Button onClick={() => setIsSame(undefined)}>{t('paper.again')}</Button>
                    <Button variant="filled" data-autofocus onClick={close}>
                      {t('close', { ns: 'common' })}
                    </Button>
                  </div>
                </>
              ),
            }
      }
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('paper.text')}</p>
          <DecimalInput
            label={t('paper.size')}
            required
            data-autofocus
            whole
            min={1}
            {...form.getInputProps('from')}
          />
          <TextInput
            label={t('paper.root')}
            description={t('paper.rootHint', { count: leastCharacters })}
            required
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'pd-code' }}
            {...form.getInputProps('root')}
          />
        </>
      )}
    </FormDialog>
  );
}
