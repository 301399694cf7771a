/** People who sign: who they are, by which key, and the ways to enrol, to change a key and to revoke. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../shared/contract/people.ts';
import { useMay } from '../../../api/capabilities.ts';
import { usePeople } from '../../../api/people.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { ListTable } from '../../../ui/list/list-table.tsx';
import { wholeRows } from '../../../ui/list/row-source.ts';
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../../ui/list/use-table.ts';
import { ProofSign } from '../../../ui/proof/proof-sign.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { adminsOf, isInForce } from './people-rules.ts';
import { peopleTable } from './people-table.tsx';
import { RevokePersonDialog } from './revoke-person-dialog.tsx';
import classes from '../settings.module.css';

/** The dialog that is open, and about whom; kept while it closes. */
interface Asked {
  readonly what: 'newKey' | 'revoke';
  readonly person: Person;
  readonly isOpen: boolean;
}

export function PeopleTab() {
  const { t } = useTranslation(['people', 'tables']);
  const query = usePeople();
  const people = query.data?.data;
  const table = useTable(peopleTable, wholeRows({ ...query, data: people }), t);
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const [isEnrolling, setEnrolling] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const canEnrol = !isReadOnly && may('createPerson');
  const close = () => setAsked((before) => before && { ...before, isOpen: false });
  useCommands([
    {
      id: 'people.enrol',
      title: t('enrol.open'),
      group: 'do',
      scope: 'global',
      icon: IconUserPlus,
      isEnabled: () => canEnrol,
      run: () => setEnrolling(true),
    },
  ]);
  const actions = (person: Person) => (
    <PersonActions
      person={person}
      isReadOnly={isReadOnly}
      onAsk={(what) => setAsked({ what, person, isOpen: true })}
    />
  );
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <p className="pd-note pd-readable">{t('text')}</p>
        <TableActions {...menuOf(table, { title: t('list') })}>
          {canEnrol && (
            <Button
              variant="filled"
              leftSection={<IconUserPlus size={14} stroke={2} />}
              onClick={() => setEnrolling(true)}
            >
              {t('enrol.open')}
            </Button>
          )}
        </TableActions>
      </div>
      {people !== undefined && people.length > 0 && <SecondAdmin people={people} />}
      <ListTable
        table={table}
        title={t('list')}
        failed={t('failed')}
        empty={
          <EmptyState compact icon={<IconUsers size={20} stroke={1.6} />} title={t('emptyTitle')}>
            {t('empty')}
          </EmptyState>
        }
        isMarkable
        draw={{ actions }}
      />
      <EnrolDialog opened={isEnrolling} onClose={() => setEnrolling(false)} />
      {asked?.what === 'newKey' && (
        <NewKeyDialog opened={asked.isOpen} person={asked.person} onClose={close} />
      )}
      {asked?.what === 'revoke' && (
        <RevokePersonDialog opened={asked.isOpen} person={asked.person} onClose={close} />
      )}
    </div>
  );
}

/** Asks for a second administrator while there is one, and for a first while there is none. */
function SecondAdmin({ people }: { readonly people: readonly Person[] }) {
  const { t } = useTranslation('people');
  const { length } = adminsOf(people);
  if (length > 1) return null;
  return (
    <div className="pd-grid pd-gap-6 pd-sheet pd-paragraphs pd-pad-10-12" role="status">
      <span>
        <StatusBadge tone="warn">
          {t(length === 0 ? 'noAdmin.title' : 'oneAdmin.title')}
        </StatusBadge>
      </span>
      <p>{t(length === 0 ? 'noAdmin.text' : 'oneAdmin.text')}</p>
    </div>
  );
}

function PersonActions({
  person,
  isReadOnly,
  onAsk,
}: {
  readonly person: Person;
  readonly isReadOnly: boolean;
  readonly onAsk: (what: Asked['what']) => void;
}) {
  const { t } = useTranslation('people');
  const may = useMay();
  const { name, person_id: id } = person;
  const canChange = !isReadOnly && isInForce(person);
  return (
    <>
      <ProofSign row={{ table: 'people', id }} name={name} />
      {canChange && may('changePersonKey') && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('newKey.named', { name })}
          onClick={() => onAsk('newKey')}
        >
          {t('newKey.open')}
        </Button>
      )}
      {canChange && may('revokePerson') && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('revoke.named', { name })}
          onClick={() => onAsk('revoke')}
        >
          {t('revoke.open')}
        </Button>
      )}
    </>
  );
}
