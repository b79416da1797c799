/** Data transfer of collectives: reduction in host memory, staging of device memory, and failures of ranks. */
package io.graphkernel.runtime.generated.library.collective;
