import { describe, expect, it } from "vitest";
import { createFeed } from "./feed.ts";

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe("createFeed()", () => {
  it("delivers what was pushed before, during and after the reader waits, in order", async () => {
    const feed = createFeed<number>();
    feed.push(1);
    const read = collect(feed.items());
    await Promise.resolve();
    feed.push(2);
    await new Promise((resolve) => setTimeout(resolve, 1));
    feed.push(3);
    feed.push(4);
    feed.end();
    expect(await read).toEqual([1, 2, 3, 4]);
  });

  it("delivers what was pushed before its end to a reader that comes late", async () => {
    const feed = createFeed<string>();
    feed.push("a");
    feed.end();
    expect(await collect(feed.items())).toEqual(["a"]);
  });

  it("loses nothing when items are pushed while the reader handles one", async () => {
    const feed = createFeed<number>();
    feed.push(0);
    const seen: number[] = [];
    for await (const item of feed.items()) {
      seen.push(item);
      if (item < 3) feed.push(item + 1);
      else feed.end();
    }
    expect(seen).toEqual([0, 1, 2, 3]);
  });
});
