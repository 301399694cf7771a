/** The choice of a role, each with a line on what it does here. */
import { Radio, type RadioGroupProps } from '@mantine/core';
import { roles, type Role } from '../../../shared/contract/access.ts';
import classes from './settings.module.css';

export function RoleChoice({
  wordsOf,
  ...field
}: Omit<RadioGroupProps, 'children'> & {
  readonly wordsOf: (role: Role) => { readonly label: string; readonly description: string };
}) {
  return (
    <Radio.Group {...field}>
      <div className={classes.choices}>
        {roles.map((role) => (
          <Radio key={role} size="xs" value={role} {...wordsOf(role)} />
        ))}
      </div>
    </Radio.Group>
  );
}
