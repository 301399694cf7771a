import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { NameViewDialog } from './saved-views.tsx';

checkDialogs([
  {
    name: 'the name of a view',
    dialog: (opened, onClose) => (
      <NameViewDialog
        opened={opened}
        tools={{ id: 'datasets', title: 'Datasets', source: { rows: [] }, total: 0, notes: [] }}
        renamed={undefined}
        onClose={onClose}
      />
    ),
    field: 'Name',
    text: 'Mine',
    fault: 'darf nicht leer sein',
  },
]);
