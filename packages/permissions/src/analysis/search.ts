/** How much somebody may use and hand down of one thing, in one number: {@link pack}. */
export type Packed = number;

/** What each caller's pair becomes in a role. */
export type Table = readonly Packed[];

/** A catalog as far as one thing goes, in numbers. */
export interface World {
  /** What the beginning of all chains holds of the thing, and of delegating to each class of targets. */
  readonly start: Packed;
  readonly startDelegating: readonly Packed[];
  /** The same for each role, as it follows from its caller's. */
  readonly roles: readonly {
    readonly pairs: Table;
    readonly delegating: readonly Table[];
    /** The class of targets it belongs to. */
    readonly target: number;
    /** Whether a caller may go on to it, by what that one may use of delegating to it. */
    readonly isOpenTo: readonly boolean[];
  }[];
}

/** The most that a role can come to, with the roles on the way, itself the last. */
export interface Best {
  readonly use: number;
  readonly by: readonly number[];
  readonly pass: number;
  readonly passBy: readonly number[];
}

export const pack = (use: number, pass: number): Packed => use * 3 + pass;
export const useIn = (pair: Packed): number => Math.floor(pair / 3);
export const passIn = (pair: Packed): number => pair % 3;
/** Every pair, in the order of its number. */
export const PAIRS = [0, 1, 2].flatMap((use) => [0, 1, 2].map((pass) => ({ use, pass })));

/**
 * Follows all chains of up to so many delegations, shortest first, and keeps for each role what no chain before it had.
 * More for a caller is never less for those below it, so where a chain gives no more of anything than a shorter one
 * did, nothing is lost by leaving it. `undefined`: there are too many that do not compare.
 */
export function search(world: World, depth: number): readonly (Best | undefined)[] | undefined {
  const kept: Link[][] = world.roles.map(() => []);
  let count = 0;
  let level: readonly Link[] = [{ role: -1, from: undefined, pair: world.start, delegating: world.startDelegating }];
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: Link[] = [];
    for (const from of level) {
      for (const [role, { pairs, delegating, target, isOpenTo }] of world.roles.entries()) {
        if (isOpenTo[useIn(from.delegating[target] ?? 0)] !== true) continue;
        const link: Link = {
          role,
          from,
          pair: pairs[from.pair] ?? 0,
          delegating: delegating.map((table, i) => table[from.delegating[i] ?? 0] ?? 0),
        };
        const before = kept[role] ?? [];
        if (before.some((other) => isAtMost(link, other))) continue;
        before.push(link);
        next.push(link);
        count += 1;
        if (count > MOST_LINKS) return undefined;
      }
    }
    level = next;
  }
  return kept.map((links) => (links.length === 0 ? undefined : bestOf(links)));
}

const MOST_LINKS = 20_000;

/** The end of a chain. */
interface Link {
  readonly role: number;
  readonly from: Link | undefined;
  readonly pair: Packed;
  readonly delegating: readonly Packed[];
}

function isAtMost(a: Link, b: Link): boolean {
  return isLess(a.pair, b.pair) && a.delegating.every((pair, i) => isLess(pair, b.delegating[i] ?? 0));
}

const isLess = (a: Packed, b: Packed): boolean => useIn(a) <= useIn(b) && passIn(a) <= passIn(b);

function bestOf(links: readonly Link[]): Best {
  const most = (of: (pair: Packed) => number): { readonly value: number; readonly by: readonly number[] } => {
    const value = Math.max(...links.map(({ pair }) => of(pair)));
    // Shortest first, so the first is the shortest.
    return { value, by: wayTo(links.find(({ pair }) => of(pair) === value)) };
  };
  const [use, pass] = [most(useIn), most(passIn)];
  return { use: use.value, by: use.by, pass: pass.value, passBy: pass.by };
}

function wayTo(link: Link | undefined): readonly number[] {
  return link?.from === undefined ? [] : [...wayTo(link.from), link.role];
}
