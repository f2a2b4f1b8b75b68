export const DOCUMENTS = "/internal/agent/documents";
export const FACTS = "/internal/agent/facts";
