/** Tells whether a caller hands a question on. */
export const isPassedOn = (text: string): boolean => text.trim() === "" || /^\W*pass\W*$/i.test(text.trim());
