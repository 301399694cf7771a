/** One request: how it ended, what limits it, and the command that repeats it. */
import { useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { jsonOrUndefined } from '../../../../shared/contract/json.ts';
import type { CallBody } from '../../../api/calls.ts';
import { useMay } from '../../../api/capabilities.ts';
import { PaneFact, PaneFacts, PanePage, PanePart, PaneText } from '../../../ui/page/pane-page.tsx';
import { auditAddress } from '../../../ui/addresses.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlaceWay } from '../../../ui/places/place-link.tsx';
import { curlCommand, withoutValues } from '../../../ui/requests/curl.ts';
import { callerName, statusText, statusTone } from '../../../ui/requests/request-words.ts';
import type { RequestRow } from './rows.ts';
import { InEnglish } from '../../../ui/in-english.tsx';

export function RequestPane({
  row,
  baseUrl,
  onClose,
}: {
  row: RequestRow;
  /** Where a script reaches the same API; null where nothing does. */
  baseUrl: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('requests');
  const may = useMay();
  const { answered, call, rate, request_id: requestId, status, ms } = row;
  const [withValues, setWithValues] = useState(false);
  const repeated = repeatable(row);
  const hasValues = repeated.body?.kind === 'text';
  const body = withValues ? repeated.body : withoutValues(repeated.body);
  const shownCommand = curlCommand({ ...repeated, body }, baseUrl);
  return (
    <PanePage title={`${row.method} ${showHidden(row.path.split('?')[0] ?? '')}`} onClose={onClose}>
      <PaneFacts>
        <PaneFact name={t('fact.status')}>
          <StatusBadge tone={statusTone(status)}>{statusText(t, status)}</StatusBadge>
        </PaneFact>
        {row.code !== null && (
          <PaneFact name={t('fact.failure')}>
            <code lang="en">{row.code}</code> <InEnglish>{row.message ?? ''}</InEnglish>
          </PaneFact>
        )}
        <PaneFact name={t('fact.id')}>
          {requestId === null ? t('noId') : <CopiedValue value={requestId} what={t('column.id')} />}
        </PaneFact>
        <PaneFact name={t('fact.at')}>
          <Instant at={row.at} precision="millisecond" withZone />
        </PaneFact>
        {ms !== null && (
          <PaneFact name={t('fact.duration')}>{t('ms', { formatted: formatCount(ms) })}</PaneFact>
        )}
        <PaneFact name={t('fact.address')}>
          <code>{showHidden(row.path)}</code>
        </PaneFact>
        {answered !== null && (
          <>
            <PaneFact name={t('fact.caller')}>
              {callerName((key) => t(key), answered.caller)}
            </PaneFact>
            <PaneFact name={t('fact.mount')}>{t(`mount.${answered.mount}`)}</PaneFact>
            {answered.operation_id !== null && (
              <PaneFact name={t('fact.operation')}>{answered.operation_id}</PaneFact>
            )}
          </>
        )}
        <PaneFact name={t('fact.rate')}>
          {rate === null
            ? t('noRate')
            : t('rateReset', {
                remaining: formatCount(rate.remaining),
                limit: formatCount(rate.limit),
                seconds: formatCount(rate.resetSeconds),
              })}
        </PaneFact>
        {call?.body != null && (
          <PaneFact name={t('fact.body')}>
            <BodyNote body={call.body} />
          </PaneFact>
        )}
      </PaneFacts>
      {requestId !== null && may('listAuditEvents') && (
        <Anchor component={PlaceWay} size="sm" href={auditAddress({ q: requestId })}>
          {t('showAudit')}
        </Anchor>
      )}
      {row.error !== null && (
        <PanePart title={t('answer')}>
          <PaneText label={t('answer')}>
            <span lang="en">{indented(row.error)}</span>
          </PaneText>
        </PanePart>
      )}
      <PanePart
        title={t('curl.title')}
        actions={
          <>
            {hasValues && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-pressed={withValues}
                onClick={() => setWithValues(!withValues)}
              >
                {t('curl.values')}
              </Button>
            )}
            <Button
              size="compact-xs"
              leftSection={<IconTerminal2 size={13} stroke={1.75} />}
              onClick={() => void copyText(commandOf(row, baseUrl), t('curl.what'))}
            >
              {t('curl.copy')}
            </Button>
          </>
        }
      >
        <PaneText label={t('curl.title')}>{shownCommand}</PaneText>
        <p className="pd-note">
          {t('curl.key')} {baseUrl === null && t('curl.base')} {call === null && t('curl.query')}{' '}
          {call?.body != null && call.body.kind !== 'text' && t('curl.file')}{' '}
          {hasValues && !withValues && t('curl.hidden')}
        </p>
      </PanePart>
    </PanePage>
  );
}

/** The command of a row, for the pane and for the key that copies it from the list. */
export function commandOf(row: RequestRow, baseUrl: string | null): string {
  return curlCommand(repeatable(row), baseUrl);
}

/** JSON on lines of its own; what was cut off stays on its one. */
function indented(text: string): string {
  const value = jsonOrUndefined(text);
  const lines = value === undefined ? [text] : JSON.stringify(value, null, 2).split('\n');
  return lines.map(showHidden).join('\n');
}

function repeatable({ call, method, path }: RequestRow) {
  return call ?? { method, path, headers: {}, body: null };
}

function BodyNote({ body }: { body: CallBody }) {
  const { t } = useTranslation('requests');
  if (body.kind === 'text') return formatBytes(new TextEncoder().encode(body.text).length);
  const size = formatBytes(body.bytes);
  return body.kind === 'upload'
    ? t('body.upload', { size, type: body.mediaType })
    : t(`body.${body.kind}`, { size });
}
