/** Restrictions of what decisions say as chips; each goes away by itself. */
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { withMember } from './where.ts';
import { fieldWord, restrictionWords } from './where-words.ts';
import classes from './filter.module.css';

export function WhereChips({
  where,
  onChange,
}: {
  readonly where: JsonObject;
  readonly onChange: (where: JsonObject) => void;
}) {
  const { t } = useTranslation('where');
  return Object.entries(where).map(([member, operand]) => {
    const name = showHidden(fieldWord(member, t));
    const words = showHidden(restrictionWords(member, operand, t));
    return (
      <span key={member} className={classes.whereChip}>
        <span className="pd-fixed pd-dim">{name}</span>
        <span className="pd-medium pd-clip">{words}</span>
        <button
          type="button"
          className={classes.whereRemove}
          aria-label={t('remove', { text: `${name} ${words}` })}
          onClick={() => onChange(withMember(where, member, undefined))}
        >
          <IconX size={13} aria-hidden="true" />
        </button>
      </span>
    );
  });
}
