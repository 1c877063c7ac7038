/**
 * A value that is there, or will be. Stores in memory and on files answer at once, and then nothing can come in between
 * a decision and its claim; stores on another machine answer later.
 */
export type Awaitable<T> = T | Promise<T>;

/** Tells whether a value is still to come. Promises of other kinds count: to take one for a value would take it for yes. */
export const isPending = <T>(value: Awaitable<T>): value is Promise<T> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** Goes on with a value: at once where it is there. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPending(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Does one thing after the other, and gives what came of each; at once where everything is there. */
export function inTurn<T, R>(items: readonly T[], each: (item: T) => Awaitable<R>): Awaitable<readonly R[]> {
  const done: R[] = [];
  const from = (index: number): Awaitable<readonly R[]> => {
    for (let i = index; i < items.length; i += 1) {
      const item = items[i];
      if (item === undefined) continue;
      const result = each(item);
      if (isPending(result)) {
        return Promise.resolve(result).then((value) => {
          done.push(value);
          return from(i + 1);
        });
      }
      done.push(result);
    }
    return done;
  };
  return from(0);
}

/** Tries one thing after the other and stops at the first that is not so; tells whether all are. */
export function untilNo<T>(items: readonly T[], each: (item: T) => Awaitable<boolean>): Awaitable<boolean> {
  const [item, ...rest] = items;
  return item === undefined || after(each(item), (isSo) => isSo && untilNo(rest, each));
}
