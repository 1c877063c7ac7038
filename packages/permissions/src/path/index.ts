/**
 * Paths as requests: every spelling of a path is an action, what leaves the worktree is asked about, and links are
 * followed to what is opened in the end.
 * @module
 */
export { type PathOptions, type PathRequest, type PathTarget, requestPath } from "./request-path.ts";
export { pathResource, type ResourcePlace, segmentsBelow } from "./resource.ts";
export { followLinks, type LinkEnd } from "./follow-links.ts";
export { foldsCase } from "./fold-case.ts";
export { foldName } from "./fold-name.ts";
export type { PathFs, PathStats } from "./fs.ts";
