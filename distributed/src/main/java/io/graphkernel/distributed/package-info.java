/** Ranks of a Java cluster without MPI: Gloo transfers their bytes, and Spark starts them. */
package io.graphkernel.distributed;
