/** Whether two pieces of plain data, maps among them, say the same. The order of keys says nothing, and what is `undefined` neither. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [mine, theirs] = [entriesOf(a), entriesOf(b)];
  return (
    mine.size === theirs.size && [...mine].every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)))
  );
}

const entriesOf = (value: object): ReadonlyMap<unknown, unknown> =>
  value instanceof Map ? value : new Map(Object.entries(value).filter(([, item]) => item !== undefined));
