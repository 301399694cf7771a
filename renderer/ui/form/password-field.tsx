/** A field whose text is hidden until somebody looks at it. The one of the library does not tell whoever hears the page that it is wrong. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={Boolean(props.error) || undefined} {...props} />;
}
