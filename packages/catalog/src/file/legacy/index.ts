/**
 * Moves what an older form of the catalog holds into ours. For Node; no run needs this.
 *
 * @module
 */
export { importReplio, planReplio, type ReplioReceipt, type ReplioStep } from "./import-replio.ts";
