import type { Authority } from "./authority.ts";
import type { Decision } from "./decision.ts";
import type { Grant } from "./grant.ts";
import type { Request } from "./request.ts";
import type { Verdict } from "./verdict.ts";
export function use(a: Authority, category: string): Decision { void a; void category; return "deny"; }
export function pass(a: Authority, category: string): Decision { void a; void category; return "deny"; }
export function decide(a: Authority, request: Request, grants: readonly Grant[] = []): Verdict { void a; void request; void grants; return { decision: "deny", because: [], grants: [], liftable: "no" }; }
