/**
 * What the generated classes of the JVM target call: raw memory, conversions between dtypes, and the few operations
 * that a kernel's text does not spell out. In: addresses that a stub has checked. Out: values. Nothing here checks.
 */
package io.graphkernel.runtime.generated.jvm;
