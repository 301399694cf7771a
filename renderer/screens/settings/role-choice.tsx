/** The choice of a role, each with a line on what it does here. */
import { Radio, type RadioGroupProps } from '@mantine/core';
import type { Role } from '../../../shared/contract/access.ts';
import classes from './settings.module.css';

export function RoleChoice<Offered extends Role>({
  wordsOf,
  offered,
  ...field
}: Omit<RadioGroupProps, 'children'> & {
  readonly wordsOf: (role: Offered) => { readonly label: string; readonly description: string };
  /** Roles that may be chosen. */
  readonly offered: readonly Offered[];
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
