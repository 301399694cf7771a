/** One request of a person: its clock, who it is about, and the steps that answer it. */
import { useState } from 'react';
import { IconCalendarPlus, IconCheck, IconUserQuestion } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { personAsks, stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { usePersonRequest } from '../../api/persons.ts';
import { personsAddress } from '../../ui/addresses.ts';
import { formatDay } from '../../ui/format.ts';
import { AddressTabs } from '../../ui/page/address-tabs.tsx';
import { DetailPage, Fact, Facts, ThingPage } from '../../ui/page/detail-page.tsx';
import { ThingActions, type ThingAction } from '../../ui/page/thing-actions.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { useProofAction } from '../../ui/proof/use-proof-action.ts';
import { AccessPanel } from './access-panel.tsx';
import { CloseRequestDialog } from './close-request-dialog.tsx';
import { ClosePanel } from './close-panel.tsx';
import { ErasePanel } from './erase-panel.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { ExtendRequestDialog } from './extend-request-dialog.tsx';
import { FindPanel } from './find-panel.tsx';
import { ObjectPanel } from './object-panel.tsx';
import { ReadPanel } from './read-panel.tsx';
import { requestState } from './request-state.ts';
import { requestTabs } from './search.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

const route = getRouteApi('/persons/$id');

export function PersonRequestScreen() {
  const { t } = useTranslation('persons');
  const { id } = route.useParams();
  return (
    <ThingPage
      kind="person_request"
      id={id}
      query={usePersonRequest(id)}
      icon={IconUserQuestion}
      back={{ href: personsAddress, label: t('backToList') }}
      section={t('title')}
      loading={t('loadingOne')}
      failed={t('oneFailed')}
      missing={{ title: t('missing.title', { id }), text: t('missing.text') }}
    >
      {(request) => <OpenedRequest request={request} />}
    </ThingPage>
  );
}

function OpenedRequest({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const [dialog, setDialog] = useState<'extend' | 'close'>();
  const close = () => setDialog(undefined);
  const { request_id: id, number } = request;
  const state = requestState(request);
  const proof = useProofAction('person_requests', id);
  const actions: ThingAction[] = [
    {
      name: 'extend',
      title: t('command.extend'),
      icon: IconCalendarPlus,
      isOffered: stepFault('extension', state) === undefined && may('extendPersonRequest'),
      button: t('extend.action'),
      run: () => setDialog('extend'),
    },
    {
      name: 'close',
      title: t('command.close'),
      icon: IconCheck,
      isOffered: stepFault('closing', state) === undefined && may('closePersonRequest'),
      button: t('close.action'),
      run: () => setDialog('close'),
    },
    proof,
  ];
  return (
    <DetailPage
      back={{ href: personsAddress, label: t('backToList') }}
      name={number}
      section={t('title')}
      badges={<UrgencyBadge urgency={request.urgency} />}
      actions={
        <ThingActions
          kind="person-request"
          actions={actions}
          copy={{ title: t('command.copyId'), value: id, what: t('column.id') }}
          back={{ title: t('command.back'), href: personsAddress }}
          more={t('more')}
        />
      }
    >
      <RequestFacts request={request} />
      <AddressTabs
        needs={tabNeeds.persons}
        order={requestTabs}
        asked={search.tab}
        nameOf={(each) => t(`tab.${each}`)}
        contents={{
          find: { count: request.records, content: <FindPanel request={request} /> },
          read: { content: <ReadPanel request={request} /> },
          explain: {
            count: request.letters.length,
            content: <ExplainPanel request={request} />,
          },
          access: { content: <AccessPanel request={request} /> },
          object: { content: <ObjectPanel request={request} /> },
          erase: { content: <ErasePanel request={request} /> },
          close: { isText: true, content: <ClosePanel request={request} /> },
        }}
        onShow={(tab) => void navigate({ params: { id }, search: { tab } })}
      />
      <ExtendRequestDialog request={request} opened={dialog === 'extend'} onClose={close} />
      <CloseRequestDialog request={request} opened={dialog === 'close'} onClose={close} />
    </DetailPage>
  );
}

function RequestFacts({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const { person, asks } = request;
  return (
    <Facts>
      <Fact label={t('column.person')}>
        {person === null ? (
          <span className="pd-dim">{t('erased')}</span>
        ) : (
          <bdi>{showHidden(person.identifiers.join(' · '))}</bdi>
        )}
      </Fact>
      {person?.contact !== null && person !== null && (
        <Fact label={t('new.contact')}>
          <bdi>{showHidden(person.contact ?? '')}</bdi>
        </Fact>
      )}
      <Fact label={t('column.asks')}>
        {personAsks
          .filter((each) => asks.includes(each))
          .map((each) => t(`ask.${each}`))
          .join(' · ')}
      </Fact>
      <Fact label={t('column.received')}>{formatDay(request.received_on)}</Fact>
      <Fact label={t('column.due')}>
        <strong>{formatDay(request.due)}</strong>
        {request.is_extended && <span className="pd-dim">{t('extended')}</span>}
      </Fact>
      <Fact label={t('column.rule')}>{t(`rule.${request.rule}`)}</Fact>
    </Facts>
  );
}
