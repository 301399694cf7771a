/** A filter put together from clauses and groups, or written as JSON: two views of one expression. */
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBraces, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { checkFilterText } from './check-filter-text.ts';
import { partAt } from './fault-part.ts';
import { countingIds, type FilterGroup, type NewPartId } from './filter-tree.ts';
import { GroupEditor } from './group-editor.tsx';
import { readFilter, type PartPlaces } from './read-filter.ts';
import { writeFilter } from './write-filter.ts';
import { WithFault } from '../fault-text.tsx';
import { SegmentedControl } from '../form/choices.tsx';
import classes from './filter.module.css';

/** Fault that the API finds in the filter, at a place such as `filter.$or.1.age.$gt`. */
export interface FilterFault {
  readonly path: string;
  readonly words: ReactNode;
}

export interface FilterBuilderProps {
  readonly fields: readonly DatasetField[];
  readonly value: JsonObject;
  /** The finished part of the filter; after a short rest while one types. */
  readonly onChange: (filter: JsonObject) => void;
  readonly fault?: FilterFault | null;
}

const typingRestMs = 350;

interface Draft {
  /** The expression that the draft stands for, as text: another one makes another draft. */
  readonly of: string;
  readonly root: FilterGroup;
  readonly places: PartPlaces;
  readonly unfinished: number;
}

function draftOf(filter: JsonObject, newId: NewPartId): Draft {
  const { root, places } = readFilter(filter, newId);
  return { of: JSON.stringify(filter), root, places, unfinished: 0 };
}

/** Hands values over once they rest, or at once where asked; the newest replaces the one that waits. */
function useResting(onRest: (filter: JsonObject) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<JsonObject>(undefined);
  const handOver = () => {
    clearTimeout(timer.current);
    const filter = waiting.current;
    waiting.current = undefined;
    if (filter !== undefined) onRest(filter);
  };
  return {
    hand: (filter: JsonObject, isTyped: boolean) => {
      clearTimeout(timer.current);
      waiting.current = filter;
      if (isTyped) timer.current = setTimeout(handOver, typingRestMs);
      else handOver();
    },
    handOver,
  };
}

export function FilterBuilder({ fields, value, onChange, fault = null }: FilterBuilderProps) {
  const { t } = useTranslation('datasets');
  const [newId] = useState(() => countingIds());
  const [mode, setMode] = useState<'builder' | 'json'>('builder');
  const [draft, setDraft] = useState(() => draftOf(value, newId));
  /** What was handed over, or is about to be: a value that comes back is no other filter. */
  const [sent, setSent] = useState(draft.of);
  const given = JSON.stringify(value);
  const [known, setKnown] = useState(given);
  if (given !== known) {
    setKnown(given);
    if (given !== sent && given !== draft.of) {
      setSent(given);
      setDraft(draftOf(value, newId));
    }
  }
  const { hand, handOver } = useResting(onChange);

  const changeTree = (root: FilterGroup, isTyped = false) => {
    const written = writeFilter(root);
    const of = JSON.stringify(written.filter);
    setDraft({ of, root, places: written.places, unfinished: written.unfinished });
    setSent(of);
    if (of !== draft.of || !isTyped) hand(written.filter, isTyped);
  };
  const changeFilter = (filter: JsonObject, isTyped: boolean) => {
    const next = draftOf(filter, newId);
    setDraft(next);
    setSent(next.of);
    hand(filter, isTyped);
  };
  const faultId = fault === null ? undefined : partAt(fault.path, draft.places);
  const isEmpty = draft.root.parts.length === 0;

  return (
    <section aria-label={t('filter.label')}>
      <div
        className="pd-column pd-slim pd-gap-8"
        role="presentation"
        // Whoever goes on to a button, or presses Enter, means what was typed.
        onBlur={handOver}
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter') handOver();
        }}
      >
        <div className="pd-wrapping pd-slim pd-gap-8">
          <SegmentedControl
            size="xs"
            aria-label={t('filter.view')}
            value={mode}
            onChange={(next) => setMode(next === 'json' ? 'json' : 'builder')}
            data={[
              { value: 'builder', label: t('filter.builder') },
              { value: 'json', label: t('filter.json') },
            ]}
          />
          {draft.unfinished > 0 && (
            <span className="pd-flush pd-caption pd-loose" role="status">
              {t('filter.unfinished', { count: draft.unfinished })}
            </span>
          )}
          <span className="pd-space" />
          {!isEmpty && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconFilterOff size={13} stroke={1.75} />}
              onClick={() => changeFilter({}, false)}
            >
              {t('filter.clear')}
            </Button>
          )}
        </div>
        {fault !== null && (faultId === undefined || mode === 'json') && (
          <p className={classes.fault} role="alert">
            <IconAlertTriangle size={13} stroke={1.8} aria-hidden="true" />
            <span>
              {mode === 'json' && <code>{fault.path}</code>} {fault.words}
            </span>
          </p>
        )}
        {mode === 'builder' ? (
          <GroupEditor
            group={draft.root}
            root={draft.root}
            depth={0}
            fields={fields}
            newId={newId}
            fault={fault === null || faultId === undefined ? null : { id: faultId, ...fault }}
            onChange={changeTree}
          />
        ) : (
          <JsonEditor filter={draft.of} onChange={(filter) => changeFilter(filter, true)} />
        )}
      </div>
    </section>
  );
}

/** The text as it is typed; the filter follows as long as the text is one. */
function JsonEditor({
  filter,
  onChange,
}: {
  filter: string;
  onChange: (filter: JsonObject) => void;
}) {
  const { t } = useTranslation('datasets');
  const id = useId();
  const [draft, setDraft] = useState(() => ({ of: filter, text: pretty(filter) }));
  // Cleared or changed from elsewhere: the text is that of the new filter.
  if (draft.of !== filter) setDraft({ of: filter, text: pretty(filter) });
  const check = checkFilterText(draft.text);
  const isBad = check.kind === 'bad' || check.kind === 'not_object';
  return (
    <div className="pd-grid pd-gap-4">
      <label className="pd-hidden" htmlFor={id}>
        {t('filter.jsonLabel')}
      </label>
      <textarea
        id={id}
        className={classes.text}
        rows={Math.min(14, Math.max(4, draft.text.split('\n').length + 1))}
        value={draft.text}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        dir="ltr"
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-state`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const next = checkFilterText(text);
          if (next.kind === 'ok') {
            setDraft({ of: JSON.stringify(next.filter), text });
            onChange(next.filter);
          } else setDraft({ ...draft, text });
        }}
      />
      <div className="pd-between pd-gap-12">
        <p id={`${id}-state`} className={classes.state} data-bad={isBad || undefined} role="status">
          {check.kind === 'bad' && (
            <WithFault
              fault={check.fault}
              sentence={(words) =>
                t('filter.jsonFault', { message: `${check.field} ${words}`.trim() })
              }
            />
          )}
          {check.kind === 'not_object' && t('filter.notObject')}
          {check.kind === 'ok' && t('filter.jsonHint')}
        </p>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBraces size={13} stroke={1.75} />}
          disabled={check.kind !== 'ok'}
          onClick={() => {
            if (check.kind === 'ok') {
              setDraft({ ...draft, text: JSON.stringify(check.filter, null, 2) });
            }
          }}
        >
          {t('filter.format')}
        </Button>
      </div>
    </div>
  );
}

function pretty(filter: string): string {
  const check = checkFilterText(filter);
  return check.kind === 'ok' ? JSON.stringify(check.filter, null, 2) : filter;
}
