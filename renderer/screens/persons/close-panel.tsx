/** What happened to a request, fact by fact, and until when it is kept who it was about. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EraseRowDialog } from '../../ui/proof/erase-row-dialog.tsx';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { NotSignedMark } from '../../ui/signing/not-signed-mark.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';

export function ClosePanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const nameOf = useActorNames();
  const { kept_until: keptUntil, events } = request;
  const [isErasing, setErasing] = useState(false);
  const mayErase = useMay()('createRowErasure');
  const isOver = keptUntil !== null && keptUntil <= new Date().toISOString().slice(0, 10);
  const isNamed = request.person !== null;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      {keptUntil !== null && (
        <div className="pd-wrapping pd-gap-8-16">
          <span className="pd-note">
            {t(keptWord(isNamed, isOver), { day: formatDay(keptUntil) })}
          </span>
          {isNamed && isOver && mayErase && (
            <Button
              variant="filled"
              leftSection={<IconEraser size={14} stroke={1.75} />}
              onClick={() => setErasing(true)}
            >
              {t('close.erase')}
            </Button>
          )}
        </div>
      )}
      <EraseRowDialog
        opened={isErasing}
        row={{ table: 'person_requests', id: request.request_id }}
        fields={['person']}
        chosen={['person']}
        onClose={() => setErasing(false)}
      />
      <PlainTable
        label={t('history.title')}
        isText
        columns={[
          { label: t('history.n') },
          { label: t('column.event') },
          { label: t('history.at') },
          { label: t('history.who') },
          { label: t('history.note') },
        ]}
      >
        {events.map(({ n, event, at, actor, is_signed: isSigned, note }) => (
          <tr key={n}>
            <td>{formatCount(n)}</td>
            <td>{t(`event.${event}`)}</td>
            <td>
              <Instant at={at} withZone />
            </td>
            <td>
              {nameOf(actor.id)} {signedEvents.has(event) && !isSigned && <NotSignedMark />}
            </td>
            <td className="pd-anywhere pd-as-written">{note === null ? '' : showHidden(note)}</td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

function keptWord(isNamed: boolean, isOver: boolean) {
  if (!isNamed) return 'close.named';
  return isOver ? 'close.over' : 'close.keptUntil';
}

/** What people sign, once they are enrolled. */
const signedEvents: ReadonlySet<string> = new Set(['answered', 'objected', 'erased']);
