/** Dialogs that lose nothing typed unasked: what they hold outlives them, or they ask before they close, or the page does. */
import { useRef, useState } from 'react';
import { Button, Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUnsent } from '../../state/unsent.ts';
import form from './form.module.css';

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** A dialog over a draft that outlives it: it closes at a word, though never by a press beside it. */
export function DraftDialog(props: ModalProps) {
  const { t } = useTranslation('common');
  return (
    <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} closeOnClickOutside={false} />
  );
}

/**
 * A dialog whose text ends with it: whoever closes it with something typed is asked once. A step that
 * is behind stays in it as a hidden `Activity`, and its text counts like any other.
 */
export function Dialog({ onClose, children, ...modal }: ModalProps) {
  const { t } = useTranslation('common');
  /** What each field held when it first had the focus. */
  const before = useRef(new Map<Field, string>());
  const [isAsking, setAsking] = useState(false);
  const holdsText = () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value !== text);
  useUnsent(() => modal.opened && holdsText());
  const leave = () => {
    setAsking(false);
    before.current.clear();
    onClose();
  };
  return (
    <>
      <DraftDialog
        {...modal}
        closeOnEscape={modal.closeOnEscape !== false && !isAsking}
        trapFocus={!isAsking}
        onClose={() => {
          if (!holdsText()) leave();
          // Once this key is over: the question would take it for its own.
          else setTimeout(() => setAsking(true), 0);
        }}
      >
        <div
          role="presentation"
          className={form.whole}
          onFocus={({ target }) => {
            if (isField(target) && !before.current.has(target)) {
              before.current.set(target, target.value);
            }
          }}
        >
          {children}
        </div>
      </DraftDialog>
      <Modal
        opened={isAsking && modal.opened}
        onClose={() => setAsking(false)}
        title={t('leave.title')}
        size={400}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <div className={form.form}>
          <p className={form.text}>{t('leave.text')}</p>
          <div className={form.actions}>
            <Button onClick={leave}>{t('leave.leave')}</Button>
            <Button variant="filled" data-autofocus onClick={() => setAsking(false)}>
              {t('leave.stay')}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
