/**
 * Errors of the runtime: one unchecked exception type per category, and the single list of messages.
 *
 * <p>Every message reads {@code [GK-6nnn] what is wrong}, {@code because: …}, {@code fix: …}.
 */
@NullMarked
package io.graphkernel.runtime.exception;

import org.jspecify.annotations.NullMarked;
