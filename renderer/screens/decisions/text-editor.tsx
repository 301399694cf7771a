/** A text that a filter asks for. */
import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { EditorForm } from './editor-form.tsx';

export function TextEditor({
  label,
  text,
  onText,
  onDone,
}: {
  readonly label: string;
  readonly text: string;
  /** Told undefined for an empty text. */
  readonly onText: (text: string | undefined) => void;
  readonly onDone: () => void;
}) {
  const [value, setValue] = useState(text);
  return (
    <EditorForm
      onApply={() => {
        onText(value.trim() === '' ? undefined : value.trim());
        onDone();
      }}
    >
      <TextInput
        label={label}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus
      />
    </EditorForm>
  );
}
