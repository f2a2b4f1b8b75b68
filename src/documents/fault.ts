import type { DocumentFault } from "../core/documents/document.ts";

/** A file that cannot be read, thrown by the readers and answered as a value at their door. */
export class DocumentError extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}
