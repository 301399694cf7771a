/** The interface for programs: its operations by area, from the document of the open server. */
import { useMemo, useRef } from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy, IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useApiDocument } from '../../api/reference.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { DetailPage } from '../../ui/page/detail-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { NotHere } from '../../ui/page/not-here.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWindowTitle } from '../../ui/window-title.ts';
import { curlCommand } from '../../ui/requests/curl.ts';
import { useBaseUrl } from '../../ui/requests/use-base-url.ts';
import {
  apiDocumentSchema,
  exampleOf,
  matchingOperations,
  membersOf,
  operationsOf,
  type ApiDocument,
  type ApiOperation,
  type ShownSchema,
} from './api-document.ts';
import classes from './help.module.css';

const route = getRouteApi('/help/api');

export function ApiScreen() {
  const { t } = useTranslation('help');
  const query = useApiDocument(apiDocumentSchema);
  const lacking = useMay()('getOpenApi') ? null : 'getOpenApi';
  return (
    <DetailPage
      name={t('pages.api')}
      section={t('title')}
      back={{ href: '#/help', label: t('back') }}
    >
      <NotHere name={t('pages.api')} lacking={lacking} />
      {lacking === null && (
        <Loaded query={query} failed={t('api.failed')}>
          {(document) => <Reference document={document} />}
        </Loaded>
      )}
    </DetailPage>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('help');
  const { q = '', operation: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const operations = useMemo(() => operationsOf(document), [document]);
  const found = matchingOperations(operations, q);
  const shown = operations.find(({ id }) => id === chosen) ?? found[0];
  useWindowTitle('tab', chosen === undefined ? undefined : shown?.summary);
  useCommands([
    {
      id: 'api.search',
      title: t('api.search'),
      group: 'view',
      keys: ['/'],
      icon: IconSearch,
      run: () => field.current?.focus(),
    },
  ]);
  return (
    <div className={classes.reference}>
      <nav className={classes.operations} aria-label={t('api.operations')}>
        <TextInput
          ref={field}
          className={classes.find ?? ''}
          role="searchbox"
          aria-label={t('api.search')}
          placeholder={t('api.search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={q}
          onChange={(event) =>
            void navigate({
              search: { q: event.currentTarget.value || undefined },
              replace: true,
            })
          }
        />
        <Areas tags={document.tags} found={found} shown={shown?.id} text={q} />
        {found.length === 0 && <p className="pd-dim">{t('api.none', { text: q })}</p>}
      </nav>
      <div className={classes.operationPage} tabIndex={-1}>
        {shown !== undefined && <Operation document={document} operation={shown} />}
      </div>
    </div>
  );
}

/** The operations that were found, by area, each a link that keeps the search. */
function Areas({
  tags,
  found,
  shown,
  text,
}: {
  tags: ApiDocument['tags'];
  found: readonly ApiOperation[];
  shown: string | undefined;
  text: string;
}) {
  return tags.map(({ name, description }) => {
    const inArea = found.filter(({ area }) => area === name);
    if (inArea.length === 0) return null;
    return (
      <section key={name} aria-labelledby={`area-${name}`}>
        <h2 className={classes.area} id={`area-${name}`} lang="en">
          {description ?? name}
        </h2>
        <ul className="pd-listed">
          {inArea.map(({ id, method, summary }) => (
            <li key={id}>
              <a
                className={classes.operation}
                href={`#/help/api?${new URLSearchParams({ ...(text === '' ? {} : { q: text }), operation: id }).toString()}`}
                aria-current={id === shown ? 'true' : undefined}
              >
                <span className={classes.method}>{method}</span>
                <span className="pd-slim" lang="en">
                  {summary}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Operation({ document, operation }: { document: ApiDocument; operation: ApiOperation }) {
  const { t } = useTranslation('help');
  const { id, method, path, summary, description, isExtension, parameters, body, answers } =
    operation;
  return (
    <article aria-labelledby="operation-title">
      <h2 className={classes.operationTitle} id="operation-title" lang="en">
        {summary}
      </h2>
      <p className="pd-wrapping pd-gap-4-12 pd-below-8">
        <code>
          {method} {path}
        </code>
        <code className="pd-dim">{id}</code>
        {isExtension && (
          <StatusBadge tone="mute" shape="none">
            {t('api.extension')}
          </StatusBadge>
        )}
      </p>
      {description !== '' && (
        <p className="pd-pretty pd-above-4" lang="en">
          {plain(description)}
        </p>
      )}
      {parameters.length > 0 && (
        <Members
          title={t('api.parameters')}
          members={parameters.map((each) => ({
            ...each,
            path: each.name,
            type: `${each.type} · ${each.place}`,
          }))}
        />
      )}
      {body !== null && (
        <Body
          title={t('api.body', { type: body.mediaType })}
          document={document}
          schema={body.schema}
        />
      )}
      <h3 className={classes.partTitle}>{t('api.answers')}</h3>
      <dl className="pd-flush">
        {answers.map((answer) => (
          <div key={answer.status} className={classes.answer}>
            <dt>
              <code>{answer.status}</code>
            </dt>
            <dd lang="en">{plain(answer.description)}</dd>
          </div>
        ))}
      </dl>
      {answers[0]?.schema != null && (
        <Body title={t('api.answerBody')} document={document} schema={answers[0].schema} />
      )}
      <Example document={document} operation={operation} />
    </article>
  );
}

/** The document writes names in back quotes. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

function Body({
  title,
  document,
  schema,
}: {
  title: string;
  document: ApiDocument;
  schema: ShownSchema;
}) {
  const members = membersOf(document, schema);
  return members.length === 0 ? null : <Members title={title} members={members} />;
}

function Members({
  title,
  members,
}: {
  title: string;
  members: readonly {
    readonly path: string;
    readonly type: string;
    readonly isRequired: boolean;
    readonly description: string;
  }[];
}) {
  const { t } = useTranslation('help');
  return (
    <>
      <h3 className={classes.partTitle}>{title}</h3>
      <dl className="pd-flush">
        {members.map((member) => (
          <div key={member.path} className={classes.member}>
            <dt>
              <code>{member.path}</code>
              {member.isRequired && <span className={classes.required}>{t('api.required')}</span>}
            </dt>
            <dd lang="en">
              <span className="pd-mono pd-dim">{member.type}</span>
              {member.description !== '' && <span>{plain(member.description)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Example({ document, operation }: { document: ApiDocument; operation: ApiOperation }) {
  const { t } = useTranslation('help');
  const baseUrl = useBaseUrl();
  const { method, path, body } = operation;
  const isJson = body?.mediaType === 'application/json';
  const command = curlCommand(
    {
      method: method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET',
      path,
      headers: {},
      body:
        body === null
          ? null
          : isJson
            ? { kind: 'text', text: JSON.stringify(exampleOf(document, body.schema)) }
            : { kind: 'upload', bytes: 0, mediaType: body.mediaType },
    },
    baseUrl,
  );
  return (
    <>
      <h3 className={classes.partTitle}>
        {t('api.example')}
        <ActionIcon
          size="sm"
          aria-label={t('api.copy')}
          onClick={() => void copyText(command, t('api.example'))}
        >
          <IconCopy size={13} />
        </ActionIcon>
      </h3>
      <pre
        className="pd-flush pd-scroll pd-anywhere pd-as-written pd-framed pd-pane-ground pd-pad-8-10"
        lang="en"
      >
        {command}
      </pre>
    </>
  );
}
