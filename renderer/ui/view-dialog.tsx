/** A dialog to look at: what is typed in it finds something and is sent nowhere, so it closes at once. */
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ViewDialog(props: ModalProps) {
  const { t } = useTranslation('common');
  return <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
}
