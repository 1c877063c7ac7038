/**
 * Authorities, asks and grants on their way to another process, so that nobody can change them there and back.
 * @module
 */
export { narrowSealed, type Narrowing, type SealedText } from "./narrow-sealed.ts";
export { type SealedProblem, type SealedProblemCode, type Unsealed } from "./problem.ts";
export { seal, unseal, type UnsealedAuthority } from "./seal.ts";
export { sign, type SigningOptions, verify, type Verified } from "./signed.ts";
