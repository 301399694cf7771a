/** The choice of a role, each with a line on what it does here. */
import { Radio, type RadioGroupProps } from '@mantine/core';
import { roles, type Role } from '../../../shared/contract/access.ts';
import classes from './settings.module.css';

export function RoleChoice({
  wordsOf,
  offered = roles,
  ...field
}: Omit<RadioGroupProps, 'children'> & {
  readonly wordsOf: (role: Role) => { readonly label: string; readonly description: string };
  /** Roles that may be chosen; all unless told. */
  readonly offered?: readonly Role[];
}) {
  return (
    <Radio.Group {...field}>
      <div className={classes.choices}>
        {offered.map((role) => (
          <Radio key={role} size="xs" value={role} {...wordsOf(role)} />
        ))}
      </div>
    </Radio.Group>
  );
}
