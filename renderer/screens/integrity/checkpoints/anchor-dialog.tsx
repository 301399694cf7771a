/** A checkpoint that somebody kept elsewhere: pasted or dropped, compared, its verdict in words. */
import { useRef, useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Standing } from '../../../../shared/contract/checkpoints.ts';
import { parseCheckpoint } from '../../../../shared/ledger/checkpoint.ts';
import { useAnchorCheckpoint } from '../../../api/checkpoints.ts';
import { StandingView } from '../../../ui/chain/standing-view.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
import classes from '../../../ui/chain/checkpoints.module.css';

const largest = 65_536;
const initial = { note: '' };
type Values = typeof initial;

/** What was pasted may have lost its last line feed or have gained white space around it. */
const bodyOf = ({ note }: Values) => ({ note: `${note.replaceAll('\r\n', '\n').trim()}\n` });

export function AnchorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('checkpoints');
  const [standing, setStanding] = useState<Standing>();
  const anchoring = useAnchorCheckpoint();
  const close = () => {
    onClose();
    setStanding(undefined);
  };
  const again = () => setStanding(undefined);
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('anchor.title')}
      size={640}
      submit={t('anchor.submit')}
      failed={t('anchor.failed')}
      initial={initial}
      bodyOf={bodyOf}
      check={(values): FaultsByField =>
        parseCheckpoint(bodyOf(values).note) === undefined ? { note: t('anchor.malformed') } : {}
      }
      send={(body, idempotencyKey) => anchoring.mutateAsync({ body, idempotencyKey })}
      onDone={setStanding}
      instead={
        standing && {
          children: <Verdict standing={standing} onAgain={again} onClose={close} />,
        }
      }
      renderTools={(form) => <FileChoice form={form} />}
    >
      {(form) => <Note form={form} />}
    </FormDialog>
  );
}

/** Reads a file into the field; one that cannot be a checkpoint is refused by its size. */
function useFileText(form: Form<Values>) {
  const { t } = useTranslation('checkpoints');
  return async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > largest) form.setFieldError('note', t('anchor.tooLarge'));
    else form.setFieldValue('note', await file.text());
  };
}

function Note({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('checkpoints');
  const read = useFileText(form);
  const [dropping, setDropping] = useState(false);
  useHeld(form.values.note.trim() === '');
  return (
    <>
      <p className={layout.text}>{t('anchor.text')}</p>
      <div
        className={classes.drop}
        data-over={dropping || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDropping(false);
          void read(event.dataTransfer.files[0]);
        }}
      >
        <Textarea
          label={t('anchor.label')}
          required
          data-autofocus
          autosize
          minRows={6}
          maxRows={12}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'pd-code' }}
          placeholder={t('anchor.drop')}
          {...form.getInputProps('note')}
        />
      </div>
    </>
  );
}

function FileChoice({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('checkpoints');
  const read = useFileText(form);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('anchor.file')}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        leftSection={<IconFileText size={14} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        {t('anchor.file')}
      </Button>
    </>
  );
}

function Verdict({
  standing,
  onAgain,
  onClose,
}: {
  readonly standing: Standing;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['checkpoints', 'common']);
  const { verdict } = standing;
  const isKept = verdict !== 'UNKNOWN_KEY' && verdict !== 'BAD_SIGNATURE';
  return (
    <>
      <StandingView standing={standing} note={t(isKept ? 'anchor.kept' : 'anchor.notKept')} />
      <div className={layout.actions}>
        <Button onClick={onAgain}>{t('anchor.again')}</Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {t('close', { ns: 'common' })}
        </Button>
      </div>
    </>
  );
}
