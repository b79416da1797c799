/** Suggestions for misspelled names: of options and ops at compile time, and of settings at runtime. */
package io.graphkernel.common.names;
