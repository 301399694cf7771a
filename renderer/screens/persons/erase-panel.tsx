/** Erasing what decisions say of the person: why it can or cannot be, and the way to it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { NotNow } from './not-now.tsx';
import { requestState } from './request-state.ts';

export function ErasePanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const [isOpen, setOpen] = useState(false);
  const may = useMay()('erasePerson');
  const fault = stepFault('erasure', requestState(request));
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">{t('erase.text')}</span>
        {may && fault === undefined && (
          <Button
            variant="filled"
            leftSection={<IconEraser size={14} stroke={1.75} />}
            onClick={() => setOpen(true)}
          >
            {t('erase.action')}
          </Button>
        )}
      </div>
      <NotNow fault={fault} />
      <ErasePersonDialog request={request} opened={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
