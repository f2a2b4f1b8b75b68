export type SampleKind = "image" | "audio" | "video" | "document" | "sticker";

export interface Sample {
  readonly mimeType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

const sample = (mimeType: string, fileName: string, base64: string): Sample => ({
  mimeType,
  fileName,
  bytes: Buffer.from(base64, "base64"),
});

/** The smallest valid file of each kind: a customer without a file of their own sends it. */
export const SAMPLES: Readonly<Record<SampleKind, Sample>> = {
  image: sample(
    "image/jpeg",
    "foto.jpg",
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  ),
  // Twenty milliseconds of silence.
  audio: sample(
    "audio/ogg; codecs=opus",
    "nota.ogg",
    "T2dnUwACAAAAAAAAAABPQ0VSAAAAAHMJu2IBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAE9DRVIBAAAAkXlJiAEWT3B1c1RhZ3MGAAAAcmVjYWRvAAAAAE9nZ1MABMADAAAAAAAAT0NFUgIAAAA0FPw9AQP4//4=",
  ),
  video: sample(
    "video/mp4",
    "video.mp4",
    "AAAAHGZ0eXBpc29tAAACAGlzb21pc28ybXA0MQAAAAhmcmVlAAAADm1kYXRyZWNhZG8AAAB0bW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAAAAAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ==",
  ),
  document: sample(
    "application/pdf",
    "pedido.pdf",
    "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgMzAwIDE0NF0vQ29udGVudHMgNCAwIFIvUmVzb3VyY2VzPDwvRm9udDw8L0YxIDUgMCBSPj4+Pj4+ZW5kb2JqCjQgMCBvYmo8PC9MZW5ndGggNDc+PnN0cmVhbQpCVCAvRjEgMTggVGYgMjAgMTAwIFRkIChQZWRpZG8gZGUgcHJ1ZWJhKSBUaiBFVAplbmRzdHJlYW1lbmRvYmoKNSAwIG9iajw8L1R5cGUvRm9udC9TdWJ0eXBlL1R5cGUxL0Jhc2VGb250L0hlbHZldGljYT4+ZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDUyIDAwMDAwIG4gCjAwMDAwMDAxMDEgMDAwMDAgbiAKMDAwMDAwMDIxMSAwMDAwMCBuIAowMDAwMDAwMzAzIDAwMDAwIG4gCnRyYWlsZXI8PC9TaXplIDYvUm9vdCAxIDAgUj4+CnN0YXJ0eHJlZgozNjQKJSVFT0YK",
  ),
  sticker: sample("image/webp", "sticker.webp", "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"),
};
