/** A small button that is a sign: its name, and its key, are shown on hover. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { KeyHint } from './key-hint.tsx';

export function IconAction({
  label,
  icon: Sign,
  hint,
  disabled = false,
  onClick,
}: {
  label: string;
  icon: Icon;
  /** Name of its key. */
  hint?: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip
      label={
        hint === undefined ? (
          label
        ) : (
          <>
            {label} <KeyHint name={hint} />
          </>
        )
      }
    >
      <ActionIcon size="sm" aria-label={label} disabled={disabled} onClick={onClick}>
        <Sign size={15} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
