/** Finds where a thing is that only its id, hash or journal index is known of, and goes there. */
import { useEffect } from 'react';
import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { placeOf } from '../../shared/open-address.ts';
import { useAnswer } from '../api/answers.ts';
import { useMay } from '../api/capabilities.ts';
import { recordPageQuery, useRecordsAfter } from '../api/records.ts';
import { evidenceQuery } from '../api/sessions.ts';
import { showHidden } from '../../shared/hidden-text.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { toFailure } from '../api/client.ts';
import { PlaceWay } from '../ui/places/place-link.tsx';
import { useWindowTitle } from '../ui/window-title.ts';

const route = getRouteApi('/open/$id');

/** Where to go; null where there is no such thing; undefined while it is not known. */
interface Found {
  readonly path: string | null | undefined;
  readonly error: unknown;
}

export function OpenScreen() {
  const { t } = useTranslation('help');
  const { id } = route.useParams();
  const { history } = useRouter();
  const { path, error } = useFound(id);
  useWindowTitle('thing', showHidden(id));
  useEffect(() => {
    if (typeof path === 'string') history.replace(path);
  }, [history, path]);
  if (error !== null && toFailure(error).code !== 'not_found') return <ErrorState error={error} />;
  if (path !== null && error === null) return null;
  return (
    <EmptyState
      icon={<IconFileSearch size={20} stroke={1.6} />}
      title={t('open.missing', { id })}
      actions={
        <Button
          component={PlaceWay}
          href={`#/decisions?${new URLSearchParams({ q: id }).toString()}`}
        >
          {t('open.search')}
        </Button>
      }
    >
      {t('open.missingText')}
    </EmptyState>
  );
}

function useFound(text: string): Found {
  const may = useMay();
  const place = placeOf(text);
  const isAsked = place?.path.startsWith('/open/') === true;
  const evidence = useAnswer('getEvidence', {
    ...evidenceQuery(place?.id ?? ''),
    enabled: place?.kind === 'evidence',
  });
  const seq = place?.kind === 'entry' ? Number(place.id.slice(1)) : 0;
  const records = useRecordsAfter(seq > 0 ? seq - 1 : undefined, 'asc', 1);
  const byHash = useAnswer('listRecords', {
    ...recordPageQuery({ filter: { q: place?.id ?? '' }, order: 'desc', pageIndex: 0 }),
    enabled: place?.kind === 'hash',
  });
  if (place === undefined) return { path: null, error: null };
  if (!isAsked) return { path: place.path, error: null };
  if (!may(place.kind === 'evidence' ? 'getEvidence' : 'listRecords')) {
    return { path: null, error: null };
  }
  switch (place.kind) {
    case 'evidence': {
      const found = evidence.data;
      const address = `/sessions/${found?.session_id ?? ''}?tab=evidence&evidence=${place.id}`;
      return { path: found === undefined ? undefined : address, error: evidence.error };
    }
    case 'entry': {
      const row = records.data?.data.find((each) => each.seq === seq);
      const isOver = seq === 0 || records.data !== undefined;
      if (row === undefined) return { path: isOver ? null : undefined, error: records.error };
      return { path: `/decisions?record=${row.id}`, error: null };
    }
    case 'hash': {
      const rows = byHash.data?.data;
      if (rows === undefined) return { path: undefined, error: byHash.error };
      const [first] = rows;
      if (first === undefined) return { path: null, error: null };
      const only = rows.length === 1;
      return {
        path: only ? `/decisions?record=${first.id}` : `/decisions?q=${place.id}`,
        error: null,
      };
    }
    default:
      return { path: place.path, error: null };
  }
}
