/**
 * As much of the peers as is used here, so that types are checked where no peer is installed. These names must not be
 * imported elsewhere in the repository.
 */
declare module "defu" {
  type Merger = (object: Record<string, unknown>, key: string, value: unknown) => boolean | undefined;
  export function createDefu(merger: Merger): (...objects: readonly object[]) => Record<string, object>;
}

declare module "c12" {
  export function loadConfig(options: Readonly<Record<string, unknown>>): Promise<{ readonly config: object }>;
}

declare module "deepmerge" {
  const deepmerge: {
    all(objects: readonly object[], options: { arrayMerge: (low: unknown, high: unknown) => unknown }): object;
  };
  export default deepmerge;
}

declare module "deepmerge-ts" {
  export function deepmergeCustom(options: { readonly mergeArrays: false }): (...objects: readonly object[]) => object;
}

declare module "lodash.merge" {
  const merge: (target: object, ...objects: readonly object[]) => object;
  export default merge;
}

declare module "ts-deepmerge" {
  export const merge: {
    withOptions(options: { readonly mergeArrays: false }, ...objects: readonly object[]): object;
  };
}

declare module "immer" {
  export function produce<T>(base: T, change: (draft: T) => void): T;
}

declare module "mutative" {
  export function create<T>(base: T, change: (draft: T) => void): T;
}
