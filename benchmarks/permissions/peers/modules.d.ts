/**
 * As much of the peers as is used here, so that types are checked where no peer is installed. These names must not be
 * imported elsewhere in the repository: `unbash`, which is, is installed under a name of its own.
 */
declare module "@casl/ability" {
  interface Ability {
    can(action: string, subject: string, field: string): boolean;
  }
  interface AbilityRule {
    readonly action: string;
    readonly subject: string;
    readonly fields: string[];
  }
  export function createMongoAbility(rules: AbilityRule[]): Ability;
}

declare module "@cedar-policy/cedar-wasm/nodejs" {
  interface Reference {
    readonly type: string;
    readonly id: string;
  }
  interface Call {
    readonly principal: Reference;
    readonly action: Reference;
    readonly resource: Reference;
    readonly context: Readonly<Record<string, string>>;
    readonly preparsedPolicySetId: string;
    readonly entities: readonly never[];
    readonly validateRequest: boolean;
  }
  interface Failure {
    readonly type: "failure";
    readonly errors: readonly unknown[];
  }
  export function preparsePolicySet(
    id: string,
    policies: { readonly staticPolicies: string },
  ): { readonly type: "success" } | Failure;
  export function statefulIsAuthorized(
    call: Call,
  ): { readonly type: "success"; readonly response: { readonly decision: "allow" | "deny" } } | Failure;
}

declare module "accesscontrol" {
  interface Granting {
    action(name: string, resource: string, attributes: string[]): Granting;
  }
  interface Asking {
    do(action: string, resource: string): { readonly granted: boolean };
  }
  export class AccessControl {
    grant(role: string): Granting;
    can(role: string): Asking;
    lock(): this;
  }
}

declare module "casbin" {
  interface Enforcer {
    addPolicies(rules: string[][]): Promise<boolean>;
    enforceSync(...values: string[]): boolean;
  }
  interface Model {
    readonly model: unknown;
  }
  export function newModelFromString(text: string): Model;
  export function newEnforcer(model: Model): Promise<Enforcer>;
}

declare module "picomatch" {
  export default function picomatch(
    glob: string,
    options: { readonly bash: boolean; readonly dot: boolean },
  ): (text: string) => boolean;
}

declare module "peer-unbash" {
  interface Part {
    readonly type: string;
    readonly parts?: readonly Part[];
  }
  interface Word {
    readonly value: string;
    readonly parts?: readonly Part[] | undefined;
  }
  export interface ShellNode {
    readonly type: string;
    readonly name?: Word;
    readonly target?: Word;
  }
  export function parse(line: string): ShellNode;
  export function forEachChild(node: ShellNode, visit: (child: ShellNode) => void): void;
}

declare module "bash-parser" {
  export default function parse(line: string, options: { readonly mode: "bash" }): unknown;
}

declare module "@ericcornelissen/bash-parser" {
  export default function parse(line: string, options: { readonly mode: "bash" }): unknown;
}

declare module "just-bash" {
  export function parse(line: string): unknown;
}

declare module "shell-quote" {
  type Token = string | { readonly op: string } | { readonly comment: string };
  export function parse(line: string, variable: (name: string) => { readonly op: string }): readonly Token[];
}

declare module "sh-syntax" {
  export function parse(line: string): Promise<unknown>;
}

declare module "mvdan-sh" {
  interface GoNode {
    readonly Args?: readonly GoNode[];
    readonly Word?: GoNode | null;
    readonly Parts?: readonly GoNode[];
    readonly Value?: string;
    readonly Dollar?: boolean;
  }
  interface Syntax {
    NewParser(): { Parse(line: string, name: string): GoNode };
    NodeType(node: GoNode): string;
    Walk(node: GoNode, visit: (node: GoNode | null) => boolean): void;
  }
  const shell: { readonly syntax: Syntax };
  export default shell;
}

