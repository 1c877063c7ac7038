/**
 * Walks the trees of parsers that bring no walk of their own.
 *
 * @module
 */
export type Node = Readonly<Record<string, unknown>>;

/** Visits every object of a tree, those in lists and in fields of any name. */
export function walkTree(tree: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(tree)) {
    for (const one of tree) walkTree(one, visit);
  } else if (isNode(tree)) {
    visit(tree);
    for (const key in tree) walkTree(tree[key], visit);
  }
}

/** Tells whether a value is an object with fields. */
export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** The objects of a list; nothing where there is none. */
export const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
