/**
 * The catalog as it lies on disk: the layers of the user and of the folder, and the one write into them. For Node.
 *
 * @module
 */
export { loadCatalog, type LoadedCatalog } from "./load-catalog.ts";
export { newRole, type NewRole } from "./new-role.ts";
export { type CatalogFolders, catalogFolders, type CatalogPlaces } from "./places.ts";
