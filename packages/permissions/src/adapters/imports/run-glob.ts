/**
 * Matches a list as a whole against a pattern in which some parts stand for any number of items. It keeps one place to
 * come back to, the last such part, which then takes one item more; so it never takes longer than the product of both.
 */
export function runGlob<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  isMany: (part: Part) => boolean,
  accepts: (part: Part, item: Item) => boolean,
): boolean {
  let [at, item, many, from] = [0, 0, -1, 0];
  while (item < items.length) {
    const part = pattern[at];
    const next = items[item];
    if (part !== undefined && isMany(part)) {
      many = at;
      from = item;
      at += 1;
    } else if (part !== undefined && next !== undefined && accepts(part, next)) {
      at += 1;
      item += 1;
    } else if (many >= 0) {
      from += 1;
      item = from;
      at = many + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isMany);
}
