/** Tokens and model calls. A figure that the provider did not report is counted in `unknown`, never as zero. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Model calls that were answered. */
  readonly calls: number;
  /** Model calls whose tokens nobody reported: answered ones, and ones that broke off after they began. */
  readonly unknown: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, calls: 0, unknown: 0 };

/** Adds two usages: the usage of a tree is the sum of its leaves. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    calls: a.calls + b.calls,
    unknown: a.unknown + b.unknown,
  };
}
