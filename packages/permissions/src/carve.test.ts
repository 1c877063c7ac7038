import { describe, expect, it } from "vitest";
import { root } from "./authority.ts";
import { type Carve, narrow, overlay, type PartialCarve, total } from "./carve.ts";
import { use } from "./chain.ts";
import type { Decision } from "./decision.ts";
import { carve } from "./parse.ts";

const says = (c: Carve, category: string): Decision => use(root({ id: "x", use: c }), category);

describe("overlay()", () => {
  it("takes the last word for each category", () => {
    const both = total(overlay(carve({ bash: "deny", read: "ask" }), carve({ bash: "allow" })), "deny");
    expect(["bash", "read", "web"].map((category) => says(both, category))).toEqual(["allow", "ask", "deny"]);
  });

  it("takes a null of a later layer for silence", () => {
    expect(says(total(overlay(carve({ bash: "deny" }), carve({ bash: null })), "allow"), "bash")).toBe("deny");
  });

  it("keeps what is named under a later star", () => {
    const both = total(overlay(carve({ bash: "allow", "*": "ask" }), carve({ "*": "deny" })), "allow");
    expect(["bash", "read"].map((category) => says(both, category))).toEqual(["allow", "deny"]);
  });

  it("keeps an earlier star where the later layer has none", () => {
    expect(says(total(overlay(carve({ "*": "deny" }), carve({ bash: "allow" })), "allow"), "read")).toBe("deny");
  });

  it("keeps the source of the word that won", () => {
    const both = overlay(
      carve({ bash: "deny" }, { source: { file: "a" } }),
      carve({ bash: "ask" }, { source: { file: "b" } }),
    );
    expect(both.named.bash).toEqual({ decision: "ask", source: { file: "b", path: "bash" } });
  });
});

describe("narrow()", () => {
  it("takes the strictest word for each category", () => {
    const both = narrow(total(carve({ bash: "allow" }), "ask"), total(carve({ bash: "ask", web: "deny" }), "allow"));
    expect(["bash", "web", "read"].map((category) => says(both, category))).toEqual(["ask", "deny", "ask"]);
  });

  it("of carves that allow different things allows nothing", () => {
    const both = narrow(total(carve({ read: "allow" }), "deny"), total(carve({ list: "allow" }), "deny"));
    expect(["read", "list", "bash"].map((category) => says(both, category))).toEqual(["deny", "deny", "deny"]);
  });
});

describe("total()", () => {
  it("refuses a floor that is no decision", () => {
    expect(() => total(carve({}), "maybe" as Decision)).toThrow(
      new TypeError('Cannot complete a carve: floor "maybe" is not deny, ask or allow'),
    );
  });
});

describe("what is handed over instead of a carve", () => {
  const written = { bash: "allow" };
  const wrong: readonly unknown[] = [written, undefined, null, "allow", 7, total(carve({}), "allow")];

  it("is refused where a partial carve belongs", () => {
    for (const value of wrong) {
      const state = "this is not a partial carve (make one with carve or parseCarve)";
      expect(() => total(value as PartialCarve, "ask")).toThrow(new TypeError(`Cannot complete: ${state}`));
      expect(() => overlay(value as PartialCarve)).toThrow(new TypeError(`Cannot overlay: ${state}`));
    }
  });

  it("is refused where a total carve belongs", () => {
    for (const value of [written, undefined, carve({})] as unknown[]) {
      expect(() => narrow(value as Carve)).toThrow(
        new TypeError("Cannot narrow: this is not a total carve (make one with total)"),
      );
    }
  });
});

it("a carve cannot be changed afterwards", () => {
  const written = { bash: "deny" };
  const made = carve(written);
  written.bash = "allow";
  expect(says(total(made, "ask"), "bash")).toBe("deny");
  expect(Object.isFrozen(made) && Object.isFrozen(made.named) && Object.isFrozen(made.named.bash)).toBe(true);
  expect(Object.isFrozen(total(made, "ask").parts)).toBe(true);
});
