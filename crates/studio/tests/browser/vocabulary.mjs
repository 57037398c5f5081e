// Whether the page reads only what the protocol has: replies are handed to it as proxies that carry their schema, and a
// field that is read but not in the schema is reported. What no test makes the page read is not seen.

import { readFileSync } from 'node:fs';

const SCHEMA = JSON.parse(readFileSync(new URL('../../page/protocol.schema.json', import.meta.url), 'utf8'));

/** What a console message about such a field begins with. */
export const STRANGER = 'not in the protocol: ';

/** Lets every page of a browser context report fields that the protocol lacks. */
export const watch = (context) => context.addInitScript(install, { schema: SCHEMA, stranger: STRANGER });

/** Runs in the page, before its own scripts. */
function install({ schema, stranger }) {
  /** What the language itself asks of objects: promises and JSON. */
  const LANGUAGE = new Set(['then', 'toJSON']);
  const known = new WeakMap();
  const proxies = new WeakSet();
  const isObject = (value) => typeof value === 'object' && value !== null;

  /**
   * All schemas that may hold for a value. Replies of another type are left out; other alternatives are not, for asking
   * whether a thing has a field is how the page distinguishes them.
   */
  function parts(node, value) {
    if (!isObject(node)) return [node];
    const target = node.$ref ? node.$ref.split('/').slice(1).reduce((at, step) => at[step], schema) : null;
    const others = [target, ...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])].filter(Boolean);
    return [node, ...others.filter((other) => hasTag(other, value)).flatMap((other) => parts(other, value))];
  }

  const hasTag = ({ properties: { type } = {} }, value) => type?.const === undefined || value.type === type.const;

  /** The schemas of a field; null where there may be none of that name. */
  function fieldOf(nodes, key) {
    const found = nodes.flatMap((node) => {
      if (!isObject(node)) return [true];
      const isIndex = /^-?\d+$/.test(key);
      const own = isIndex ? node.prefixItems?.[key] ?? node.items : node.properties?.[key];
      return [own ?? node.additionalProperties].filter((part) => part !== undefined && part !== false);
    });
    const forms = ['type', 'properties', '$ref', 'oneOf', 'anyOf', 'items'];
    const isFree = nodes.every((node) => !isObject(node) || !forms.some((word) => word in node));
    return found.length ? found : isFree ? [true] : null;
  }

  function watched(value, nodes, path) {
    if (!isObject(value) || proxies.has(value)) return value;
    if (known.has(value)) return known.get(value);
    const all = nodes.flatMap((node) => parts(node, value));
    const proxy = new Proxy(value, {
      get(target, key) {
        const there = Reflect.get(target, key);
        if (typeof key === 'symbol' || typeof there === 'function' || LANGUAGE.has(key)) return there;
        const field = fieldOf(all, key);
        if (!field && !(key in target)) console.error(`${stranger}${path}.${key}`);
        return field ? watched(there, field, `${path}.${key}`) : there;
      },
    });
    known.set(value, proxy);
    proxies.add(proxy);
    return proxy;
  }

  const parse = JSON.parse;
  JSON.parse = (...question) => {
    const value = parse(...question);
    const isHeader = isObject(value) && ['reply', 'error', 'progress'].some((part) => isObject(value[part]));
    return isHeader ? watched(value, [schema.properties.header], 'header') : value;
  };
}
