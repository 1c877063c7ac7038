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
  type Failure = { readonly type: "failure"; readonly errors: readonly unknown[] };
  export function preparsePolicySet(id: string, policies: { readonly staticPolicies: string }): { readonly type: "success" } | Failure;
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
