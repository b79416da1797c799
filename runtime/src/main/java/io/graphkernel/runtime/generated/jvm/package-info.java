/**
 * Runtime support for classes generated for the JVM target: raw memory, dtype conversions, and the operations that
 * kernels do not inline.
 *
 * <p>In: addresses checked by a stub. Out: values. Nothing here checks arguments.
 */
package io.graphkernel.runtime.generated.jvm;
