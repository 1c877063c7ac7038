import { describe, expect, it } from "vitest";
import type { Denial, OutcomeStatus } from "./outcome.ts";
import { type EndInput, runEnd } from "./run-end.ts";
import { NO_USAGE } from "../model/usage.ts";

const denial: Denial = { run: "r", role: "leader", tool: "bash", summary: "bash", reason: "denied" };
const end = (status: OutcomeStatus, more: Partial<EndInput> = {}, code?: string) => {
  const outcome = { status, content: "c", ...(code === undefined ? {} : { error: { code, message: "m" } }) };
  const { status: word, exitCode } = runEnd({ outcome, denials: [], onDenials: "fail", usage: NO_USAGE, ...more });
  return `${word} ${exitCode}`;
};

describe("runEnd()", () => {
  it("is ok only for a run that is done", () => {
    expect(end("done")).toBe("ok 0");
    expect(end("empty")).toBe("error 1");
    expect(end("no_output")).toBe("error 1");
    expect(end("error")).toBe("error 1");
  });

  it("does not take a run with a denied call for success, unless it is told to", () => {
    expect(end("done", { denials: [denial] })).toBe("denied 5");
    expect(end("done", { denials: [denial], onDenials: "ok" })).toBe("ok 0");
  });

  it("says why a run was stopped", () => {
    expect(end("limit")).toBe("limit 6");
    expect(end("timeout")).toBe("limit 6");
    expect(end("denied")).toBe("denied 5");
    expect(end("cancelled", { signal: "SIGINT" })).toBe("cancelled 130");
    expect(end("cancelled", { signal: "SIGTERM" })).toBe("cancelled 143");
  });

  it("ranks a failure and a limit over a denial", () => {
    expect(end("error", { denials: [denial] })).toBe("error 1");
    expect(end("limit", { denials: [denial] })).toBe("limit 6");
    expect(end("cancelled", { denials: [denial] })).toBe("cancelled 130");
  });

  it("tells a wrong name, a broken file and a missing key apart", () => {
    expect(end("refused", {}, "POLYGLAV_UNKNOWN_ROLE")).toBe("error 2");
    expect(end("refused", {}, "POLYGLAV_NO_TASK")).toBe("error 2");
    expect(end("refused", {}, "POLYGLAV_ROLE_FAULTY")).toBe("error 3");
    for (const code of [
      "POLYGLAV_NO_MODEL",
      "POLYGLAV_PROVIDER_NOT_READY",
      "POLYGLAV_UNKNOWN_PROVIDER",
      "POLYGLAV_ROLE_WITHHELD",
      "POLYGLAV_RUN_FOLDER",
    ]) {
      expect(end("refused", {}, code)).toBe("error 4");
    }
    expect(end("error", {}, "POLYGLAV_KEY_REJECTED")).toBe("error 4");
  });

  it("keeps what was said, what was denied and what went wrong", () => {
    const error = { code: "POLYGLAV_STEPS", message: "m" };
    expect(
      runEnd({
        outcome: { status: "limit", content: "so far", error },
        denials: [denial],
        onDenials: "fail",
        usage: NO_USAGE,
      }),
    ).toEqual({
      status: "limit",
      exitCode: 6,
      outcome: "limit",
      content: "so far",
      denials: [denial],
      usage: NO_USAGE,
      error,
    });
  });
});
