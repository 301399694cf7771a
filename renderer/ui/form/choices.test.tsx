/** Fields with choices draw text of others by the one function, and keep its value as it is. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import {
  Autocomplete,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Select,
  TagsInput,
} from './choices.tsx';

const turned = '\u202eDEINED\u200b';
const seen = '▯DEINED▯';
const hidden = /[\u200b\u202e]/;

function One({ kind }: { kind: 'select' | 'native' | 'segments' | 'complete' }) {
  const [value, setValue] = useState('other');
  const data = ['other', { value: turned, label: turned }];
  return (
    <>
      {kind === 'select' && (
        <Select
          label="Field"
          searchable
          value={value}
          data={data}
          onChange={(chosen) => setValue(chosen ?? '')}
        />
      )}
      {kind === 'native' && (
        <NativeSelect
          label="Field"
          value={value}
          data={[{ group: 'All', items: ['other', turned] }]}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {kind === 'segments' && (
        <SegmentedControl aria-label="Field" value={value} data={data} onChange={setValue} />
      )}
      {kind === 'complete' && (
        <Autocomplete label="Field" value={value} data={[turned]} onChange={setValue} />
      )}
      <output>{JSON.stringify(Array.from(value, (each) => each.codePointAt(0)))}</output>
    </>
  );
}

const codes = JSON.stringify(Array.from(turned, (each) => each.codePointAt(0)));
const drawn = () => document.body.innerText;

test('a list: the choice, and the field once it is chosen', async () => {
  await draw(<One kind="select" />);
  await userEvent.click(page.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(page.getByRole('option', { name: seen }));
  await expect.element(page.getByRole('combobox', { name: 'Field' })).toHaveValue(seen);
  await expect.element(page.getByText(codes)).toBeInTheDocument();
  expect(drawn()).not.toMatch(hidden);
});

test('a list of the browser, in groups', async () => {
  await draw(<One kind="native" />);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Field' }), seen);
  await expect.element(page.getByText(codes)).toBeInTheDocument();
  expect(drawn()).not.toMatch(hidden);
});

test('choices side by side', async () => {
  await draw(<One kind="segments" />);
  await userEvent.click(page.getByText(seen));
  await expect.element(page.getByText(codes)).toBeInTheDocument();
  expect(drawn()).not.toMatch(hidden);
});

test('offers of a text field: what is chosen is the value as it is', async () => {
  await draw(<One kind="complete" />);
  await userEvent.clear(page.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(page.getByRole('option', { name: seen }));
  await expect.element(page.getByText(codes)).toBeInTheDocument();
  expect(drawn()).not.toMatch(hidden);
});

test('several: the marks of what is chosen, which can be taken away', async () => {
  function Several() {
    const [tags, setTags] = useState([turned]);
    return (
      <>
        <TagsInput label="Tags" value={tags} onChange={setTags} />
        <MultiSelect label="Fields" value={tags} data={[turned, 'other']} />
      </>
    );
  }
  await draw(<Several />);
  expect(drawn().split(seen)).toHaveLength(3);
  expect(drawn()).not.toMatch(hidden);
  await userEvent.click(page.getByRole('combobox', { name: 'Tags' }));
  await userEvent.keyboard('{Backspace}');
  expect(drawn()).not.toContain(seen);
});
