/** The logger of the runtime. */
package io.graphkernel.runtime.internal.logging;
