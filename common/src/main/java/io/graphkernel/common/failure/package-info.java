/** Causes of exceptions. Messages derive cause and fix from the exception, not from the location of the handler. */
package io.graphkernel.common.failure;