declare module "web-tree-sitter" {
  interface SyntaxNode {
    readonly text: string;
    descendantsOfType(types: string | string[]): readonly SyntaxNode[];
    childForFieldName(name: string): SyntaxNode | null;
  }
  export class Parser {
    static init(): Promise<void>;
    setLanguage(language: Language): void;
    parse(line: string): { readonly rootNode: SyntaxNode; delete(): void } | null;
  }
  interface Language {
    readonly abiVersion: number;
  }
  export const Language: { load(file: string): Promise<Language> };
}

declare module "macaroon" {
  interface Macaroon {
    addFirstPartyCaveat(condition: string): void;
    exportJSON(): object;
    verify(key: Uint8Array, check: (condition: string) => string | null, discharges: readonly never[]): void;
  }
  export function newMacaroon(o: {
    readonly identifier: string;
    readonly location: string;
    readonly rootKey: Uint8Array;
  }): Macaroon;
  export function importMacaroon(written: unknown): Macaroon;
}

declare module "@biscuit-auth/biscuit-wasm" {
  type Template<T> = (strings: TemplateStringsArray, ...values: readonly string[]) => T;
  interface PrivateKey {
    readonly kind: "private";
  }
  interface PublicKey {
    readonly kind: "public";
  }
  interface BlockBuilder {
    readonly kind: "block";
  }
  interface Authorizer {
    addToken(token: Biscuit): void;
    authorizeWithLimits(limits: Readonly<Record<string, number>>): number;
    free(): void;
  }
  export class KeyPair {
    constructor(algorithm: number);
    getPrivateKey(): PrivateKey;
    getPublicKey(): PublicKey;
  }
  export class Biscuit {
    static fromBase64(text: string, key: PublicKey): Biscuit;
    appendBlock(added: BlockBuilder): Biscuit;
    toBase64(): string;
    free(): void;
  }
  export const biscuit: Template<{ build(key: PrivateKey): Biscuit }>;
  export const block: Template<BlockBuilder>;
  export const authorizer: Template<Authorizer>;
}

declare module "@ucanto/principal" {
  export const Verifier: { parse(did: string): unknown };
}

declare module "@ucanto/principal/ed25519" {
  interface Signer {
    did(): `did:${string}`;
  }
  export function generate(): Promise<Signer>;
}

declare module "@ucanto/core" {
  import type { Signer } from "@ucanto/principal/ed25519";

  type Outcome<T> = { readonly ok: T; readonly error?: undefined } | { readonly ok?: undefined; readonly error: Error };
  interface Capability {
    readonly can: string;
    readonly with: string;
    readonly nb: Readonly<Record<string, string>>;
  }
  interface Proof {
    archive(): Promise<Outcome<Uint8Array>>;
  }
  export const Delegation: { extract(archive: Uint8Array): Promise<Outcome<Proof>> };
  export function delegate(o: {
    readonly issuer: Signer;
    readonly audience: Signer;
    readonly capabilities: readonly Capability[];
    readonly proofs: readonly Proof[];
    readonly expiration: number;
  }): Promise<Proof>;
  export function invoke(o: {
    readonly issuer: Signer;
    readonly audience: Signer;
    readonly capability: Capability;
    readonly proofs: readonly Proof[];
  }): { delegate(): Promise<Proof> };
}

declare module "@ucanto/validator" {
  import type { Outcome, Proof } from "@ucanto/core";
  import type { Signer } from "@ucanto/principal/ed25519";

  interface Claim {
    readonly with: string;
    readonly nb: { readonly prefix: string };
  }
  interface Reader {
    readonly kind: "reader";
  }
  interface Parser {
    readonly kind: "capability";
  }
  export class Failure extends Error {}
  export const Schema: {
    did(): Reader;
    string(): Reader;
    struct(fields: Readonly<Record<string, Reader>>): Reader;
  };
  export function capability(o: {
    readonly can: string;
    readonly with: Reader;
    readonly nb: Reader;
    readonly derives: (claimed: Claim, granted: Claim) => { readonly ok: object } | { readonly error: Failure };
  }): Parser;
  export function access(
    invocation: Proof,
    o: {
      readonly capability: Parser;
      readonly principal: { parse(did: string): unknown };
      readonly authority: Signer;
      readonly validateAuthorization: () => { readonly ok: object };
    },
  ): Promise<Outcome<object>>;
}
