import { afterEach, expect, it, vi } from "vitest";
import { fakeClock } from "../testing/fake-clock.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { providerModel } from "./provider-model.ts";

afterEach(() => {
  vi.doUnmock("ai");
});

it("the SDK is loaded for the models that need it, and for no other", async () => {
  let loads = 0;
  vi.doMock("ai", () => {
    loads += 1;
    return { wrapLanguageModel: ({ model }: { readonly model: object }) => ({ ...model, specificationVersion: "v4" }) };
  });
  const newest = scriptedModel("fake/m", () => ({ step: 1, move: { text: "x" } }), fakeClock());
  expect(providerModel(newest)).toBe(newest);
  expect(loads).toBe(0);

  const older = Object.assign({ ...newest }, { specificationVersion: "v3" });
  const upgraded = await providerModel(older);
  expect({ loads, version: upgraded.specificationVersion }).toEqual({ loads: 1, version: "v4" });
  expect(await providerModel(older)).toBe(upgraded);
});
