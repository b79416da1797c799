/** Code shared by compiler and runtime for CANN, the software of Ascend devices. */
package io.graphkernel.common.cann;
