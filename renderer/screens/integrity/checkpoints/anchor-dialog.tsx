/** A checkpoint that somebody kept elsewhere: pasted or dropped, compared, its verdict in words. */
import { useRef, useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Standing } from '../../../../shared/contract/checkpoints.ts';
import { parseCheckpoint } from '../../../../shared/ledger/checkpoint.ts';
import { toFailure, type ApiFailure } from '../../../api/client.ts';
import { useAnchorCheckpoint } from '../../../api/checkpoints.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { StandingView } from '../../../ui/chain/standing-view.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import classes from '../../../ui/chain/checkpoints.module.css';

const largest = 65_536;

export function AnchorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['checkpoints', 'common']);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('anchor.title')} size={640}>
      <AnchorForm onClose={onClose} />
    </Dialog>
  );
}

function AnchorForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['checkpoints', 'common']);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [result, setResult] = useState<Standing>();
  const [dropping, setDropping] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const anchoring = useAnchorCheckpoint();

  const take = (next: string) => {
    setText(next);
    setFault(undefined);
    setFailure(undefined);
  };
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > largest) setFault(t('anchor.tooLarge'));
    else take(await chosen.text());
  };
  const submit = () => {
    // What was pasted may have lost its last line feed or have gained white space around it.
    const note = `${text.replaceAll('\r\n', '\n').trim()}\n`;
    if (parseCheckpoint(note) === undefined) {
      setFault(t('anchor.malformed'));
      return;
    }
    anchoring.mutate(note, {
      onSuccess: setResult,
      onError: (error) => setFailure(toFailure(error)),
    });
  };

  if (result !== undefined) {
    const kept = result.verdict !== 'UNKNOWN_KEY' && result.verdict !== 'BAD_SIGNATURE';
    return (
      <div className={classes.form}>
        <StandingView standing={result} note={t(kept ? 'anchor.kept' : 'anchor.notKept')} />
        <div className={classes.actions}>
          <Button
            onClick={() => {
              take('');
              setResult(undefined);
            }}
          >
            {t('anchor.again')}
          </Button>
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t('close', { ns: 'common' })}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.note}>{t('anchor.text')}</p>
      <FormFailure failure={failure} title={t('anchor.failed')} />
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
          classNames={{ input: classes.mono ?? '' }}
          placeholder={t('anchor.drop')}
          value={text}
          error={fault}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('anchor.file')}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div className={classes.actions}>
        <Button
          leftSection={<IconFileText size={14} stroke={1.75} />}
          onClick={() => file.current?.click()}
        >
          {t('anchor.file')}
        </Button>
        <span className={classes.space} />
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={text.trim() === ''}
          loading={anchoring.isPending}
        >
          {t('anchor.submit')}
        </Button>
      </div>
    </form>
  );
}
