import { describe, expect, it } from "vitest";
import { approveModel, disapproveModel, isApproved, parseApprovals, noteModelUse } from "./approvals.ts";

const qwen = { provider: "local", model: "qwen3" };
const small = { provider: "mine", model: "small" };
const one = approveModel([], qwen, { by: "operator", at: new Date(0) });

describe("the approved models", () => {
  it("are those with the same provider and the same model", () => {
    expect(isApproved(one, qwen)).toBe(true);
    expect(isApproved([], qwen)).toBe(false);
    expect(isApproved(one, { ...qwen, provider: "mine" })).toBe(false);
    expect(isApproved(one, { ...qwen, model: "Qwen3" })).toBe(false);
    expect(isApproved(one, { ...qwen, provider: undefined })).toBe(false);
    expect(
      isApproved([{ ...one[0], provider: "local", model: "", added_at: "", last_used: "", by: "" }], {
        provider: "local",
        model: "",
      }),
    ).toBe(false);
  });

  it("keep the first yes, and say who gave it and when", () => {
    const two = approveModel(one, small, { by: "--approve-model", at: new Date(1000) });
    expect(two).toEqual([
      { ...qwen, added_at: "1970-01-01T00:00:00.000Z", last_used: undefined, by: "operator" },
      { ...small, added_at: "1970-01-01T00:00:01.000Z", last_used: undefined, by: "--approve-model" },
    ]);
    expect(approveModel(two, qwen, { by: "somebody", at: new Date(2000) })).toBe(two);
  });

  it("note their use, and only theirs", () => {
    const used = noteModelUse(one, qwen, new Date(5000));
    expect(used.map(({ last_used }) => last_used)).toEqual(["1970-01-01T00:00:05.000Z"]);
    expect(one[0]?.last_used).toBeUndefined();
    expect(noteModelUse(one, small, new Date(5000))).toEqual(one);
  });

  it("can be taken back", () => {
    expect(disapproveModel(one, qwen)).toEqual([]);
    expect(disapproveModel(one, small)).toEqual(one);
  });
});

describe("parseApprovals()", () => {
  it("reads what it wrote", () => {
    expect(parseApprovals(one)).toEqual({ value: one, problems: [] });
    const used = noteModelUse(one, qwen, new Date(1));
    expect(parseApprovals(JSON.parse(JSON.stringify(used)))).toEqual({ value: used, problems: [] });
    expect(parseApprovals(undefined)).toEqual({ value: [], problems: [] });
  });

  it("takes entries of older versions, and each model once", () => {
    const { value, problems } = parseApprovals([{ ...qwen, added_at: "2025", last_used: null }, qwen]);
    expect(value).toEqual([{ ...qwen, added_at: "2025", last_used: undefined, by: "" }]);
    expect(problems).toEqual([]);
  });

  it("leaves out what names no model, and keeps the rest", () => {
    const { value, problems } = parseApprovals([1, null, {}, { provider: "local" }, { ...qwen, provider: "" }, qwen]);
    expect(value).toHaveLength(1);
    expect(problems.map(({ code, severity, field }) => [code, severity, field])).toEqual(
      ["0", "1", "2", "3", "4"].map((field) => ["approvals/wrong-type", "error", field]),
    );
    expect(problems[0]?.message).toBe(
      'Cannot read approved model 0: expected an object such as { "provider": "local", "model": "qwen3" }, found 1',
    );
    expect(parseApprovals({}).problems).toHaveLength(1);
  });
});
