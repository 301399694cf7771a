/** What there is to read of a record that waits. The model's answer is folded until its input was opened, or it is asked for. */
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { PanePart, PaneText } from '../../ui/page/pane-page.tsx';

/** Names under which the entry says that somebody looked at them. */
const names = { input: 'input', output: 'model output', explanation: 'explanation' } as const;
type Name = (typeof names)[keyof typeof names];

/** Values of a record, as far as they were not erased. */
interface Readable {
  readonly input?: JsonObject | undefined;
  readonly output?: JsonObject | undefined;
  readonly explanation?: JsonObject | undefined;
}

export function ReadValues({
  record,
  seen,
  onRead,
}: {
  record: Readable;
  seen: readonly string[];
  onRead: (name: Name) => void;
}) {
  const { t } = useTranslation('interventions');
  const read = (name: Name) => {
    if (!seen.includes(name)) onRead(name);
  };
  const folded = (member: 'input' | 'explanation', value: JsonObject | undefined) =>
    value !== undefined && (
      <details
        onToggle={(event) => {
          if (event.currentTarget.open) read(names[member]);
        }}
      >
        <summary>{t(`read.${member}`)}</summary>
        <Json label={t(`read.${member}`)} value={value} />
      </details>
    );
  return (
    <PanePart title={t('read.title')}>
      {folded('input', record.input)}
      {folded('explanation', record.explanation)}
      {record.output !== undefined && (
        <details
          open={seen.includes(names.input) || seen.includes(names.output)}
          onToggle={(event) => {
            if (event.currentTarget.open) read(names.output);
          }}
        >
          <summary>{t('read.showOutput')}</summary>
          <Json label={t('read.output')} value={record.output} />
        </details>
      )}
    </PanePart>
  );
}

function Json({ label, value }: { label: string; value: JsonObject }) {
  return (
    <PaneText label={label}>
      {JSON.stringify(value, null, 2).split('\n').map(showHidden).join('\n')}
    </PaneText>
  );
}
