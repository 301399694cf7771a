/** Rows in files that stay where they are: first their place, then what was found there. */
import { useState } from 'react';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { emptyPlace, placeForm, type DatasetForm } from '../dataset-form.ts';
import { FilesPlace } from './files-place.tsx';
import { FoundFiles } from './found-files.tsx';

export function FilesWay({ form }: { readonly form: Form<DatasetForm> }) {
  const [typed, setTyped] = useState(emptyPlace);
  const { found } = form.values;
  if (found === null) {
    return (
      <FilesPlace
        initial={typed}
        onFound={(next) => {
          setTyped(placeForm(next.place));
          form.setValues({ found: next, key: '' });
        }}
      />
    );
  }
  return <FoundFiles form={form} found={found} onAgain={() => form.setFieldValue('found', null)} />;
}
