/**
 * JSON (RFC 8259): a strict reader for files of users, and a writer with stable bytes. Annotation processors share a class loader, so
 * that a library could conflict with that of another processor.
 */
package io.graphkernel.common.json;
