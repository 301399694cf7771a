/** Controls that narrow a list by a member of its address: a choice, the days from one to another. */
import { DayField } from '../day-field.tsx';
import { Select } from '../form/choices.tsx';
import { narrowingColumn } from './arrange-rows.ts';
import { titleOf } from './list-columns.tsx';
import type { ListState } from './use-list.ts';
import classes from './list.module.css';

/** Stands for no value: a select takes an empty one for nothing chosen. */
const everything = ' ';

export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** One value of a member, or all; the choices are the codes of the column that it narrows unless told. */
export function FilterSelect<Row, Translate>({
  list: { list, search, say, narrow },
  member,
  all,
  label,
  choices,
}: {
  list: ListState<Row, Translate>;
  member: string;
  /** Says that nothing is left out. */
  all: string;
  /** The title of the column unless told. */
  label?: string;
  choices?: readonly FilterChoice[];
}) {
  const [id = member, { codes = [], wordsAt = id } = {}] = narrowingColumn(list, member) ?? [];
  const offered = choices ?? codes.map((value) => ({ value, label: say(`${wordsAt}.${value}`) }));
  const asked = search[member];
  const value = typeof asked === 'string' ? asked : everything;
  const isOffered = value === everything || offered.some((each) => each.value === value);
  return (
    <Select
      className={classes.choice ?? ''}
      size="xs"
      aria-label={label ?? titleOf(list, id, say)}
      allowDeselect={false}
      searchable={choices !== undefined}
      data={[
        { value: everything, label: all },
        ...offered,
        // One of the address that is not there is named as it is.
        ...(isOffered ? [] : [{ value, label: value }]),
      ]}
      value={value}
      onChange={(next) =>
        narrow({ [member]: next === everything ? undefined : (next ?? undefined) })
      }
    />
  );
}

/** The first and the last day, both included. */
export function FilterDays<Row, Translate>({
  list: { search, say, narrow },
  members: [from, to],
}: {
  list: ListState<Row, Translate>;
  members: readonly [from: string, to: string];
}) {
  const dayOf = (member: string) => {
    const day = search[member];
    return typeof day === 'string' ? day : undefined;
  };
  const isBackwards = (dayOf(from) ?? '') > (dayOf(to) ?? '9999');
  const field = (member: string) => (
    <DayField
      className={classes.day}
      label={say(`by.${member}`)}
      placeholder={say(`by.${member}`)}
      clearable
      day={dayOf(member)}
      wrong={isBackwards}
      onDay={(day) => narrow({ [member]: day })}
    />
  );
  return (
    <>
      {field(from)}
      <span className="pd-dim" aria-hidden="true">
        –
      </span>
      {field(to)}
    </>
  );
}
