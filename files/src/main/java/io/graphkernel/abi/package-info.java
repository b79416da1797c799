/** What compiler and run time must agree on so that a stub and its kernels, compiled once, run later. */
package io.graphkernel.abi;
