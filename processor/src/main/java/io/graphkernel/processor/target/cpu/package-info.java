/** CPU target: C, compiled to a shared library per platform. */
package io.graphkernel.processor.target.cpu;
