/** What every import of a file has in common: its file is chosen and its beginning read, then come its steps. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, type ModalProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormPage } from '../form/form-page.tsx';
import type { Form } from '../form/use-api-form.ts';
import { useHeld } from '../form/use-held.ts';
import { ViewDialog } from '../view-dialog.tsx';
import { FileChooser, type FileWords } from './file-chooser.tsx';
import { readSample, type FileSample } from './file-sample.ts';
import type { ImportDraft } from './import-draft.ts';
import { WithEnglish } from '../in-english.tsx';
import classes from './import.module.css';

/** The dialog of an import: what was chosen and said outlives it, so it closes unasked, though by no press beside it. */
export function ImportDialogFrame(
  props: Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'children'>,
) {
  return (
    <ViewDialog
      {...props}
      closeOnClickOutside={false}
      size="min(70rem, 94vw)"
      classNames={{ content: classes.modal ?? '', body: 'pd-modal-body' }}
    />
  );
}

/** The chooser, until a file is chosen whose beginning can be read. */
export function ChosenFile<Draft extends ImportDraft<unknown, unknown>>({
  draft,
  words,
  onFile,
  children,
}: {
  draft: Draft | undefined;
  words?: FileWords;
  onFile: (file: File) => void;
  children: (draft: Draft, sample: FileSample) => ReactNode;
}) {
  const { t } = useTranslation('imports');
  const sample = useQuery({
    queryKey: ['import-sample', draft?.file.name, draft?.file.size, draft?.turn],
    queryFn: () => (draft === undefined ? Promise.reject(new Error()) : readSample(draft.file)),
    enabled: draft !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chooser = <FileChooser {...(words === undefined ? {} : { words })} onFile={onFile} />;
  if (draft === undefined) return chooser;
  if (sample.isError) {
    return (
      <>
        <p className="pd-flush pd-warn pd-rounded pd-pad-8-12">
          <WithEnglish sentence={(message) => t('file.unreadable', { message })}>
            {sample.error.message}
          </WithEnglish>
        </p>
        {chooser}
      </>
    );
  }
  if (sample.data === undefined) return <p className="pd-dim">{t('file.reading')}</p>;
  return children(draft, sample.data);
}

/** One step of the dialog. Each step starts with the focus on what goes on. */
export function Step({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = step.current?.querySelector('[data-autofocus]');
    if (target instanceof HTMLElement) target.focus();
  }, []);
  return (
    <div ref={step} className="pd-column pd-fill">
      <div className={classes.body}>{children}</div>
      <footer className={classes.footer}>{footer}</footer>
    </div>
  );
}

/** The step that says how the file is read: a form whose settings are kept as they are typed. */
export function SettingsStep<Settings extends object>({
  settings,
  isReady,
  failed,
  onSettings,
  onSubmit,
  renderFooter,
  children,
}: {
  readonly settings: Settings;
  /** Tells whether the file can be sent with them. */
  readonly isReady: (settings: Settings) => boolean;
  /** Title of a refusal. */
  readonly failed: string;
  readonly onSettings: (settings: Settings) => void;
  readonly onSubmit: (settings: Settings) => void;
  /** `mayGoOn` is for the buttons that send or lead on. */
  readonly renderFooter: (form: Form<Settings>, mayGoOn: boolean) => ReactNode;
  readonly children: (form: Form<Settings>) => ReactNode;
}) {
  return (
    <FormPage
      className="pd-column pd-fill"
      failed={failed}
      initial={settings}
      bodyOf={(values) => values}
      keep={onSettings}
      send={(values) => Promise.resolve(values)}
      onDone={onSubmit}
    >
      {(form) => (
        <>
          <Held isHeld={!isReady(form.values)} />
          <div className={classes.body}>{children(form)}</div>
          <footer className={classes.footer}>{renderFooter(form, isReady(form.values))}</footer>
        </>
      )}
    </FormPage>
  );
}

function Held({ isHeld }: { readonly isHeld: boolean }) {
  useHeld(isHeld);
  return null;
}

/** Says that the columns go where they went when the window was left, before anything is imported. */
export function Continued({ onAfresh }: { onAfresh: () => void }) {
  const { t } = useTranslation('imports');
  return (
    <div className={classes.continued}>
      {t('mapping.continued')}
      <Button size="compact-xs" variant="subtle" onClick={onAfresh}>
        {t('mapping.afresh')}
      </Button>
    </div>
  );
}
