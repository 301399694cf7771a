/** Reads a card out of a Hugging Face README or a CycloneDX file: the form then starts with it. */
import { faultWords } from '../../ui/fault-text.tsx';
import { useRef, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { useProposedCard, type CardFileFormat } from '../../api/models.ts';
import { notify } from '../../state/notices.ts';
import type { CardDraft } from './card-form.ts';

/** CycloneDX is JSON; a Hugging Face card is Markdown with a block of metadata. */
export function formatOfFile(name: string): CardFileFormat {
  return name.toLowerCase().endsWith('.json') ? 'cyclonedx' : 'huggingface';
}

/** Asks the API what a file says; a refusal is a notice that stays. */
export function useCardFile(onDraft: (draft: CardDraft) => void) {
  const { t } = useTranslation('models');
  const proposal = useProposedCard();
  const read = (file: File) =>
    proposal.mutate(
      { file, format: formatOfFile(file.name) },
      {
        onSuccess: ({ card, missing, notes }) => {
          onDraft(card);
          notify({
            tone: missing.length + notes.length > 0 ? 'warn' : 'info',
            title: t('cardFile.read', { name: file.name }),
            detail: missing.length > 0 ? t('cardFile.missing', { list: missing.join(', ') }) : null,
            reason: notes.join(' ') || null,
          });
        },
        onError: (error) => {
          const failure = toFailure(error);
          const told = failure.fields.map((each) => ({ ...each, words: faultWords(each) }));
          const inWords = told.flatMap(({ field, words }) =>
            words === undefined ? [] : [`${field} ${words}`],
          );
          const inEnglish = told.flatMap(({ field, words, message }) =>
            words === undefined ? [`${field} ${message}`] : [],
          );
          notify({
            tone: 'bad',
            title: t('cardFile.failed', { name: file.name }),
            detail: inWords.join(' ') || null,
            reason: [failure.message, ...inEnglish].join(' '),
            requestId: failure.requestId,
          });
        },
      },
    );
  return { read, busy: proposal.isPending };
}

export function CardFileButton({
  icon,
  onDraft,
}: {
  icon?: ReactNode;
  onDraft: (draft: CardDraft) => void;
}) {
  const { t } = useTranslation('models');
  const input = useRef<HTMLInputElement>(null);
  const { read, busy } = useCardFile(onDraft);
  return (
    <>
      <Button
        {...(icon === undefined ? {} : { leftSection: icon })}
        loading={busy}
        title={t('cardFile.hint')}
        onClick={() => input.current?.click()}
      >
        {t('cardFile.button')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,.markdown,.json,.cdx"
        data-testid="card-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file !== undefined) read(file);
        }}
      />
    </>
  );
}
