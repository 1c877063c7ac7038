/**
 * YAML for heads that the small reader is not certain about.
 *
 * @module
 */
export { readYaml } from "./read-yaml.ts";
