/**
 * Import of the permission settings of opencode.
 * @module
 */
export {
  type Difference,
  type ForeignCall,
  type Imported,
  type ImportPlaces,
  type ImportProblem,
} from "../imports/imported.ts";
export { importOpencode, type OpencodeOptions } from "./import-opencode.ts";
