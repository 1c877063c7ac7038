import { type ProviderGates, createProviderGates } from "../budget/provider-gates.ts";
import type { ModelPort } from "../ports.ts";
import type { Clock } from "../ports.ts";
import type { EngineDeps } from "./engine-deps.ts";

/** All runs with the same source of models share its rate limits: what one provider says to one of them counts for all. */
const known = new WeakMap<ModelPort, ProviderGates>();

/** The gates in front of the providers of a source of models. The first run sets their limits. */
export function gatesOf({ models, permits, random = Math.random }: EngineDeps, clock: Clock): ProviderGates {
  const found = known.get(models);
  if (found !== undefined) return found;
  const { provider, run, all } = permits ?? {};
  const limits = {
    ...(run !== undefined && { perRun: run }),
    ...(provider !== undefined && { perAccount: provider }),
    ...(all !== undefined && { total: all }),
  };
  const made = createProviderGates({ clock, random, limits });
  known.set(models, made);
  return made;
}
