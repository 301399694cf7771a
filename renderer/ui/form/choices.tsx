/**
 * Fields with choices. What a choice is called may come from data: it is drawn by the one function for text
 * of others, while its value stays what it is. No other file takes these fields from Mantine (`.oxlintrc.json`).
 */
import {
  Autocomplete as PlainAutocomplete,
  MultiSelect as PlainMultiSelect,
  NativeSelect as PlainNativeSelect,
  Pill,
  SegmentedControl as PlainSegmentedControl,
  Select as PlainSelect,
  TagsInput as PlainTagsInput,
  type AutocompleteProps,
  type ComboboxItem,
  type ComboboxRenderPillInput,
  type MultiSelectProps,
  type NativeSelectProps,
  type SegmentedControlProps,
  type SelectProps,
  type TagsInputProps,
} from '@mantine/core';
import { showHidden } from '../../../shared/hidden-text.ts';
import { shown } from '../shown.ts';

/** A choice by its value alone, or with what it is called. */
type Choice = string | { readonly value: string; readonly label?: string; disabled?: boolean };
type Group<Name> = { readonly group: Name; readonly items: readonly Choice[] };

function shownChoice(choice: Choice): ComboboxItem {
  if (typeof choice === 'string') return { value: choice, label: showHidden(choice) };
  return { ...choice, label: showHidden(choice.label ?? choice.value) };
}

/** The same choices as they are drawn. */
function shownChoices<Name>(data: readonly (Choice | Group<Name>)[] | undefined) {
  return data?.map((each) =>
    typeof each === 'object' && 'group' in each
      ? { group: each.group, items: each.items.map(shownChoice) }
      : shownChoice(each),
  );
}

export function Select({ data, ...props }: SelectProps) {
  return <PlainSelect {...props} data={shownChoices(data) ?? []} />;
}

export function MultiSelect({ data, ...props }: MultiSelectProps) {
  return <PlainMultiSelect {...props} data={shownChoices(data) ?? []} />;
}

export function NativeSelect({ data, ...props }: NativeSelectProps) {
  return <PlainNativeSelect {...props} data={shownChoices(data) ?? []} />;
}

export function SegmentedControl<Value extends string>({
  data,
  ...props
}: SegmentedControlProps<Value>) {
  return (
    <PlainSegmentedControl
      {...props}
      data={data.map((each) =>
        typeof each === 'object'
          ? { ...each, label: shown(each.label) }
          : { value: each, label: shown(each) },
      )}
    />
  );
}

/** What is called here becomes the value of the field: only what is drawn of it passes the function. */
const shownOption = ({ option }: { option: { value: string } }) => showHidden(option.value);

export function Autocomplete(props: AutocompleteProps) {
  return <PlainAutocomplete renderOption={shownOption} {...props} />;
}

function shownTag({ value = '', onRemove, disabled = false }: ComboboxRenderPillInput) {
  const removal = onRemove === undefined || disabled ? {} : { withRemoveButton: true, onRemove };
  return (
    <Pill disabled={disabled} {...removal}>
      {showHidden(value)}
    </Pill>
  );
}

export function TagsInput(props: TagsInputProps) {
  return <PlainTagsInput renderOption={shownOption} renderPill={shownTag} {...props} />;
}
