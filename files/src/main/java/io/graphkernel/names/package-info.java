/** Advice about names that a user has misspelt, of options and ops at compile time and of settings at run time. */
package io.graphkernel.names;
