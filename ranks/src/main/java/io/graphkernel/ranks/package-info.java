/** Ranks of a Java cluster that has no MPI: Gloo moves their bytes, and Spark starts them. */
package io.graphkernel.ranks;
