/** Library ops in plain Java, for every dtype. */
package io.graphkernel.runtime.generated.library.jvm;
