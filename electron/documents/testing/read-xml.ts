/** A reader of XML for tests, of its own: what the writer of invoices puts down is not read by the writer's means. */

export interface XmlElement {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const token = /<\?[^>]*\?>|<(\/)?([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/)?>|([^<]+)/g;

/** The root of a document; throws where its elements do not close each other. */
export function readXml(source: string): XmlElement {
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const open = [root];
  for (const [, closes, name = '', attributes = '', isEmpty, text] of source.matchAll(token)) {
    const current = open.at(-1) ?? root;
    if (text !== undefined) current.text += unescaped(text);
    else if (closes !== undefined) {
      if (local(name) !== current.name) throw new Error(`${name} closes ${current.name}.`);
      open.pop();
    } else if (name !== '') {
      const element = {
        name: local(name),
        attributes: attributesOf(attributes),
        children: [] as XmlElement[],
        text: '',
      };
      current.children.push(element);
      if (isEmpty === undefined) open.push(element);
    }
  }
  const [first] = root.children;
  if (first === undefined || open.length !== 1) throw new Error('The document does not end.');
  return first;
}

/** Every element at the end of a path of names below another. */
export function allAt(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap((each) => each.children.filter((child) => child.name === name)),
    [element],
  );
}

/** The text of the first of them. */
export function textAt(element: XmlElement, ...path: readonly string[]): string | undefined {
  return allAt(element, ...path)[0]?.text;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      local(name),
      unescaped(value),
    ]),
  );
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
