/** A dialog that loses nothing typed unasked: a press beside it never closes it, other ways out ask once. */
import { useRef, useState } from 'react';
import { Button, Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import form from './form.module.css';

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

export interface DialogProps extends ModalProps {
  /** What is typed stays when the dialog is closed, so that nothing is asked. */
  readonly keepsTyped?: boolean;
}

/** What is typed counts while its field is drawn: of a step that is behind, the next one has to take care. */
export function Dialog({ onClose, children, keepsTyped = false, ...modal }: DialogProps) {
  const { t } = useTranslation('common');
  /** What each field held when it first had the focus. */
  const before = useRef(new Map<Field, string>());
  const [isAsking, setAsking] = useState(false);
  const holdsText = () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value !== text);
  const leave = () => {
    setAsking(false);
    before.current.clear();
    onClose();
  };
  return (
    <>
      <Modal
        closeButtonProps={{ 'aria-label': t('close') }}
        {...modal}
        closeOnClickOutside={false}
        closeOnEscape={modal.closeOnEscape !== false && !isAsking}
        trapFocus={!isAsking}
        onClose={() => {
          if (keepsTyped || !holdsText()) leave();
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
      </Modal>
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
