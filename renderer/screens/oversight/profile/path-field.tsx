/** A field for a path into the records: chosen from those that most records have, or typed as a JSON Pointer. */
import { useId } from 'react';
import type { AutocompleteProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProfilePath } from '../../../../shared/contract/profiles.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { Autocomplete } from '../../../ui/form/choices.tsx';
import { formatCount, formatPercent } from '../../../ui/format.ts';
import { scalarText } from './profile-form.ts';
import classes from './profile.module.css';

/** Paths of the newest records, with the values that stand there. */
export interface KnownPaths {
  /** Records that were read. */
  readonly records: number;
  readonly paths: readonly ProfilePath[];
}

export interface PathFieldProps extends Omit<AutocompleteProps, 'data' | 'onChange'> {
  readonly known: KnownPaths;
  /** Paths that are offered; all of them unless told. */
  readonly offers?: ((path: ProfilePath) => boolean) | undefined;
  /** Says nothing about a path that is none of a scalar. */
  readonly isList?: boolean;
  readonly onChange?: (path: string) => void;
}

const shownOptions = 60;

function useExamples(): (path: ProfilePath) => string {
  const { t } = useTranslation('profiles');
  return ({ examples, values }) => {
    const shown = examples.map((each) => showHidden(scalarText(each)) || t('blank')).join(', ');
    return values > examples.length ? t('more', { examples: shown }) : shown;
  };
}

export function PathField({ known, offers, isList = false, ...props }: PathFieldProps) {
  const { t } = useTranslation('profiles');
  const examplesOf = useExamples();
  const id = useId();
  const byPath = new Map(known.paths.map((each) => [each.path, each]));
  const at = byPath.get(props.value ?? '');
  const isTyped = (props.value ?? '') !== '' && at === undefined && !isList;
  return (
    <Autocomplete
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      limit={shownOptions}
      placeholder="/input/…"
      classNames={{ input: 'pd-mono', description: 'pd-anywhere' }}
      {...props}
      aria-describedby={`${id}-found ${id}-fault`}
      descriptionProps={{ id: `${id}-found` }}
      errorProps={{ id: `${id}-fault` }}
      data={(offers === undefined ? known.paths : known.paths.filter(offers)).map(
        ({ path }) => path,
      )}
      description={
        at === undefined
          ? isTyped && t('rare', { records: formatCount(known.records) })
          : t('found', { examples: examplesOf(at), coverage: coverageOf(at, known.records, t) })
      }
      renderOption={({ option: { value } }) => {
        const path = byPath.get(value);
        return (
          <span className={classes.option}>
            <span className="pd-mono pd-anywhere">{showHidden(value)}</span>
            <span className="pd-caption pd-clip">{path && examplesOf(path)}</span>
          </span>
        );
      }}
    />
  );
}

type Words = ReturnType<typeof useTranslation<'profiles'>>['t'];

function coverageOf({ present }: ProfilePath, records: number, t: Words): string {
  const all = formatCount(records);
  if (present === records) return t('inAll', { count: records, records: all });
  return t('inShare', { share: formatPercent(present / records), records: all });
}
