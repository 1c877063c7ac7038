import matter from "gray-matter";
import { fieldsOf, skillCell } from "../skill-cell.ts";

// An options object of any kind turns its cache off, which would answer the same text without reading it.
await skillCell((text) => {
  const { data, content } = matter(text, {});
  return { ...fieldsOf(data), body: content };
});
