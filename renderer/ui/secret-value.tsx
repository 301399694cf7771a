/** A secret that is shown this once, with the button that copies it. */
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import classes from './secret-value.module.css';

export function SecretValue({
  label,
  value,
  copy,
  onCopy,
}: {
  label: string;
  value: string;
  /** Words of the button. */
  copy: string;
  onCopy: () => Promise<unknown>;
}) {
  return (
    <div className="pd-row pd-gap-8">
      <TextInput
        className={classes.text ?? ''}
        aria-label={label}
        readOnly
        value={value}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="filled"
        data-autofocus
        leftSection={<IconCopy size={14} stroke={1.75} />}
        onClick={() => void onCopy()}
      >
        {copy}
      </Button>
    </div>
  );
}
