/** Native libraries from jars: extracted into a private directory, verified on every load, then loaded. */
package io.graphkernel.runtime.internal.loading;
